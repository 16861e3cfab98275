"""Who sat: the members of a party, a province or state, or a committee, on a day."""

import datetime
import re
from collections.abc import Iterable, Sequence

from django.db.models import Q, QuerySet

from rag.text.dates import format_date
from speeches.enumerations.listing import Entry, Listing, Source, record_source, sitting_source, speech_source
from speeches.enumerations.phrases import NOTES, members_phrase, unread_note
from speeches.formats.names import fold
from speeches.models import Committee, CommitteeSeat, Party, Sitting, Speech, Term
from speeches.reading.naming import name_of
from speeches.search.catalogue import catalogue
from speeches.understanding.reading import Reading
from speeches.understanding.resolve import find_states

_LISTS_OF_MEMBERS = (
    "Alphabetical list of Members of the House of Commons",
    "Liste alphabétique des députés de la Chambre des communes",
)
_NEAR = datetime.timedelta(days=45)


def members_of_committee(reading: Reading) -> Listing | None:
    """The members of the committee named, or only its chair if that is asked for.

    They come from the latest list within `_NEAR` of the days named; from the latest of all if no days are named.
    """
    keys = reading.keys("committee")
    if len(keys) != 1 or reading.all("place", "except") or any(not slot.keys for slot in reading.all("party")):
        # Committees of two parliaments may share a name, and no list says where its members are from.
        return None
    committee = Committee.objects.get(pk=keys[0])
    days = sorted(set(committee.seats.values_list("date", flat=True)))
    if reading.days:
        days = [day for day in days if _is_near(day, reading)]
    if not days:
        return None
    day = days[-1]
    seats = committee.seats.filter(date=day).select_related("politician", "speech__chamber")
    in_the_chair = reading.kind == "fact/chair"
    role = CommitteeSeat.Role
    seats = seats.filter(role=role.CHAIR) if in_the_chair else seats.exclude(role=role.ASSOCIATE)
    if parties := reading.keys("party"):
        seats = seats.filter(politician__in=_members_of_parties(parties, day))
    entries = tuple(
        Entry(
            name=seat.name,
            person=seat.politician.name if seat.politician else "",
            url=seat.politician.get_absolute_url() if seat.politician else "",
            role=seat.get_role_display(),
        )
        for seat in seats
    )
    if not entries:
        # A list that marks no chair does not prove that there was none.
        return None
    source = _source_of_seats(committee, seats, day)
    language = reading.language
    whose = name_of(committee, language) if language == "fr" else f"of {committee.name}"
    whose += f" ({reading.words('party')})" if reading.all("party") else ""
    title = members_phrase(
        len(entries), whose, format_date(day, language), language, "chair" if in_the_chair else "member"
    )
    return Listing("committee", title, entries, source, loose=unread_note(reading), language=language)


def _source_of_seats(committee: Committee, seats: Iterable[CommitteeSeat], day: datetime.date) -> Source:
    """The speech in which a committee's list of a day is printed; else the day itself."""
    if printed := next((seat.speech for seat in seats if seat.speech), None):
        return speech_source(printed, committee.name)
    sitting = Sitting.objects.filter(chamber__parliament=committee.parliament, date=day).first()
    url = committee.get_absolute_url()
    return sitting_source(sitting, committee.name, url, "committee", committee.slug, day.isoformat())


def _members_of_parties(parties: Sequence[int], day: datetime.date) -> list[int]:
    """The keys of the members who sat for these parties on a day."""
    sat = Term.objects.filter(party__in=parties, start__lte=day, end__gte=day)
    return list(sat.values_list("politician", flat=True))


def _is_near(day: datetime.date, reading: Reading) -> bool:
    return (reading.first is None or day >= reading.first - _NEAR) and (
        reading.last is None or day <= reading.last + _NEAR
    )


def list_sitting_members(reading: Reading, version: int | None) -> Listing | None:
    """The members of a party or a province, by the printed list of all members (see `_printed_list`).

    If there is no such list, by the terms that lists of members give.
    """
    known = catalogue(version)
    states = tuple(state for slot in reading.all("place") for state in find_states(slot.words, known))
    parties = reading.keys("party")
    unknown = any(not slot.keys for slot in reading.all("party", "chamber")) or (reading.all("place") and not states)
    if not (parties or states) or unknown or reading.all("except"):
        return None
    printed = _printed_list(reading)
    if printed is None:
        return _members_by_terms(reading, parties, states)
    terms = Term.objects.filter(chamber=printed.chamber, start__lte=printed.date, end__gte=printed.date)
    if parties:
        terms = terms.filter(party__in=parties)
    if states:
        terms = terms.filter(riding__state__in=states)
    related = terms.select_related("politician", "party", "riding").order_by("politician__name")
    # A term may span a time without a seat, so only people named in the list are shown.
    text = _letters(printed.text)
    people = {term.politician_id: term for term in related if _is_named(term, text)}
    ordered = sorted(people.values(), key=_surname)
    return _listing(reading, parties, states, ordered, printed) if people else None


def _members_by_terms(reading: Reading, parties: tuple[int, ...], states: tuple[str, ...]) -> Listing | None:
    """The members whom lists of members show in a seat on the days named; None if no days are named."""
    if not reading.days:
        return None
    terms = Term.objects.filter(listed=True, start__lte=reading.days[1], end__gte=reading.days[0])
    terms = terms.filter(chamber__parliament__in=reading.view)
    if chambers := reading.keys("chamber"):
        terms = terms.filter(chamber__in=chambers)
    if parties:
        terms = terms.filter(party__in=parties)
    if states:
        terms = terms.filter(Q(state__in=states) | Q(riding__state__in=states))
    related = terms.select_related("politician__parliament", "party", "riding", "chamber__parliament")
    people = sorted({term.politician_id: term for term in related}.values(), key=_surname)
    if not people:
        return None
    language = reading.language
    named = {name_of(term.party, language) for term in people if term.party and parties}
    first, last = (format_date(day, language) for day in reading.days)
    when = first if first == last else f"{first} – {last}"
    chamber = ", ".join(sorted({name_of(term.chamber, language) for term in people}))
    who = _and([*sorted(named), *states], language)
    title = NOTES[language]["by lists"].format(len(people), who, f"{chamber}, {when}")
    parliaments = {term.chamber.parliament for term in people}
    parliament = parliaments.pop() if len(parliaments) == 1 else None
    source = record_source("members", title, language, people[0].politician.get_absolute_url(), parliament)
    return Listing("members", title, _entries(people), source, loose=unread_note(reading), language=language)


def printed_lists() -> QuerySet[Speech]:
    """Every list of all members that the record prints."""
    titled = Q()
    for title in _LISTS_OF_MEMBERS:
        titled |= Q(debate__title__iexact=title)
    return Speech.objects.filter(titled, kind="list")


def _printed_list(reading: Reading) -> Speech | None:
    """The latest list of all members printed within `_NEAR` of the days named; the latest of all if none are named."""
    lists = printed_lists().select_related("chamber__parliament", "sitting", "debate")
    lists = lists.filter(chamber__parliament__in=reading.view)
    if chambers := reading.keys("chamber"):
        lists = lists.filter(chamber__in=chambers)
    if reading.first:
        lists = lists.filter(date__gte=reading.first - _NEAR)
    if reading.last:
        lists = lists.filter(date__lte=reading.last + _NEAR)
    return lists.order_by("-date", "language").first()


def _is_named(term: Term, printed: str) -> bool:
    """Whether the letters of a printed list hold a member's surname and riding, whatever the dashes and spaces."""
    surname = _letters(term.politician.name.split()[-1])
    return surname in printed and (term.riding is None or _letters(term.riding.name) in printed)


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", fold(text))


def _surname(term: Term) -> str:
    return fold(term.politician.name.split(" ", 1)[-1])


def _listing(
    reading: Reading, parties: tuple[int, ...], states: tuple[str, ...], terms: Sequence[Term], printed: Speech
) -> Listing:
    entries = _entries(terms)
    named = Party.objects.filter(pk__in=parties, parliament=printed.chamber.parliament)
    language = reading.language
    who = _and([*(name_of(party, language) for party in named), *states], language)
    whose = who if language == "fr" else f"for {who}"
    title = members_phrase(len(entries), whose, format_date(printed.date, language), language)
    source = speech_source(printed, title)
    return Listing("members", title, entries, source, loose=unread_note(reading), language=language)


def _entries(terms: Sequence[Term]) -> tuple[Entry, ...]:
    return tuple(
        Entry(
            name=term.politician.name,
            person=term.politician.name,
            url=term.politician.get_absolute_url(),
            party=term.party.name if term.party else "",
            riding=term.riding.name if term.riding else "",
            state=term.state or (term.riding.state if term.riding else ""),
        )
        for term in terms
    )


def _and(names: Sequence[str], language: str) -> str:
    return (" et " if language == "fr" else " and ").join(names)
