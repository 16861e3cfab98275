"""Lists of records other than people: the committees of a parliament, the bills of a session."""

from collections.abc import Iterable

from django.db.models import QuerySet

from speeches.enumerations.bills_of_days import list_bills_of_days
from speeches.enumerations.listing import Entry, Listing, Source, record_source
from speeches.enumerations.phrases import NOTES, unread_note
from speeches.enumerations.spoken import find_bill
from speeches.models import Bill, Committee, Session
from speeches.reading.naming import bill_label
from speeches.understanding.reading import Reading


def list_committees(reading: Reading) -> Listing | None:
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


def list_bills(reading: Reading) -> Listing | None:
    """The bills on record of the session named, or of all sessions; only those that a member brought in, if one is
    named.

    For days: the bills before the chamber, at the stage named if one is; only those introduced then, if it asks for
    new ones. None if the question asks for only some of them.
    """
    who = reading.all("about", "speaker")
    if reading.all("topic", "committee", "office") or reading.keys("party") or any(not slot.keys for slot in who):
        return None
    before = list_bills_of_days(reading) if reading.days and not reading.is_of_a_session and not who else None
    if before or reading.all("stage", "chamber"):
        # The table of bills knows neither.
        return before
    language, bills = reading.language, _bills_within(reading)
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
    if reading.days and not reading.is_of_a_session:
        bills = bills.filter(introduced__range=reading.days)
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


def list_presenters(reading: Reading, version: int | None) -> Listing | None:
    """Everybody in whose names the bill meant was presented; None if the record does not tell."""
    bills, spoken = match_bills(reading, version)
    if len(bills) != 1 or not bills[0].presenters:
        return None
    bill, language = bills[0], reading.language
    entries = tuple(Entry(name=name, url=bill.get_absolute_url()) for name in bill.presenters)
    title = NOTES[language]["presenters"].format(len(entries), bill_label(bill, language))
    source = _own_source("bill", title, bills)
    notes = (NOTES[language]["bill spoken of"],) if spoken else ()
    return Listing("presenters", title, entries, source, notes=notes, loose=unread_note(reading), language=language)


def _own_source(kind: str, title: str, listed: Iterable[Bill | Committee]) -> Source:
    """The record itself as the source, with a parliament if everything listed belongs to one."""
    parliaments = {one.parliament_id: one.parliament for one in listed}
    parliament = next(iter(parliaments.values())) if len(parliaments) == 1 else None
    return record_source(kind, title, "en", parliament=parliament)
