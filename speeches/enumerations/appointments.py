"""Whom a chamber was to put into an office or on a committee, or to take off it, in the words of the motions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from speeches.enumerations.chair_words import ChairWords, paragraphs_of_chair
from speeches.enumerations.headings import printed_headings
from speeches.enumerations.listing import Entry, Listing
from speeches.enumerations.motions import MotionInDebate, debates_of_motion, find_motions, shorten_motion
from speeches.enumerations.phrases import NOTES, quoted
from speeches.enumerations.selection import add_note, describe_sitting, listing_of
from speeches.formats.motions import procedure_of
from speeches.formats.names import fold
from speeches.models import Debate, Division
from speeches.search.roster import Roster, has_honorific, roster
from speeches.understanding.reading import Reading
from speeches.understanding.resolve import distinct_name, is_named
from speeches.understanding.stems import stems_of

# The kinds of these lists: of motions, or with who was elected.
MOTIONS, ELECTIONS = "motions", "elections"
# How a motion names a member by the seat.
_BY_SEAT = "member for "
# The stems of each last name that a person may have.
Names = list[frozenset[str]]
# A question for a mover, or the one before, may date the motion by somebody else.
_MOVER = "fact/mover"
# If more motions fit, the question means something else.
_MOST = 6
# Slots that name such a place; the tagger takes a committee for a matter now and then.
_PLACES = ("office", "committee", "topic", "division")


def list_appointments(reading: Reading, version: int | None) -> Listing | None:
    """The motions to fill a place that name the office or committee and everybody in the question, then who was
    elected.

    None if the question names no such place, or if no motion fits or many do.
    """
    named = _names_somebody(reading)
    place = " ".join([distinct_name(reading.words(*_PLACES)), *reading.unread_names]).strip()
    if not (place or (named and reading.all(*_PLACES))) or reading.is_of_unknown_days or reading.all("bill"):
        return None
    people = roster(version)
    described = " ".join([reading.words("about", "speaker", *_PLACES), *reading.unread])
    debates = debates_of_motion(described, list(printed_headings(reading)), reading, version)
    moved = [one for debate in debates for one in find_motions(debate, people)]
    names = list(_names(reading, people))
    if reading.kind == _MOVER or all(slot.is_inherited for slot in reading.all("about", "speaker")):
        names = _names_moved(moved, names)
    meant = {shorten_motion(one.motion.move.words): one for one in moved if _fits(one, place, names)}
    results = [(one, debate) for debate in debates for one in _results_under(debate, place, names)]
    if max(len(meant), len(results)) > _MOST:
        return None
    language = reading.language
    entries = (
        *(_entry(words, one, language) for words, one in meant.items()),
        *(_result(one, debate, language) for one, debate in results),
    )
    listing = listing_of(ELECTIONS if results else MOTIONS, entries, reading, reading.words(*_PLACES))
    # Each entry is told in its own words, so nobody takes it for more than it is.
    decided = {one.debate.pk for one in meant.values()} <= {debate.pk for _, debate in results}
    note = "" if decided else "as moved"
    told = add_note(replace(listing, loose=""), note, reading) if listing else None
    return add_note(told, "not all members", reading) if reading.kind == "list/members" else told


def _results_under(debate: Debate, place: str, names: Sequence[Names]) -> Iterator[ChairWords]:
    """What whoever presides, or nobody of the members, tells in a debate of who was elected, if it names everybody of
    these names and, itself or by its heading, the place."""
    forms, over = procedure_of(debate.sitting.chamber.parliament_id).elected, stems_of(debate.title)
    for one in paragraphs_of_chair(debate.speeches.order_by("position"), forms, clerks=True):
        own = stems_of(one.words)
        if stems_of(place) <= own | over and all(any(name <= own for name in each) for each in names):
            yield one


def _result(one: ChairWords, debate: Debate, language: str) -> Entry:
    where = describe_sitting(debate.sitting, language)
    return Entry(quoted(one.words, language), one.speaker, one.speech.get_absolute_url(), detail=where)


def list_election(reading: Reading, version: int | None) -> Listing | None:
    """The same for a question of a vote's numbers or result: only if the record tells who was elected."""
    listing = list_appointments(reading, version)
    return listing if listing and listing.kind == ELECTIONS else None


def list_appointments_asked_for(reading: Reading, version: int | None) -> Listing | None:
    """The same for a question that seems to ask what was said of a person: only if it names one, or is unsure."""
    return list_appointments(reading, version) if _names_somebody(reading) or not reading.is_sure else None


def _names_somebody(reading: Reading) -> bool:
    return any(map(is_named, reading.all("about", "speaker")))


def _fits(one: MotionInDebate, place: str, names: Sequence[Names]) -> bool:
    """Whether a motion is of the kind, its words or its heading name the place, and its words name the people."""
    words = one.motion.move.words
    form = procedure_of(one.debate.sitting.chamber.parliament_id).form_of(words)
    if form is None or form.kind != Division.Kind.APPOINTMENT or not _names_a_person(words):
        return False
    # A long motion may name many places.
    if not stems_of(place) <= stems_of(shorten_motion(words)) | one.over:
        return False
    return all(any(name <= one.words for name in own) for own in names)


def _names_a_person(motion: str) -> bool:
    """Whether a motion names somebody, after an honorific or by a seat; else it sets a committee up."""
    words = motion.split()
    after_honorific = any(has_honorific(fold(word)) and name[:1].isupper() for word, name in pairwise(words))
    return after_honorific or _BY_SEAT in fold(motion)


def _names_moved(moved: Sequence[MotionInDebate], names: list[Names]) -> list[Names]:
    """The names that a motion holds; all if none does. The others date the question: "when Tony Smith stepped down"."""
    return [own for own in names if any(name <= one.words for one in moved for name in own)] or names


def _names(reading: Reading, people: Roster) -> Iterator[Names]:
    """The last names that each person named may have."""
    for slot in filter(is_named, reading.all("about", "speaker")):
        full = [people.names[key] for key in slot.keys] or [slot.words]
        yield [stems_of(name.rsplit(" ", 1)[-1]) for name in full]


def _entry(words: str, one: MotionInDebate, language: str) -> Entry:
    notes, move, second = NOTES[language], one.motion.move, one.motion.second
    roles = {"moved by": move.mover, "seconded by": second.speaker if second else one.motion.named}
    where = describe_sitting(one.debate.sitting, language)
    told = [f"{notes[role]} {name}" for role, name in roles.items() if name]
    return Entry(f"“{words}”", move.mover, one.speech.get_absolute_url(), detail=", ".join([*told, where]))
