"""The single entry point: turns a question into a reading."""

import logging
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from django.conf import settings

from rag.clients.tagger.layout import Question
from rag.clients.tagger.local import Tags, names, open_tagger
from rag.clients.trained import ModelError
from rag.language.days import Days, days_in
from rag.language.tokens import Word, words_of
from rag.text.language import detect_language
from speeches.formats.names import fold
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.roster import roster
from speeches.understanding.asking import unread_words
from speeches.understanding.bills import NUMBER, bill_index
from speeches.understanding.camps import name_camps
from speeches.understanding.gazetteer import NamedWords, gazetteer, known_words, quoted_in
from speeches.understanding.lexicon import EMPTY, EXCLUDING, STAGES
from speeches.understanding.merge import merge_readings
from speeches.understanding.owners import name_owners, owns_a_bill, without_possessive
from speeches.understanding.parliaments import find_parliament
from speeches.understanding.reading import PEOPLE, REPLY, UNSURE, Reading, Slot
from speeches.understanding.resolve import Record, days_of, is_named, refers_back, resolve_slots, words_outside
from speeches.understanding.seats import name_seat_holders
from speeches.understanding.sessions import (
    days_of_session,
    find_session,
    keep_bills_of_session,
    with_session,
    words_beside,
)
from speeches.understanding.sides import name_governments, sides
from speeches.understanding.spans import parties_in, people_in, spans_by_kind
from speeches.understanding.spoken_of import name_spoken_of
from speeches.understanding.vote_names import votes_by_name, with_vote_named
from speeches.understanding.vote_sides import side_of, without_joined_sides
from speeches.understanding.whole_slots import whole_slots

logger = logging.getLogger(__name__)

# Slots that may hold the title of a bill and still name something else.
_HOLDS_NAMES = ("division", "quotation")
# A name of several words that the record knows as one of these overrides the tagger.
_NAMED = ("bill", "party", "committee", "country")
# Slots that name who voted.
_VOTERS = ("about", "party", "office", "place")
# Slots that can be excluded: "other than Labor", "outside Quebec".
_TAKEN_OUT = ("party", "place")
# Slots that say which vote is meant.
WHICH_VOTE = ("bill", "division", "mover", "topic", "number", "date", "quotation", "chamber", "stage")
# These list members or their words, by party if one is named.
_OF_MEMBERS = frozenset(
    "vote/names vote/count vote/abstained vote/paired vote/rebels vote/tellers list/members list/speakers "
    "list/speeches list/questions list/answerers list/statements".split()
)
# Each kind of these tasks is looked up in a way of its own.
_BY_KIND = ("fact", "list")
# A kind this likely is tried as another reading of the question; of what the tables tell, one this likely.
_MAY_ASK, _MAY_ASK_TABLES = 0.1, 0.25
# Kinds answered from tables, which give a wrong answer as confidently as a right one.
_LOOKED_UP = ("fact/", "list/")
# Below this probability a question rarely asks for a vote.
_LEAST_OF_A_VOTE = 0.3
# After a question about a vote, a question that names nothing is about the same vote if the tagger is this sure.
_SURE_OF_THE_VOTE = 0.95
# The one list that a question may ask for without naming anything.
_OF_EVERYTHING = "list/committees"
# A question this likely to refer to the one before it is read with it.
_LEANS = 0.5


def read_question(
    text: str,
    version: int | None,
    parliament: str = "",
    before: Reading | None = None,
    without: frozenset[str] = frozenset(),
) -> Reading:
    """What a question means at a version of the record. Without the model it asks for passages.

    `parliament` is the one that it is asked in, unless it names another. `before` is the reading of the question before
    it in a conversation. `without` holds kinds of slot that the reader took away ("kind": the kind of the question).
    """
    text = " ".join(text.split())
    known, words = catalogue(version), words_of(text)
    language = detect_language(text, before.language if before else "en")
    unread = Reading(text, language, parliament=parliament, view=_view(parliament, known))
    tags = _tags_or_none(text, version, before) if words else None
    if tags is None:
        return unread
    named = list(gazetteer(version).find_names(text, words))
    marked = _slots(text, words, tags, named)
    slots, side = without_joined_sides(words, whole_slots(text, words, marked, version), tags.side)
    before = before if _is_follow_up(tags, slots, words) else None
    # The parliament of the conversation outweighs that of the page.
    parliament = find_parliament(text, words, marked, named, version) or (before and before.parliament) or parliament
    kind, sure = _kind(text, words, version, tags, before, slots)
    view = _view(parliament, known)
    session = find_session(text, view, known.sessions)
    slots = with_session(text, session, slots, view, known.sessions)
    kind, slots = _fit_to_kind(kind, text, slots, words, named, version, side)
    reading = replace(
        unread,
        kind=kind,
        sure=sure,
        of_a_vote=_of_a_vote(tags.kinds),
        otherwise=_otherwise(kind, tags),
        side=side_of(slots) or side,
        parliament=parliament,
        view=view,
        session=session.code if session else "",
        unread=unread_words(words_beside(session, words), slots, kind),
    )
    reading = _note_odd_sides(replace_slots(reading, slots, version))
    return (_after(reading, before, version) if before else reading).without(without)


def _note_odd_sides(reading: Reading) -> Reading:
    """The reading, with the words marked as a side that name none among those unread."""
    odd = tuple(slot.words for slot in reading.all("side") if not side_of((slot,)))
    return replace(reading, unread=(*reading.unread, *odd))


def _fit_to_kind(
    kind: str,
    text: str,
    slots: tuple[Slot, ...],
    words: list[Word],
    named: list[NamedWords],
    version: int | None,
    side: str,
) -> tuple[str, tuple[Slot, ...]]:
    """Adjusts the kind and the slots of a question to each other. The mover is not the voter: "the vote on Payman's
    motion" asks how everybody voted."""
    if kind.startswith("vote/"):
        known = spans_by_kind(words, named)
        people, parties = people_in(text, words, known, version), parties_in(text, words, known, version)
        slots, moved = name_owners(text, words, slots, people, parties)
        slots = name_camps(words, slots, side_of(slots) or side)
        slots = with_vote_named(text, slots, votes_by_name(version))
        if moved and kind == "vote/member" and not any(slot.name in _VOTERS for slot in slots):
            kind = "vote/names"
    elif kind.startswith("answer/") and kind != REPLY:
        slots = name_spoken_of(words, slots)
    return kind, _with_parties(text, slots, words, version) if kind in _OF_MEMBERS else slots


def _with_parties(text: str, slots: tuple[Slot, ...], words: list[Word], version: int | None) -> tuple[Slot, ...]:
    """Adds the parties and sides that a list of members names outside its slots, even in small letters.

    Without them, the list would include everybody. The party that owns the bill is not added.
    """
    known, of_sides = gazetteer(version), {name for side in sides() for name in side.names}
    named = [
        without_possessive(text, word.start, word.end)
        for word in words_outside(words, slots)
        if word.folded in of_sides or (word.folded not in names().asking and known.names_a_party(word.text))
    ]
    parties = (
        Slot("party", text[start:end], start, end) for start, end in named if not owns_a_bill(text, words, slots, end)
    )
    return _without_the_excluded(tuple(sorted((*slots, *parties), key=lambda one: one.start)), words)


def _kind(
    text: str, words: list[Word], version: int | None, tags: Tags, before: Reading | None, slots: tuple[Slot, ...]
) -> tuple[str, float]:
    """The kind of a question, and how sure it is.

    If the kind is a guess when read with the question before, the question's own words may give a surer one. A guessed
    fact, list or vote becomes an answer in words, because the tables would tell the wrong one as surely as the right
    one. So does a question that names nothing itself and asks something else about the vote before: "What's its cost?".
    """
    kinds = tags.kinds
    if before and kinds[0][1] < UNSURE:
        alone = _tag_after(text, version, None)
        kinds = max(alone.kinds, kinds, key=lambda one: one[0][1])
    kind, sure = kinds[0]
    is_a_vote, of_a_vote = kind.startswith("vote/"), _of_a_vote(kinds)
    guessed = of_a_vote < _LEAST_OF_A_VOTE if is_a_vote else kind.startswith(_LOOKED_UP) and sure < UNSURE
    names_nothing = not any(map(is_named, slots)) and unread_words(words, slots, "vote/names")
    beside = before and is_a_vote and of_a_vote < _SURE_OF_THE_VOTE and names_nothing
    in_words = (one for one in kinds if one[0].startswith("answer/"))
    return next(in_words, kinds[0]) if guessed or beside else kinds[0]


def _of_a_vote(kinds: Iterable[tuple[str, float]]) -> float:
    """How likely a question asks for a vote, in whatever view."""
    return sum(likely for kind, likely in kinds if kind.startswith("vote/"))


def _otherwise(kind: str, tags: Tags) -> tuple[str, ...]:
    """The other kinds that a question may have: for each other way of looking up, the likeliest, if likely enough."""
    likeliest: dict[str, str] = {}
    for other, sure in tags.kinds:
        if sure >= (_MAY_ASK_TABLES if other.startswith(_LOOKED_UP) else _MAY_ASK):
            likeliest.setdefault(_lookup_of(other), other)
    return tuple(other for way, other in likeliest.items() if way != _lookup_of(kind))


def _lookup_of(kind: str) -> str:
    """The way to look a kind up: each kind of fact and list has its own, all kinds of any other task share one."""
    task = kind.partition("/")[0]
    return kind if task in _BY_KIND else task


def _is_follow_up(tags: Tags, slots: tuple[Slot, ...], words: list[Word]) -> bool:
    """Whether a question refers to the one before.

    Either the tagger says so, or a pronoun stands for a person, or it asks about a vote without saying which, or for
    a fact or a list without naming anything, so that it means nothing alone.
    """
    stands_for = any(slot.name in PEOPLE and not is_named(slot) for slot in slots) or refers_back(words, slots)
    if tags.leans >= _LEANS or stands_for:
        return True
    kind = tags.kinds[0][0]
    if kind.startswith(_LOOKED_UP) and kind != _OF_EVERYTHING and not any(map(is_named, slots)):
        return True
    of_one_vote = kind.startswith("vote/") and kind != "vote/divisions"
    return of_one_vote and not any(slot.name in WHICH_VOTE for slot in slots)


def _after(reading: Reading, before: Reading, version: int | None) -> Reading:
    """A reading with what it takes from the one before. In another parliament the same words may mean other rows."""
    reading = merge_readings(reading, before)
    if reading.view == before.view:
        return reading
    anew = tuple(replace(slot, keys=()) if slot.is_inherited else slot for slot in reading.slots)
    record = _record(reading, version)
    if reading.is_of_a_session:
        first, last = days_of_session(reading, record)
        reading = replace(reading, first=first, last=last)
    return replace(reading, slots=resolve_slots(anew, record))


def replace_slots(reading: Reading, slots: tuple[Slot, ...], version: int | None) -> Reading:
    """A reading with these slots, resolved against the record, and the days that they mean."""
    record = _record(reading, version)
    dates = [days_of(slot.words, record) for slot in slots if slot.name == "date"]
    named = next((days for days in dates if any(days)), (None, None))
    first, last = named if dates else days_of_session(reading, record)
    reading = replace(reading, slots=resolve_slots(slots, record), first=first, last=last)
    reading = name_seat_holders(name_governments(reading), record.people)
    return keep_bills_of_session(reading, record)


def _view(parliament: str, known: Catalogue) -> frozenset[str]:
    return frozenset({parliament}) if parliament else known.shown


def _record(reading: Reading, version: int | None) -> Record:
    return Record(catalogue(version), roster(version), bill_index(version), reading.view)


def _tags_or_none(text: str, version: int | None, before: Reading | None) -> Tags | None:
    """The tagger's view of a question; None without the model, which is logged."""
    try:
        return _tag_after(text, version, before)
    except ModelError as error:
        logger.error("A question is searched as it stands: %s", error)
        return None


def _tag_after(text: str, version: int | None, before: Reading | None) -> Tags:
    return (_tags if version is None else _tags_kept)(text, version, before.text if before else "")


def _tags(text: str, version: int | None, before: str) -> Tags:
    words = words_of(text)
    known, begins = known_words(text, words, gazetteer(version))
    tagger = open_tagger(detect_language(text), settings.DATA_FOLDER / "models")
    return tagger.tag(Question(_texts_of(words), known, begins, _texts_of(words_of(before))))


# A page reads its query three times: for the hits, for the chips and for the list.
_tags_kept = lru_cache(maxsize=256)(_tags)


def _texts_of(words: list[Word]) -> tuple[str, ...]:
    return tuple(word.text for word in words)


def _slots(text: str, words: list[Word], tags: Tags, named: list[NamedWords]) -> tuple[Slot, ...]:
    """The slots that the tagger marks, and those known beforehand; what is excluded apart.

    Known beforehand are names of several words in the record, and quotations, days and bill numbers by their form.
    """
    found: list[Slot] = []
    for place, label in enumerate(tags.labels):
        word, sure = words[place], tags.sure[place]
        if label.startswith("B-"):
            found.append(Slot(label[2:], word.text, word.start, word.end, sure))
        elif label.startswith("I-"):
            last = found[-1]
            found[-1] = replace(last, words=text[last.start : word.end], end=word.end, sure=min(sure, last.sure))
    found = [_without_apostrophe(slot) for slot in found]
    by_form = [Slot("quotation", text[start:end], start, end) for start, end in quoted_in(text)]
    by_form += [Slot("bill", match.group(), *match.span()) for match in NUMBER.finditer(text)]
    by_form += _stages_in(text, words)
    by_form += [Slot("date", _words_of_days(text, one), one.start, one.end) for one in days_in(text)]
    for slot in _names_in(text, words, named):
        holding = [one for one in found if one.start <= slot.start and slot.end <= one.end]
        if any(one.name == slot.name or one.name in _HOLDS_NAMES or slot.name != "bill" for one in holding):
            continue
        found = [one for one in found if one.end <= slot.start or one.start >= slot.end] + [slot]
    for slot in by_form:
        # A year may be part of a title, and a number part of a motion: the slot that holds all of it wins.
        if any(one.start <= slot.start and slot.end <= one.end for one in found):
            continue
        found = [one for one in found if one.end <= slot.start or one.start >= slot.end] + [slot]
    return _without_the_excluded(tuple(sorted(found, key=lambda one: one.start)), words)


def _words_of_days(text: str, one: Days) -> str:
    """The words that name some days. A day that takes its year from another is written with it."""
    words = text[one.start : one.end]
    alone = days_in(words)
    lacks_a_year = bool(alone) and alone[0].month > 0
    return one.first.isoformat() if lacks_a_year and one.first and one.first == one.last else words


def _stages_in(text: str, words: list[Word]) -> list[Slot]:
    """The stages of a bill that are named in two words: "third time"."""
    named = {*STAGES, *STAGES.values()}
    pairs = (pair for pair in pairwise(words) if " ".join(word.folded for word in pair) in named)
    return [Slot("stage", text[one.start : other.end], one.start, other.end) for one, other in pairs]


def _without_apostrophe(slot: Slot) -> Slot:
    """A slot without the apostrophe of a possessive at its end, which belongs to no name."""
    name = slot.words.rstrip("'’")
    return replace(slot, words=name, end=slot.start + len(name)) if name else slot


def _without_the_excluded(slots: tuple[Slot, ...], words: list[Word]) -> tuple[Slot, ...]:
    """The slots. Parties and places that the words before them exclude become `except`."""
    return tuple(
        replace(slot, name="except") if slot.name in _TAKEN_OUT and _is_excluded(slot, words) else slot
        for slot in slots
    )


def _is_excluded(slot: Slot, words: list[Word]) -> bool:
    """Whether an excluding word begins a slot, or stands before it with only empty words between."""
    for word in reversed([one.folded for one in words if one.end <= slot.start]):
        if word in EXCLUDING:
            return True
        if word not in EMPTY:
            break
    first, hyphen, _ = fold(slot.words).partition("-")
    return bool(hyphen) and first in EXCLUDING


def _names_in(text: str, words: list[Word], named: list[NamedWords]) -> list[Slot]:
    """The names of several words that the record knows."""
    found = []
    for one in named:
        if one.kind in _NAMED and one.last - one.first > 1:
            start, end = words[one.first].start, words[one.last - 1].end
            found.append(Slot(one.kind, text[start:end], start, end))
    return found
