"""Lists of turns by their place in the record: questions and their answers, statements, and who spoke next."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from django.db.models import Q, QuerySet

from speeches.enumerations.headings import headings_under, match_headings
from speeches.enumerations.listing import Entry, Listing, entry_of, speech_source
from speeches.enumerations.phrases import NOTES, unread_note
from speeches.enumerations.selection import (
    BY_MEMBERS,
    MOST_SPEECHES,
    Selection,
    add_note,
    describe_heading,
    describe_scope,
    list_turns,
    listing_of,
    names_nobody,
    office_holders,
    on_behalf_of,
    question_stems,
    select_or_nearest,
    select_speeches,
    speakers_of,
    speeches_within,
    subject_of,
)
from speeches.enumerations.sides import parties_led
from speeches.enumerations.spoken import turns_on
from speeches.formats.frame import frame_of, frames
from speeches.models import Politician, Speech
from speeches.understanding.reading import Reading
from speeches.understanding.sides import GOVERNMENT, find_side
from speeches.understanding.stems import stems_of

# If a member spoke more often, the neighbours of every turn are of no use.
_MOST_TURNS = 3
# A note names at most this many askers.
_MOST_ASKERS = 12
# Their rubrics, and the kind of list.
_STATEMENTS = "statements"
_TURN = ("pk", "sitting", "debate", "politician", "politician__witness")


def list_questions(reading: Reading, version: int | None) -> Listing | None:
    """The questions meant: asked by the speakers named, or answered by the other people named.

    A minister named as a speaker who asked none is one who answered; of several people named, those who asked some are
    the askers. If no heading holds the subject and nobody is named, those under the heading nearest to it.
    Where nothing is marked as a question: who spoke.
    """
    if names_nobody(reading):
        return None
    askers, answerers = _askers_and_answerers(reading)
    if answerers:
        return _list_answered(reading, version, askers, answerers)
    found = _select_questions(reading, version, askers, nearest=not reading.all("speaker"))
    marked = add_note(list_turns("questions", found.speeches, reading, found.heading), found.note, reading)
    return marked or (None if reading.all("speaker") else _list_unmarked(reading))


def _select_questions(
    reading: Reading, version: int | None, askers: Sequence[int], *, nearest: bool = True
) -> Selection:
    """The questions on the days and the subject named. Under a heading that holds some words of the subject only, those
    that the search finds for it: others there may be on other matters."""
    found = select_or_nearest(reading, version, askers, "question", nearest=nearest)
    if found.note != "some words":
        return found
    debates = found.speeches.order_by().values_list("debate", flat=True).distinct()
    # No heading stands under a bill that only its words name.
    described = subject_of(reading) or reading.words("bill")
    meant = turns_on(described, tuple(debates), reading, version)
    return replace(found, speeches=found.speeches.filter(pk__in=meant))


def _list_unmarked(reading: Reading) -> Listing | None:
    """Who spoke in the one debate whose heading holds the subject, where nothing is marked as a question."""
    spoken = select_speeches(reading) if subject_of(reading) else Speech.objects.none()
    heading = describe_heading(spoken, reading.language)
    if not heading or spoken.filter(kind="question").exists():
        return None
    listing = listing_of("speakers", speakers_of(spoken), reading, describe_scope(reading, heading))
    return add_note(listing, "unmarked", reading)


def _askers_and_answerers(reading: Reading) -> tuple[Sequence[int], Sequence[int]]:
    """Which of the people named asked, and which answered. Where the reading does not part them, the record does: who
    asked nothing answered."""
    askers, answerers = list(reading.keys("speaker")), [*reading.keys("about"), *office_holders(reading)]
    if askers and answerers:
        return askers, answerers
    named = askers or answerers
    asked = select_speeches(reading, named).filter(kind="question", politician__in=named)
    asking = set(asked.order_by().values_list("politician", flat=True).distinct()) if named else set()
    if askers:
        return (askers, []) if asking else ([], askers)
    if asking == set(named):
        return [], answerers
    return [one for one in named if one in asking], [one for one in named if one not in asking]


def _list_answered(
    reading: Reading, version: int | None, askers: Sequence[int], answerers: Sequence[int]
) -> Listing | None:
    """The questions that some people answered, under a title that names them.

    Falls back to the questions asked on their behalf, then to the turns that they answered at once. None if a party is
    named, because it may be that of either side.
    """
    if reading.all("party"):
        return None
    found = _select_questions(reading, version, askers)
    questions = found.speeches.exclude(politician__in=answerers)
    answers = answers_to(questions)
    keys = {answer for own in answers.values() for answer in own}
    theirs = dict(Speech.objects.filter(pk__in=keys, politician__in=answerers).values_list("pk", "politician"))
    answered = [question for question, own in answers.items() if theirs.keys() & set(own)]
    listing = list_turns("questions", questions.filter(pk__in=answered), reading, found.heading)
    if listing is None:
        # Somebody may have asked for those named.
        asked = list_turns("questions", questions.filter(on_behalf_of(answerers)), reading, found.heading)
        return add_note(asked, found.note, reading) if asked else list_replied(reading, version, askers, answerers)
    return add_note(_name_answerers(listing, filter(None, theirs.values()), reading), found.note, reading)


def _name_answerers(listing: Listing, members: Iterable[int], reading: Reading) -> Listing:
    """A list of questions under a title that says who answered them."""
    names = Politician.objects.filter(pk__in=members).values_list("name", flat=True)
    title = NOTES[reading.language]["answered by"].format(listing.title, ", ".join(names))
    return replace(listing, title=title, source=replace(listing.source, title=title))


def list_replied(
    reading: Reading, version: int | None, askers: Sequence[int], members: Sequence[int]
) -> Listing | None:
    """The turns that the members named answered, only those by `askers` if any are given.

    In a debate, a turn counts if the same member spoke just before and just after it. In a committee, a member's turn
    counts if a witness named speaks next. None if the question names no day and no subject, and the members answered in
    several debates.
    """
    found = select_or_nearest(reading, version, members)
    places = set(found.speeches.order_by().values_list("debate", "sitting")[:MOST_SPEECHES])
    if len(places) > 1 and not (reading.days or subject_of(reading)):
        return None
    chair = {title for code in reading.view for title in frame_of(code).chairing}
    debates, meetings = {one for one, _ in places if one}, {one for debate, one in places if not debate}
    within = Q(debate__in=debates) | Q(debate=None, sitting__in=meetings)
    turns = Speech.objects.filter(BY_MEMBERS, within).exclude(role__in=chair).order_by("sitting", "debate", "position")
    replied = _replies_at_once(list(turns.values_list(*_TURN)), members)
    own = Speech.objects.filter(pk__in=replied)
    own = own.filter(politician__in=askers) if askers else own
    listing = list_turns("replied", own, reading, found.heading)
    return add_note(_name_answerers(listing, replied.values(), reading), found.note, reading) if listing else None


def _replies_at_once(rows: Sequence[tuple[Any, ...]], members: Sequence[int]) -> dict[str, int]:
    """The keys of the turns right before one of the members', each with that member. `rows` are `_TURN`s in order."""
    found: dict[str, int] = {}
    for place, ((key, *where, member, witness), after) in enumerate(pairwise(rows)):
        replies = list(after[1:3]) == where and after[3] in members and member not in members
        before = rows[place - 1] if place else None
        # In a debate, the member had the floor before; before a committee, whoever is no witness asks.
        asks = before is not None and before[1:4] == after[1:4] if where[1] else not witness
        if replies and asks:
            found[key] = after[3]
    return found


def list_answerers(reading: Reading, version: int | None) -> Listing | None:
    """Who answered the questions on the days and the subject named, by members of the party named; of an office named,
    its holders. None if the question names a member."""
    placed = reading.days or subject_of(reading)
    if names_nobody(reading) or not placed or reading.all("speaker", "about"):
        return None
    return _list_who_answered(reading, version, office_holders(reading))


def _list_who_answered(
    reading: Reading, version: int | None, holders: Sequence[int], askers: Sequence[int] = ()
) -> Listing | None:
    """Who answered the questions on the days and the subject named; only these holders, and only those of `askers`, if
    any are given. A note names who asked, if few did."""
    found = _select_questions(reading, version, askers)
    answered = answers_to(found.speeches)
    answers = Speech.objects.filter(pk__in={one for own in answered.values() for one in own})
    answers = answers.filter(politician__in=holders) if holders else answers
    scope = describe_scope(reading, found.heading)
    listing = listing_of("speakers", speakers_of(answers), reading, scope, "answerers")
    given = set(answers.order_by().values_list("pk", flat=True))
    asked = speakers_of(found.speeches.filter(pk__in=[key for key, own in answered.items() if given & set(own)]))
    if listing and 0 < len(asked) <= _MOST_ASKERS:
        told = NOTES[reading.language]["asked by"].format(", ".join(one.name for one in asked))
        listing = replace(listing, notes=(told, *listing.notes))
    return add_note(listing, found.note, reading) if listing or askers else _list_in_office(reading, version, holders)


def _list_in_office(reading: Reading, version: int | None, holders: Sequence[int]) -> Listing | None:
    """Who spoke for the government in the one debate on the subject named, if nothing there is marked as a question.

    Lists the members of its party with an office printed beside their name, except whoever opened the debate; only
    these `holders` if any are given. None if another side is asked for.
    """
    side = find_side(reading.text_outside_slots)
    if not subject_of(reading) or (side and side.name != GOVERNMENT):
        return None
    found = select_or_nearest(reading, version)
    turns = found.speeches.order_by("position")
    first = turns.select_related("sitting__chamber").first()
    heading = found.heading or describe_heading(found.speeches, reading.language)
    if first is None or not heading:
        return None
    chair = {title for code in reading.view for title in frame_of(code).chairing}
    governing = parties_led(first.parliament_id, first.date).get(GOVERNMENT, ())
    spoken = turns.filter(party__in=governing).exclude(role__in={"", *chair}).exclude(politician=first.politician)
    spoken = spoken.filter(politician__in=holders) if holders else spoken
    listing = listing_of("speakers", speakers_of(spoken), reading, describe_scope(reading, heading), "in office")
    return add_note(listing, found.note, reading)


def answers_to(questions: QuerySet[Speech]) -> Mapping[str, Sequence[str]]:
    """The keys of the answers to each question that has one: those after it under its heading, up to the next question.

    Questions right after one another are answered together. Empty if there are too many questions to list.
    """
    wanted = set(questions.order_by().values_list("pk", flat=True)[: MOST_SPEECHES + 1])
    if len(wanted) > MOST_SPEECHES:
        return {}
    debates = Speech.objects.filter(pk__in=wanted).order_by().values("debate")
    turns = Speech.objects.filter(debate__in=debates, kind__in=("question", "answer")).order_by("debate", "position")
    found: dict[str, list[str]] = defaultdict(list)
    waiting: list[str] = []
    before: tuple[int | None, int, str] = (None, 0, "")
    for key, kind, debate, position in turns.values_list("pk", "kind", "debate", "position"):
        together = before == (debate, position - 1, "question")
        if kind == "question":
            waiting = [*waiting, key] if together else [key]
        elif before[0] == debate:
            for one in wanted.intersection(waiting):
                found[one].append(key)
        before = (debate, position, kind)
    return found


def list_statements(reading: Reading) -> Listing | None:
    """The statements that the day prints under a rubric of their own, by the people and on the subject named.

    If the question's words tell one rubric from the others ("ministerial statements"), only those under it. A reply to
    a statement is none.
    """
    if names_nobody(reading) or not (reading.days or reading.keys("speaker", "about")):
        return None
    rubrics = _rubrics_named(reading)
    headings = headings_under(rubrics, reading)
    own = {one.pk for one in headings if one.title.casefold() in {rubric.casefold() for rubric in rubrics}}
    if subject := subject_of(reading):
        headings = match_headings(subject, headings, reading.language)
    statements = speeches_within(reading).filter(debate__in=headings)
    if members := [*(reading.keys("speaker") or reading.keys("about")), *office_holders(reading)]:
        statements = statements.filter(politician__in=members)
    first: dict[int | None, str] = {}
    rows = statements.order_by("debate", "position").values_list("pk", "debate")[: MOST_SPEECHES + 1]
    kept = [key for key, debate in rows if debate in own or first.setdefault(debate, key) == key]
    return list_turns("statements", statements.filter(pk__in=kept), reading)


def with_statements(reading: Reading) -> Reading:
    """The reading, as a question for statements, if it asks for speeches of nobody in particular and calls them so."""
    if reading.kind != "list/speeches" or reading.all("speaker", "about"):
        return reading
    named = any(stems_of(_STATEMENTS) <= asked for asked in question_stems(reading.text, reading.language))
    return replace(reading, kind=f"list/{_STATEMENTS}") if named else reading


def _rubrics_named(reading: Reading) -> list[str]:
    """The rubrics of statements that contain most of a question's words, apart from words that all rubrics share.

    Returns all if the question has no word of any rubric, and none if it only has words of other parliaments' rubrics.
    """
    every = {rubric: stems_of(rubric) for frame in frames().values() for rubric in frame.rubrics.get(_STATEMENTS, ())}
    common = frozenset.intersection(*every.values())
    own = [rubric for code in reading.view for rubric in frame_of(code).rubrics.get(_STATEMENTS, ())]
    named: set[str] = set()
    for asked in question_stems(reading.text, reading.language):
        held = {rubric: len((stems - common) & asked) for rubric, stems in every.items()}
        most = max(held.values())
        named |= {rubric for rubric in every if 0 < held[rubric] == most}
    return [rubric for rubric in own if rubric in named or not named]


def list_next(reading: Reading, version: int | None) -> Listing | None:
    """Who spoke before and after the one member named, in the debate or on the days named.

    If the member spoke there more often, everybody else who did: one of them replied. None if the member spoke so in
    several debates, so that nobody knows which turn is meant, or if the question says of which party the other is. Of
    several members named, the one who spoke there is meant. If an office is named too, the list tells who answered the
    member's questions, with the role printed there ("on behalf of the Prime Minister").
    """
    members = reading.keys("about", "speaker")
    placed = reading.days or subject_of(reading) or reading.keys("bill")
    if not members or not placed or reading.all("party"):
        return None
    if reading.all("office"):
        return _list_who_answered(reading, version, (), members)
    if names_nobody(reading):
        return None
    found = select_or_nearest(reading, version, members)
    rows = found.speeches.exclude(debate=None).select_related("politician", "debate")
    if len(rows.order_by().values_list("debate", "politician").distinct()[:2]) != 1:
        return None
    turns = list(rows.order_by("position")[: _MOST_TURNS + 1])
    several = len(turns) > _MOST_TURNS
    entries = (
        _others_in(turns[0])
        if several
        else tuple(entry for turn in turns for entry in _neighbours(turn, turns, reading))
    )
    if not entries:
        return None
    language = reading.language
    title = NOTES[language]["others" if several else "next"].format(
        turns[0].speaker, found.heading or describe_heading(found.speeches, language), len(entries)
    )
    source, loose = speech_source(turns[0], title), unread_note(reading)
    return add_note(Listing("turns", title, entries, source, loose=loose, language=language), found.note, reading)


def _others_in(turn: Speech) -> tuple[Entry, ...]:
    """The members who spoke under the heading of a turn, without its own."""
    spoken = Speech.objects.filter(BY_MEMBERS, debate=turn.debate).exclude(politician=turn.politician)
    return speakers_of(spoken)


def _neighbours(turn: Speech, turns: Sequence[Speech], reading: Reading) -> Iterator[Entry]:
    """The members who spoke before and after a turn: under its heading or, if nobody else did, in its sitting."""
    notes = NOTES[reading.language]
    others = Speech.objects.filter(BY_MEMBERS, sitting=turn.sitting).exclude(politician=turn.politician)
    own = others.filter(debate=turn.debate)
    others = (own if own.exists() else others).select_related("party", "riding")
    before = others.filter(position__lt=turn.position).order_by("-position").first()
    after = others.filter(position__gt=turn.position).order_by("position").first()
    for place, other in (("before", before), ("after", after)):
        if other:
            side = notes[place] + (f" “{turn.text[:40].rsplit(' ', 1)[0]} …”" if len(turns) > 1 else "")
            yield replace(entry_of(other), note=side, side=side)
