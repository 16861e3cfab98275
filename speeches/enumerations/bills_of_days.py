"""The bills that stood before a chamber on some days, and what became of them then, as far as the record tells."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rag.text.dates import format_date
from speeches.enumerations.divisions import stage_named
from speeches.enumerations.headings import printed_headings
from speeches.enumerations.listing import Entry, Listing, record_source
from speeches.enumerations.minutes import minutes_under
from speeches.enumerations.phrases import NOTES, quoted, unread_note
from speeches.formats.bill_text import is_a_bills_title
from speeches.formats.motions import procedure_of
from speeches.formats.names import fold
from speeches.models import Debate, Division
from speeches.reading.naming import bill_label, outcome_of, stage_name
from speeches.understanding.reading import Reading
from speeches.understanding.stems import stems_of

# The stage at which a bill is introduced.
_FIRST_READING = stems_of("first reading")
# At most so many headings are read: nobody asks for more days at once.
_MOST_HEADINGS = 5000


@dataclass(slots=True)
class _BillOfDay:
    """A bill with a heading of its own on a day: that heading and those below it, and whether the bill is new."""

    headings: list[Debate]
    new: bool = False

    @property
    def heading(self) -> Debate:
        return self.headings[0]

    @property
    def stages(self) -> list[str]:
        own = fold(self.heading.title)
        return list(dict.fromkeys(one.title for one in self.headings[1:] if fold(one.title) != own))

    def label(self, language: str) -> str:
        """The bill's number; without one the heading, which may hold several bills."""
        about = self.heading.about
        return bill_label(about, language) if about and about.number else self.heading.title

    @property
    def sponsor(self) -> str:
        """Who brought it in; "" if the record does not say."""
        about = self.heading.about
        return about.sponsor.name if about and about.sponsor else ""

    def is_at(self, stage: frozenset[str]) -> bool:
        """Whether it was at a stage then, given the stems of its name. At its first reading a bill is introduced."""
        at_stage = any(stage <= stems_of(title) for title in self.stages)
        return at_stage or (self.new and stage <= _FIRST_READING)


def list_bills_of_days(reading: Reading) -> Listing | None:
    """All bills with a heading on the days named, the new ones apart, each with what became of it then.

    Lists only the new ones if the question uses a word of their label, such as "introduced"; only those at a stage if
    it names one.
    """
    language = reading.language
    notes = NOTES[language]
    bills = _bills_of_days(reading)
    if wanted := stems_of(stage_named(reading)):
        bills = [bill for bill in bills if bill.is_at(wanted)]
    if not bills:
        return None
    new = [bill for bill in bills if bill.new and not wanted]
    others = [bill for bill in bills if bill not in new]
    of_both = bool(new and others) and stems_of(reading.text).isdisjoint(stems_of(notes["new"]))
    listed = [*new, *others] if of_both or not new else new
    entries = tuple(_entries(listed, language, parted=of_both))
    kind = "bills at" if wanted else "bills of the day" if of_both else "bills introduced" if new else "bills before"
    title = notes[kind].format(len(entries), stage_name(stage_named(reading), language))
    title += f" ({_days_of(bills, language)})"
    source = record_source("bills", title, language, entries[0].url)
    # Headings do not say whose a bill is, so a side such as the government narrows nothing.
    sides = tuple(slot.words for slot in reading.all("party"))
    unread = [word for word in reading.unread if not (new and stems_of(word) <= stems_of(notes["new"]))]
    loose = unread_note(replace(reading, unread=(*unread, *sides)))
    whole = listed == [*new, *others] and not wanted
    told = [notes["events of all" if whole else "events"]] if any(one.detail for one in entries) else []
    if new and others and not of_both:
        told.append(notes["other bills"].format("; ".join(bill.label(language) for bill in others)))
    return Listing("bills", title, entries, source, notes=tuple(told), loose=loose, language=language)


def _entries(bills: Sequence[_BillOfDay], language: str, *, parted: bool) -> Iterator[Entry]:
    """A line for each bill with what happened to it then; in a list `parted` into new bills and others, its part."""
    notes, events = NOTES[language], _tell_events(bills, language)
    for bill in bills:
        yield Entry(
            name=bill.label(language),
            person=bill.sponsor,
            url=bill.heading.get_absolute_url(),
            note=notes["introduced"] if bill.new else "",
            detail="; ".join(events[bill.heading.pk]),
            side=notes["new" if bill.new else "not new"] if parted else "",
        )


def _days_of(bills: Sequence[_BillOfDay], language: str) -> str:
    """The day of some bills' headings, or the first and the last one."""
    days = sorted({heading.sitting.date for bill in bills for heading in bill.headings})
    return " – ".join(format_date(day, language) for day in dict.fromkeys((days[0], days[-1])))


def _bills_of_days(reading: Reading) -> list[_BillOfDay]:
    """The bills with a heading on the days named, in the order of the day."""
    bills: dict[str, _BillOfDay] = {}
    below: dict[int, _BillOfDay] = {}
    for row in printed_headings(reading).select_related("about__sponsor")[:_MOST_HEADINGS]:
        if row.parent_id in below:
            bill = below[row.parent_id]
            bill.headings.append(row)
            bill.new |= stems_of(row.title) >= _FIRST_READING
        elif row.about_id or is_a_bills_title(row.title):
            bill = bills.setdefault(str(row.about_id or fold(row.title)), _BillOfDay([]))
            bill.headings.append(row)
            bill.new |= bool(row.about and row.about.introduced == row.sitting.date)
            below[row.pk] = bill
    return list(bills.values())


def _tell_events(bills: Sequence[_BillOfDay], language: str) -> dict[int, list[str]]:
    """What happened to each bill, by the key of its first heading.

    Tells the stages that its headings name, how its recorded votes ended, and what the minutes say of its readings, in
    their own words. Adds the day if there are several.
    """
    of_bill = {heading.pk: bill.heading.pk for bill in bills for heading in bill.headings}
    headings = [heading for bill in bills for heading in bill.headings]
    day_of = {one.pk: one.sitting.date for one in headings}
    several = len(set(day_of.values())) > 1
    told: dict[int, list[str]] = {bill.heading.pk: list(bill.stages) for bill in bills}

    def tell(heading: int, words: str) -> None:
        own = f"{words}, {format_date(day_of[heading], language)}" if several else words
        if own not in told[of_bill[heading]]:
            told[of_bill[heading]].append(own)

    votes = Division.objects.filter(debate__in=headings, kind=Division.Kind.BILL)
    for vote in votes.order_by("sitting", "position"):
        tell(vote.debate_id or 0, _outcome(vote, language))
    parliament_of = {one.pk: one.sitting.chamber.parliament_id for one in headings}
    for minute in minutes_under(headings):
        key = minute.heading or 0
        if any(form.search(minute.words) for form in procedure_of(parliament_of[key]).readings):
            tell(key, quoted(minute.words.strip("()"), language))
    return told


def _outcome(vote: Division, language: str) -> str:
    """How a vote on a bill ended, after its stage: "second reading: agreed to 89–55"."""
    colon = " :" if language == "fr" else ":"
    ended = outcome_of(vote, language)
    return f"{stage_name(vote.stage, language)}{colon} {ended}" if vote.stage else ended
