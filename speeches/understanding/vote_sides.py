"""The side of a vote that a question asks about."""

from collections.abc import Sequence

from rag.language.tokens import Word, words_of
from speeches.understanding.lexicon import JOINING, SIDES
from speeches.understanding.reading import Slot


def side_of(slots: tuple[Slot, ...]) -> str:
    """The side named by the slots for it; "" if they name none, or both."""
    named = set()
    for slot in slots:
        own = (
            [SIDES[word.folded] for word in words_of(slot.words) if word.folded in SIDES] if slot.name == "side" else []
        )
        # "not content" is a no.
        named |= {"no"} if "no" in own else set(own)
    return named.pop() if len(named) == 1 else ""


def joined_sides(words: Sequence[Word], slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """The slots of a side that a question joins to the other: "for or against" asks about both."""
    joined = [
        (before, after)
        for before, joint, after in zip(words, words[1:], words[2:], strict=False)
        if joint.folded in JOINING and {SIDES.get(before.folded), SIDES.get(after.folded)} == {"aye", "no"}
    ]
    return tuple(
        slot
        for slot in slots
        if slot.name == "side" and any(slot.start < two.end and one.start < slot.end for one, two in joined)
    )
