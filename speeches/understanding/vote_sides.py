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


def joined_sides(words: Sequence[Word]) -> list[tuple[Word, Word]]:
    """The words for the two sides that a question joins: "for or against"."""
    return [
        (before, after)
        for before, joint, after in zip(words, words[1:], words[2:], strict=False)
        if joint.folded in JOINING and {SIDES.get(before.folded), SIDES.get(after.folded)} == {"aye", "no"}
    ]


def without_joined_sides(words: Sequence[Word], slots: tuple[Slot, ...], side: str) -> tuple[tuple[Slot, ...], str]:
    """The slots and the side of a question; without a side if it joins one to the other: "for or against" asks about
    both."""
    joined = joined_sides(words)
    left = tuple(
        slot
        for slot in slots
        if slot.name != "side" or not any(slot.start < two.end and one.start < slot.end for one, two in joined)
    )
    return (slots, side) if left == slots else (left, "")
