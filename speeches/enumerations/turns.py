"""Lists of turns by their place in the record: questions and their answers, statements, and who spoke next."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db.models import QuerySet

from rag.text.dates import format_date
from speeches.enumerations.headings import headings_under, match_headings, printed_headings
from speeches.enumerations.listing import Entry, Listing, speech_source
from speeches.enumerations.phrases import NOTES, language_of, unread_note
from speeches.enumerations.selection import (
    BY_MEMBERS,
    MOST_SPEECHES,
    add_note,
    describe_heading,
    describe_scope,
    list_turns,
    listing_of,
    names_nobody,
    office_holders,
    speakers_of,
    speeches_nearest,
    speeches_selected,
    speeches_within,
    stems_asked,
    subject_of,
)
from speeches.formats.frame import frame_of
from speeches.models import Politician, Speech
from speeches.understanding.reading import Reading
from speeches.understanding.stems import stems_of

# Whoever spoke more often in a debate has no one turn of which to say who came next.
_MOST_TURNS = 3


def list_questions(reading: Reading, version: int | None) -> Listing | None:
    """The questions meant: asked by the speakers named, or answered by the other people named.

    A minister named as a speaker who asked none is one who answered. If no heading holds the subject and nobody is
    named, those under the heading nearest to it.
    """
    if names_nobody(reading):
        return None
    askers, answerers = reading.keys("speaker"), [*reading.keys("about"), *office_holders(reading)]
    questions = speeches_selected(reading, askers).filter(kind="question")
    if askers and not answerers and not questions.exists():
        questions, answerers = speeches_selected(reading).filter(kind="question"), list(askers)
    if answerers:
        return _list_answered(questions.exclude(politician__in=answerers), answerers, reading)
    if not reading.all("speaker") and subject_of(reading) and not questions.exists():
        near, note = speeches_nearest(reading, version)
        questions = near.filter(kind="question")
        return add_note(list_turns("questions", questions, reading, describe_heading(questions)), note, reading)
    return list_turns("questions", questions, reading)


def _list_answered(questions: QuerySet[Speech], answerers: Sequence[int], reading: Reading) -> Listing | None:
    """The questions that some people answered, under a title that names them."""
    answers = answers_to(questions)
    own = Speech.objects.filter(pk__in=answers.values(), politician__in=answerers).values_list("pk", "politician")
    answered_by = dict(own)
    questions = questions.filter(pk__in=[question for question, answer in answers.items() if answer in answered_by])
    names = Politician.objects.filter(pk__in=answered_by.values()).values_list("name", flat=True)
    listing = list_turns("questions", questions, reading)
    if listing is None:
        return None
    title = NOTES[language_of(reading.language)]["answered by"].format(listing.title, ", ".join(names))
    return replace(listing, title=title, source=replace(listing.source, title=title))


def list_answerers(reading: Reading, version: int | None) -> Listing | None:
    """Who answered the questions on the days and the subject named, by the members and the party named; of an office
    named, its holders."""
    if names_nobody(reading) or not (reading.days or subject_of(reading)):
        return None
    holders = office_holders(reading)
    questions, note = speeches_selected(reading, reading.keys("speaker", "about")).filter(kind="question"), ""
    heading = ""
    if subject_of(reading) and not questions.exists():
        near, note = speeches_nearest(reading, version)
        questions = near.filter(kind="question")
        heading = describe_heading(questions)
    answers = Speech.objects.filter(pk__in=set(answers_to(questions).values()))
    answers = answers.filter(politician__in=holders) if holders else answers
    scope = describe_scope(reading, heading)
    return add_note(listing_of("speakers", speakers_of(answers), reading, scope, "answerers"), note, reading)


def answers_to(questions: QuerySet[Speech]) -> dict[str, str]:
    """The key of the answer to each question that has one: the next answer under the same heading.

    Questions in a row are answered together.
    """
    debates = questions.order_by().values("debate")
    turns = Speech.objects.filter(debate__in=debates, kind__in=("question", "answer")).order_by("debate", "position")
    wanted = set(questions.values_list("pk", flat=True)[:MOST_SPEECHES])
    found: dict[str, str] = {}
    waiting: list[str] = []
    before = None
    for key, kind, debate in turns.values_list("pk", "kind", "debate"):
        waiting = waiting if debate == before else []
        before = debate
        if kind == "question":
            waiting.append(key)
        else:
            found.update((one, key) for one in waiting if one in wanted)
            waiting = []
    return found


def list_statements(reading: Reading) -> Listing | None:
    """The statements that the day prints under a rubric of their own, by the people and on the subject named.

    If the question's words tell one rubric from the others ("ministerial statements"), only those under it.
    """
    if names_nobody(reading) or not (reading.days or reading.keys("speaker", "about")):
        return None
    rubrics = headings_under("statements", list(printed_headings(reading)[:MOST_SPEECHES]))
    headings = [row for rubric in _rubrics_named(reading) for row in rubrics.get(rubric, ())]
    if subject := subject_of(reading):
        headings = match_headings(subject, headings, reading.language)
    members = [*reading.keys("speaker", "about"), *office_holders(reading)]
    statements = speeches_within(reading).filter(debate__in=headings)
    return list_turns("statements", statements.filter(politician__in=members) if members else statements, reading)


def _rubrics_named(reading: Reading) -> list[str]:
    """The rubrics of statements, in small letters, that hold most words of a question, or of a French one's English
    translation; all, if none holds any."""
    every = (rubric for code in reading.view for rubric in frame_of(code).rubrics.get("statements", ()))
    own = {rubric.casefold(): stems_of(rubric) for rubric in every}
    named = set()
    for wanted in stems_asked(reading):
        held = {rubric: len(stems & wanted) for rubric, stems in own.items()}
        named |= {rubric for rubric in own if 0 < held[rubric] == max(held.values())}
    return list(named or own)


def list_next(reading: Reading, version: int | None) -> Listing | None:
    """Who spoke before and after the one member named, in the debate or on the days named.

    None if the member spoke there too often to say which turn is meant, or if the question says of which party or
    office the other is.
    """
    members = reading.keys("about", "speaker")
    placed = reading.days or subject_of(reading) or reading.keys("bill")
    if len(members) != 1 or not placed or names_nobody(reading) or reading.all("party", "office"):
        return None
    own = speeches_selected(reading, members)
    if subject_of(reading) and not own.exists():
        near, _ = speeches_nearest(reading, version)
        own = near.filter(politician__in=members)
    turns = list(
        own.exclude(debate=None).select_related("politician", "debate").order_by("date", "sitting", "position")
    )
    if not 0 < len(turns) <= _MOST_TURNS:
        return None
    entries = [entry for turn in turns for entry in _neighbours_of(turn, reading, several=len(turns) > 1)]
    if not entries:
        return None
    language = language_of(reading.language)
    where = describe_heading(own) or format_date(turns[0].date, language)
    title = NOTES[language]["next"].format(turns[0].speaker, where)
    source = speech_source(turns[0], title)
    return Listing("turns", title, tuple(entries), source, notes=tuple(unread_note(reading)), language=language)


def _neighbours_of(turn: Speech, reading: Reading, *, several: bool) -> Iterable[Entry]:
    """The members who spoke before and after a turn under its heading, if any."""
    notes = NOTES[language_of(reading.language)]
    others = Speech.objects.filter(BY_MEMBERS, debate=turn.debate).exclude(politician=turn.politician)
    before = others.filter(position__lt=turn.position).order_by("-position").first()
    after = others.filter(position__gt=turn.position).order_by("position").first()
    for place, other in (("before", before), ("after", after)):
        if other:
            side = notes[place] + (f" “{turn.text[:40].rsplit(' ', 1)[0]} …”" if several else "")
            party = other.party.name if other.party else ""
            yield Entry(other.speaker, url=other.get_absolute_url(), party=party, role=other.role, side=side)
