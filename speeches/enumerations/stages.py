"""The stages at which the record shows a bill: by its headings and the motions moved under them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rag.text.dates import format_date
from speeches.enumerations.chair_words import paragraphs_of_chair
from speeches.enumerations.headings import sittings_within
from speeches.enumerations.listing import Entry, Listing
from speeches.enumerations.minutes import minutes_source, minutes_under
from speeches.enumerations.motions import moves_under
from speeches.enumerations.phrases import NOTES, quoted, unread_note
from speeches.enumerations.records import match_bills
from speeches.enumerations.selection import add_note
from speeches.enumerations.votes import list_votes
from speeches.formats.motions import procedure_of
from speeches.models import Bill, Debate, Division, Sitting, Speech
from speeches.reading.naming import bill_label, outcome_of, stage_name
from speeches.understanding.reading import Reading
from speeches.understanding.stems import stems_of

# A bill may be put off day after day; so many of the last times are told.
_MOST_PUT_OFF = 3


@dataclass(frozen=True, slots=True)
class _Stage:
    """A stage of a bill, and the heading under which the record shows it."""

    name: str
    debate: Debate


def list_stages(reading: Reading, version: int | None) -> Listing | None:
    """The stages of the one bill meant, on the days named, if the tables hold no status for it or days are named.

    Without any, how the recorded vote on the bill ended.
    """
    bills, spoken = match_bills(reading, version)
    dated = reading.days and not reading.is_of_a_session
    shown = {bill: list(_stages_of(bill, reading)) for bill in bills if dated or not bill.status}
    told = {bill: stages for bill, stages in shown.items() if stages}
    if len(told) == 1:
        ((bill, stages),) = told.items()
        return add_note(_listing(bill, stages, reading), "bill spoken of" if spoken else "", reading)
    untold = not told and reading.all("bill") and len(shown) == len(bills)
    return list_votes(replace(reading, kind="vote/result"), version) if untold else None


def _stages_of(bill: Bill, reading: Reading) -> Iterator[_Stage]:
    """Each stage under whose headings the bill stands, in the chamber named if one is, once a day, in order."""
    sittings = Sitting.objects.once(reading.language)
    rows = Debate.objects.filter(about=bill, sitting__in=sittings).select_related("parent", "sitting__chamber")
    rows = rows.filter(sitting__date__range=reading.days) if reading.days else rows
    rows = rows.filter(sitting__chamber__in=reading.keys("chamber")) if reading.keys("chamber") else rows
    seen = set()
    for debate in rows.order_by("sitting__date", "sitting", "position"):
        for name in _stages_under(debate):
            if (name, debate.sitting_id) not in seen:
                seen.add((name, debate.sitting_id))
                yield _Stage(name, debate)


def _stages_under(debate: Debate) -> list[str]:
    """The stage that a heading names; else those for which the bill is moved under it."""
    procedure = procedure_of(debate.sitting.chamber.parliament_id)
    if named := procedure.stage_in([debate.title]):
        return [named]
    forms = (procedure.form_of(one.move.words) for _, one in moves_under(debate))
    return [form.stage for form in forms if form and form.stage]


def _listing(bill: Bill, stages: list[_Stage], reading: Reading) -> Listing:
    language = reading.language
    entries = tuple(
        Entry(
            name=f"{stage_name(one.name, language)} ({format_date(one.debate.sitting.date, language)})",
            detail="; ".join(dict.fromkeys(_outcomes(bill, one, language))),
            url=one.debate.get_absolute_url(),
            note=one.debate.sitting.chamber.name,
        )
        for one in stages
    )
    then = (
        not reading.days
        or reading.is_of_a_session
        or (bill.introduced is not None and bill.introduced <= reading.days[1])
    )
    entries = (*(_introduction(bill, language) if then else ()), *entries)
    title = NOTES[language]["stages"].format(bill_label(bill, language))
    last = stages[-1].debate
    source = minutes_source(last.sitting, title, last.get_absolute_url(), language)
    source = replace(source, source_type="bill", id=str(bill.pk))
    return Listing("bills", title, entries, source, loose=unread_note(reading), bill=bill, language=language)


def _outcomes(bill: Bill, stage: _Stage, language: str) -> Iterator[str]:
    """How the recorded votes on a bill at a stage ended that day, what the minutes say of its readings then, and what
    was put off."""
    votes = Division.objects.filter(about=bill, kind=Division.Kind.BILL, sitting=stage.debate.sitting)
    wanted = stems_of(stage.name)
    for vote in votes.order_by("position"):
        if wanted <= stems_of(vote.stage):
            yield outcome_of(vote, language)
    procedure = procedure_of(stage.debate.sitting.chamber.parliament_id)
    for minute in minutes_under([stage.debate]):
        if any(form.search(minute.words) for form in procedure.readings):
            yield quoted(minute.words.strip("()"), language)
    for one in paragraphs_of_chair(stage.debate.speeches.order_by("position"), procedure.postponed):
        yield quoted(one.words, language)


def with_postponements(listing: Listing | None, reading: Reading) -> Listing | None:
    """The votes that come nearest to a question, with what the chair put off on the bill that it names."""
    if listing is None or not listing.near:
        return listing
    return replace(listing, notes=(*listing.notes, *postponements(reading)))


def postponements(reading: Reading) -> list[str]:
    """What the chair or the minutes last put off on the bills that a question names, on its days, a sentence each."""
    if not (bills := reading.keys("bill")):
        return []
    language, note = reading.language, NOTES[reading.language]["put off"]
    debates = Debate.objects.filter(about__in=bills, sitting__in=sittings_within(reading))
    turns = Speech.objects.filter(debate__in=debates).order_by("date", "position")
    put_off = (
        one
        for code in sorted(reading.view)
        for one in paragraphs_of_chair(turns.filter(parliament=code), procedure_of(code).postponed)
    )
    told = (note.format(format_date(one.speech.date, language), quoted(one.words, language)) for one in put_off)
    return list(dict.fromkeys(told))[-_MOST_PUT_OFF:]


def _introduction(bill: Bill, language: str) -> Iterator[Entry]:
    """Who brought the bill in, and when, as far as the tables tell."""
    notes = NOTES[language]
    if bill.sponsor or bill.introduced:
        brought_in = notes["brought in by"].format(bill.sponsor.name) if bill.sponsor else notes["brought in"]
        day = f" ({format_date(bill.introduced, language)})" if bill.introduced else ""
        yield Entry(f"{brought_in}{day}", url=bill.get_absolute_url(), person=bill.sponsor.name if bill.sponsor else "")
