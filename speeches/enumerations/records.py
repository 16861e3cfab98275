"""Lists of records other than people: the committees of a parliament, the bills of a session."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date

from django.db.models import QuerySet

from speeches.enumerations.divisions import stage_named
from speeches.enumerations.headings import printed_headings
from speeches.enumerations.listing import Entry, Listing, Source
from speeches.enumerations.phrases import NOTES, language_of, unread_note
from speeches.enumerations.spoken import find_bill
from speeches.formats.bill_text import is_a_bills_title
from speeches.formats.names import fold
from speeches.models import Bill, Committee, Debate, Session
from speeches.reading.naming import bill_label, stage_name
from speeches.understanding.reading import Reading
from speeches.understanding.stems import stems_of

# The stage at which a bill is introduced.
_FIRST_READING = stems_of("first reading")
# At most so many headings are read: nobody asks for more days at once.
_MOST_HEADINGS = 5000


def committees_listed(reading: Reading) -> Listing | None:
    """Every committee of the parliament named, or of all; None if the question asks for those on a subject."""
    if reading.all("topic", "committee", "about", "party", "place"):
        return None
    committees = Committee.objects.select_related("parliament").filter(parliament__in=reading.view)
    entries = tuple(
        Entry(name=one.name, url=one.get_absolute_url(), note=one.acronym, state=one.parliament.country)
        for one in committees
    )
    title = f"{len(entries)} committees on record"
    return Listing("committees", title, entries, _own_source("committee", title, committees)) if entries else None


def bills_listed(reading: Reading) -> Listing | None:
    """The bills on record of the session named, or of all sessions; only those that a member brought in, if one is
    named.

    For days: the bills before the chamber, at the stage named if one is; only those introduced then, if it asks for
    new ones. None if the question asks for only some of them.
    """
    who = reading.all("about", "speaker")
    if reading.all("topic", "committee", "office") or reading.keys("party") or any(not slot.keys for slot in who):
        return None
    before = _bills_before_the_chamber(reading) if reading.days and not who else None
    if before or reading.all("stage"):
        return before
    language, bills = language_of(reading.language), _bills_within(reading)
    own = bills.filter(sponsor__in=reading.keys("about", "speaker")) if who else bills
    entries = tuple(
        Entry(
            name=bill_label(one, language),
            person=one.name,
            url=one.get_absolute_url(),
            note=one.session.code if one.session else "",
            state=one.parliament.country,
        )
        for one in own
    )
    unknown = bills.filter(sponsor=None).count() if who else 0
    notes = (NOTES[language]["sponsor unknown"].format(unknown),) if unknown else ()
    title = f"{len(entries)} bills on record" + (f" in session {reading.session}" if reading.session else "")
    return Listing("bills", title, entries, _own_source("bill", title, own), notes=notes) if entries else None


def _bills_within(reading: Reading) -> QuerySet[Bill]:
    """The bills of the parliaments, of the session and introduced on the days that a question names."""
    bills = Bill.objects.exclude(session=None).select_related("session", "parliament")
    bills = bills.filter(parliament__in=reading.view)
    if reading.first or reading.last:
        bills = bills.filter(introduced__gte=reading.first or date.min, introduced__lte=reading.last or date.max)
    if reading.session:
        sessions = [
            one.pk
            for one in Session.objects.all()
            if one.code == reading.session or one.code.startswith(f"{reading.session}-")
        ]
        bills = bills.filter(session__in=sessions)
    return bills


def match_bills(reading: Reading, version: int | None) -> tuple[list[Bill], bool]:
    """The bills that a question names, or the one of which most was said under that name; True for the latter."""
    bills = list(Bill.objects.filter(pk__in=reading.keys("bill")).select_related("session", "parliament", "sponsor"))
    named = reading.words("bill")
    spoken = find_bill(named, reading, version) if named and not bills else None
    return ([spoken], True) if spoken else (bills, False)


def presenters_listed(reading: Reading, version: int | None) -> Listing | None:
    """Everybody in whose names the bill meant was presented; None if the record does not tell."""
    bills, spoken = match_bills(reading, version)
    if len(bills) != 1 or not bills[0].presenters:
        return None
    bill, language = bills[0], language_of(reading.language)
    entries = tuple(Entry(name=name, url=bill.get_absolute_url()) for name in bill.presenters)
    title = NOTES[language]["presenters"].format(len(entries), bill_label(bill, language))
    source = _own_source("bill", title, bills)
    notes = (NOTES[language]["bill spoken of"],) if spoken else ()
    return Listing("presenters", title, entries, source, notes=(*notes, *unread_note(reading)), language=language)


@dataclass(slots=True)
class _BillOfDay:
    """A bill with a heading of its own on a day: the heading, the stages printed under it, and whether it is new."""

    heading: Debate
    stages: list[str] = field(default_factory=list)
    new: bool = False

    def label(self, language: str) -> str:
        return bill_label(self.heading.about, language) if self.heading.about else self.heading.title

    @property
    def sponsor(self) -> str:
        """Who brought it in; "" if the record does not say."""
        about = self.heading.about
        return about.sponsor.name if about and about.sponsor else ""

    def is_at(self, stage: frozenset[str]) -> bool:
        """Whether it was at a stage then, given the stems of its name. At its first reading a bill is introduced."""
        at_stage = any(stage <= stems_of(title) for title in self.stages)
        return at_stage or (self.new and stage <= _FIRST_READING)


def _bills_before_the_chamber(reading: Reading) -> Listing | None:
    """All bills with a heading on the days named, the new ones apart; only these if the question calls them by a word
    that labels them. If a stage is named: those at that stage then."""
    language = language_of(reading.language)
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
    entries = tuple(
        Entry(
            name=bill.label(language),
            person=bill.sponsor,
            url=bill.heading.get_absolute_url(),
            note=", ".join(dict.fromkeys([*([notes["introduced"]] if bill.new else []), *bill.stages])),
            side=notes["new" if bill.new else "not new"] if of_both else "",
        )
        for bill in listed
    )
    kind = "bills at" if wanted else "bills of the day" if of_both else "bills introduced" if new else "bills before"
    title = notes[kind].format(len(entries), stage_name(stage_named(reading), language))
    source = Source("bills", "bills", title, notes["record"], "", entries[0].url, "")
    # Headings do not say whose a bill is, so a side such as the government narrows nothing.
    sides = tuple(slot.words for slot in reading.all("party"))
    unread = [word for word in reading.unread if not (new and stems_of(word) <= stems_of(notes["new"]))]
    told = unread_note(replace(reading, unread=(*unread, *sides)))
    if of_both:
        told.append(notes["fate"])
    elif new and others:
        told.append(notes["other bills"].format("; ".join(bill.label(language) for bill in others)))
    return Listing("bills", title, entries, source, notes=tuple(told), language=language)


def _bills_of_days(reading: Reading) -> list[_BillOfDay]:
    """The bills with a heading on the days named, in the order of the day."""
    bills: dict[str, _BillOfDay] = {}
    below: dict[int, _BillOfDay] = {}
    for row in printed_headings(reading).select_related("about__sponsor")[:_MOST_HEADINGS]:
        if row.parent_id in below:
            bill = below[row.parent_id]
            bill.stages.append(row.title)
            bill.new |= stems_of(row.title) >= _FIRST_READING
        elif row.about_id or is_a_bills_title(row.title):
            bill = bills.setdefault(str(row.about_id or fold(row.title)), _BillOfDay(row))
            bill.new |= bool(row.about and row.about.introduced == row.sitting.date)
            below[row.pk] = bill
    return list(bills.values())


def _own_source(kind: str, title: str, listed: Iterable[Bill | Committee]) -> Source:
    """The record itself as the source, with a parliament if everything listed belongs to one."""
    parliaments = {one.parliament_id: one.parliament for one in listed}
    return Source(
        source_type=kind,
        id=kind,
        title=title,
        reference="The record as ingested",
        date="",
        url="",
        source_url="",
        parliament=next(iter(parliaments.values())) if len(parliaments) == 1 else None,
    )
