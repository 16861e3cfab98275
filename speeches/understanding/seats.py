"""A member whom a question names by the seat: "the member for Flynn", "la députée de Jonquière"."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile

from rag.language.tokens import Word, words_of
from speeches.search.roster import Roster, members_within
from speeches.understanding.lexicon import ARTICLES, GENITIVES, SEATED
from speeches.understanding.reading import PEOPLE, Reading, Slot

# What may stand between a member and the seat.
_BETWEEN = ARTICLES | GENITIVES | {"for", "from"}
# Words that can precede a seat but never a name.
_OF_A_SEAT = GENITIVES | {"for"}
# These ask who had a seat, or for everybody from a place.
_OF_SEATS = ("fact/", "list/members", "answer/person")


def name_seat_holders(reading: Reading, people: Roster) -> Reading:
    """The reading, with whoever sat for a seat then in place of the seat by which a question names them.

    Their words are asked for; of a vote, or beside somebody else, the question is about them.
    """
    if reading.kind.startswith(_OF_SEATS):
        return reading
    words = words_of(reading.text)
    role = "about" if reading.task == "vote" or reading.all(*PEOPLE) else "speaker"
    slots = [_seat_holder(slot, words, role, reading, people) or slot for slot in reading.slots]
    # "member" is part of "member for Flynn", and no office beside it.
    wider = [(slot.start, slot.end) for slot in slots if slot not in reading.slots]
    kept = (one for one in slots if one not in reading.slots or not any(a <= one.start < b for a, b in wider))
    return replace(reading, slots=tuple(kept))


def _seat_holder(slot: Slot, words: Sequence[Word], role: str, reading: Reading, people: Roster) -> Slot | None:
    """The slot of the member whom a slot names by the seat; None if it names none so. After "the member for" the name
    is that of a seat; without such a seat, nobody is meant."""
    own = [word for word in words if slot.start <= word.start < slot.end]
    of_a_seat = slot.name in PEOPLE and _stands_for_seat(slot, words)
    unknown = slot.name in PEOPLE and (not slot.keys or of_a_seat)
    seat = [word for word in own if _bare(word) not in SEATED | _BETWEEN]
    called = _member_beside(slot, own, words)
    if slot.is_inherited or not (unknown or slot.name == "place") or not seat or called is None:
        return None
    name = reading.text[seat[0].start : seat[-1].end].rstrip("'’")
    held = [one for one in people.holders_of(name) if people.parliaments.get(one.member) in reading.view]
    start, end = min(slot.start, called.start), max(slot.end, called.start + len(_bare(called)))
    holder = replace(slot, name=slot.name if unknown else role, words=reading.text[start:end], start=start, end=end)
    then = members_within(held, reading.first, reading.last)
    return replace(holder, keys=tuple(then)) if then or of_a_seat else None


def _stands_for_seat(slot: Slot, words: Sequence[Word]) -> bool:
    """Whether "member for" or the like stands right before a slot."""
    before = [_bare(word) for word in words if word.end <= slot.start][-2:]
    return len(before) == 2 and before[0] in SEATED and before[1] in _OF_A_SEAT


def _member_beside(slot: Slot, own: Sequence[Word], words: Sequence[Word]) -> Word | None:
    """The word for a member within a slot or before it; None if there is none.

    After a place it is weaker evidence: a Brisbane MP may sit for any seat in Brisbane.
    """
    before = reversed([word for word in words if word.end <= slot.start])
    nearest = next(dropwhile(lambda word: _bare(word) in _BETWEEN, before), None)
    beside = (*own, *([nearest] if nearest else []))
    return next((word for word in beside if _bare(word) in SEATED), None)


def _bare(word: Word) -> str:
    """A word without the mark of elision or of the possessive: "MP" in "MP's"."""
    return word.folded.rstrip("'’")
