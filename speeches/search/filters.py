"""The filters of a search: as people give them, and as the tables know them."""

import datetime
import functools
import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from speeches.models import Bill, Chamber, Parliament, Party, Speech
from speeches.search.catalogue import Catalogue
from speeches.search.errors import SearchError
from speeches.search.languages import page_language
from speeches.search.roster import SLACK, Roster, Tenure
from speeches.search.unknown_names import nobody_note

_MONTH = re.compile(r"^(\d{4})(?:-(\d{2}))?$")


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters by the names that people use. An empty one does not filter."""

    country: str = ""
    chamber: str = ""
    party: str = ""
    speaker: str = ""
    state: str = ""
    electorate: str = ""
    topics: tuple[str, ...] = ()
    debate_type: str = ""
    language: str = ""
    source_type: str = ""
    bill: str = ""
    date_from: datetime.date | None = None
    date_to: datetime.date | None = None

    def fill_from(self, typed: dict[str, str]) -> "Filters":
        """These filters, with those typed in the box where they are empty."""
        values: dict[str, Any] = {key: value for key, value in typed.items() if key not in ("date", "topics")}
        if "topics" in typed:
            values["topics"] = (typed["topics"],)
        if "date" in typed:
            values["date_from"], values["date_to"] = date_range(typed["date"])
        return replace(self, **{key: value for key, value in values.items() if not getattr(self, key)})

    def narrows(self) -> bool:
        """Whether any filter other than the country is set."""
        return bool(self.active().keys() - {"country"})

    def narrows_speakers(self) -> bool:
        """Whether a filter says who speaks."""
        return bool(self.speaker or self.party or self.state or self.electorate)

    def active(self) -> dict[str, Any]:
        """The filters that are set, by name."""
        return {item.name: value for item in fields(self) if (value := getattr(self, item.name))}


# The filters that are one plain text each. Topics are a list, and dates are dates.
TEXT_FILTERS = (
    "country", "chamber", "party", "speaker", "state", "electorate", "debate_type", "language", "source_type",
    "bill",
)  # fmt: skip

# A bill's number as people type it: "C-13", "bill c13".
_BILL_NUMBER = re.compile(r"(?:bill\s+)?([CSM])[-\s]?(\d{1,4})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Scope:
    """Filters as a condition on chunks of any kind of record, and notes for the reader."""

    condition: Q
    notes: tuple[str, ...] = ()
    # The bills that a filter names; each table of chunks refers to them in its own way. None without such a filter.
    bills: tuple[int, ...] | None = None


def unstorable(text: str, filters: Filters | None = None) -> str:
    """The kind of character in a text or in filters that the database cannot hold, in words; "" if there is none."""
    values = list(filters.active().values()) if filters else []
    texts = [text, *(str(one) for value in values for one in (value if isinstance(value, tuple) else (value,)))]
    if any("\x00" in one for one in texts):
        return gettext("a NUL character")
    halved = any("\ud800" <= letter <= "\udfff" for one in texts for letter in one)
    return gettext("half of a character") if halved else ""


def check_days(first: datetime.date | None, last: datetime.date | None) -> None:
    """Raises SearchError if the first day is after the last."""
    if first and last and first > last:
        text = gettext("date_from {first} is after date_to {last}; swap them.")
        raise SearchError("date_from", text.format(first=first, last=last))


def resolve(filters: Filters, people: Roster, known: Catalogue) -> Scope:
    """Resolve names to keys. Raises SearchError for an unknown chamber or country, and for dates in the wrong order."""
    check_days(filters.date_from, filters.date_to)
    notes: list[str] = []
    condition = _name_condition(filters, people, known, notes)
    for name in ("state", "electorate", "debate_type"):
        if value := getattr(filters, name):
            spellings = known.spellings_of(name, value)
            if not spellings:
                text = gettext("Nothing in the record has the {filter} “{value}”.")
                notes.append(text.format(filter=gettext(name.replace("_", " ")), value=value))
            condition &= Q(**{f"{name}__in": spellings})
    plain = {
        "language": filters.language,
        "topics__overlap": _topic_spellings(filters.topics),
        "date__gte": filters.date_from,
        "date__lte": filters.date_to,
    }
    condition &= Q(**{name: value for name, value in plain.items() if value})
    bills = None
    if filters.bill:
        bills = tuple(find_bills(filters.bill))
        if not bills:
            notes.append(no_bill_note(filters.bill))
    return Scope(condition, tuple(notes), bills)


def _name_condition(filters: Filters, people: Roster, known: Catalogue, notes: list[str]) -> Q:
    """The condition for the filters by name. If a name fits nobody, nothing is found and a note suggests similar
    names."""
    condition = Q()
    if filters.country:
        condition &= Q(parliament_id__in=parliaments_called(filters.country))
    elif hidden := known.parliaments.keys() - known.shown:
        condition &= ~Q(parliament_id__in=hidden)
    if filters.chamber:
        condition &= Q(chamber_id__in=chambers_called(filters.chamber, filters.country))
    if filters.party:
        parties = Party.objects.find_by_name(filters.party)
        if filters.country:
            parties = [one for one in parties if one.parliament_id in parliaments_called(filters.country)]
        if not parties:
            text = gettext("No party in the record is called “{name}”.").format(name=filters.party)
            notes.append(f"{text}{_examples(Party, filters.country)}")
        condition &= Q(party_id__in=[party.pk for party in parties])
    if filters.speaker:
        speakers = people.find_members(filters.speaker)
        if not speakers:
            notes.append(nobody_note(filters.speaker, people))
        condition &= Q(politician_id__in=speakers)
        if held := people.tenures_of(filters.speaker):
            condition &= while_held(held)
    return condition


def while_held(held: Sequence[Tenure]) -> Q:
    """The condition for what members said while they held an office or a seat."""
    terms = (Q(politician_id=one.member, date__gte=one.start - SLACK, date__lte=one.end + SLACK) for one in held)
    return functools.reduce(operator.or_, terms)


def to_date(value: str | datetime.date | None, name: str) -> datetime.date | None:
    """The date of an ISO text; None for "". Raises SearchError with an example."""
    if isinstance(value, datetime.date):
        return value
    if not value:
        return None
    try:
        return datetime.date.fromisoformat(value.strip())
    except ValueError:
        text = gettext("“{value}” is not a date. Write it as year-month-day, such as 2021-10-21.")
        raise SearchError(name, text.format(value=value)) from None


def date_range(text: str) -> tuple[datetime.date | None, datetime.date | None]:
    """A typed range: a day, a month, a year, or two of them joined by dots; either end may be open.

    >>> date_range("2021-10..2021-12")
    (datetime.date(2021, 10, 1), datetime.date(2021, 12, 31))
    """
    first, dots, last = text.partition("..")
    return _edge(first, end=False), _edge(last if dots else first, end=True)


def _edge(text: str, *, end: bool) -> datetime.date | None:
    if not (found := _MONTH.match(text.strip())):
        return to_date(text, "date")
    year, month = int(found[1]), int(found[2]) if found[2] else 0
    if month > 12 or not 1 <= year < 9999 or found[2] == "00":
        message = gettext("“{text}” is not a month. Write it as year-month, such as 2021-10.")
        raise SearchError("date", message.format(text=text))
    if not end:
        return datetime.date(year, month or 1, 1)
    month = month or 12
    return datetime.date(year + month // 12, month % 12 + 1, 1) - datetime.timedelta(days=1)


def parliaments_called(country: str) -> list[str]:
    """The codes of the parliaments with this country, name or code. Raises SearchError if there are none."""
    if broken := unstorable(country):
        text = gettext("The country holds {broken}, which no text of the record does. Take it out.")
        raise SearchError("country", text.format(broken=broken))
    found = Parliament.objects.filter(Q(code__iexact=country) | Q(country__iexact=country) | Q(name__iexact=country))
    codes = list(found.values_list("pk", flat=True))
    if not codes:
        text = gettext("No parliament of “{country}” is in the record.").format(country=country)
        raise SearchError("country", f"{text}{_examples(Parliament)}")
    return codes


def parliaments_shown(country: str = "") -> list[str]:
    """The codes of the parliaments in view: those of a country, else all but invented ones beside a real record.

    Raises SearchError for a country that has none.
    """
    return parliaments_called(country.strip()) if country.strip() else Parliament.objects.visible_codes()


def one_parliament(country: str) -> str:
    """The code of the one parliament with this country, name or code; "" if none is named or several fit."""
    codes = parliaments_called(country) if country else []
    return codes[0] if len(codes) == 1 else ""


def find_bills(name: str) -> list[int]:
    """The bills with this number, title or id such as `ca-44-1-c-13`; one for each session that had it."""
    bill = Bill.objects.find_by_key(name.lower())
    if bill is not None:
        return [bill.pk]
    numbered = _BILL_NUMBER.fullmatch(name.strip())
    number = f"{numbered[1]}-{int(numbered[2])}" if numbered else name.strip()
    named = Q(number__iexact=number) | Q(title__iexact=name) | Q(short_title__iexact=name)
    return list(Bill.objects.filter(named).values_list("pk", flat=True))


def no_bill_note(name: str) -> str:
    """The note for a filter by a bill that the record does not know."""
    return gettext("No bill in the record is called “{name}”.").format(name=name)


def speeches_on(bills: Sequence[int]) -> QuerySet[Speech, str]:
    """The keys of the speeches that speak of one of the bills, or belong to a debate on it."""
    return Speech.objects.filter(Q(bills__in=bills) | Q(debate__about__in=bills)).values_list("pk", flat=True)


def chambers_called(name: str, country: str = "") -> list[int]:
    """The chambers of that name, one in each parliament that has it. Raises SearchError, naming some of the country."""
    first = Chamber.objects.find_by_name(name)
    if first is None:
        text = gettext("No chamber is called “{name}”.").format(name=name)
        raise SearchError("chamber", f"{text}{_examples(Chamber, country)}")
    everywhere = (Chamber.objects.find_by_name(name, code) for code in Parliament.objects.values_list("pk", flat=True))
    return [chamber.pk for chamber in everywhere if chamber]


def _examples(model: type[Chamber] | type[Party] | type[Parliament], country: str = "") -> str:
    """A hint with some names in view to try instead."""
    if issubclass(model, Parliament):
        names = [one.code for one in Parliament.objects.sitting()[:5]]
    else:
        rows = model.objects.filter(parliament__in=parliaments_shown(country))
        named = rows.order_by("pk").values_list("name", "name_fr").distinct()[:5]
        french = page_language() == "fr"
        names = [(other if french else "") or name for name, other in named]
    return " " + gettext("Try one of: {names}.").format(names=", ".join(names)) if names else ""


def _topic_spellings(topics: tuple[str, ...]) -> list[str]:
    return sorted(
        {spelling for topic in topics for spelling in (topic, topic.lower(), topic.title(), topic.capitalize())}
    )
