"""Tells the party that speaks from those that it speaks of: "What did Labor say about the Greens?"."""

from collections.abc import Sequence
from dataclasses import replace

from rag.language.tokens import Word
from speeches.understanding.lexicon import ABOUT, ARTICLES, EMPTY, JOINING, OF
from speeches.understanding.reading import Slot


def name_spoken_of(words: Sequence[Word], slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """The slots, with the parties that are only spoken of as part of the topic.

    A party after "about" is spoken of. Of several others, the first speaks, with those that "and" joins to it.
    """
    spoken_of: set[Slot] = set()
    speaks = False
    last: Slot | None = None
    for party in (slot for slot in slots if slot.name == "party"):
        before = [word for word in words if word.start < party.start and word.folded not in ARTICLES]
        is_joined = last is not None and _is_joined(before, last)
        is_spoken_of = last in spoken_of if is_joined else speaks or _follows_about(before)
        if is_spoken_of:
            spoken_of.add(party)
        speaks, last = speaks or not is_spoken_of, party
    return tuple(replace(slot, name="topic") if slot in spoken_of else slot for slot in slots)


def _follows_about(before: Sequence[Word]) -> bool:
    """Whether the words before a party end in "about", after a word that says something: not "What about Labor?"."""
    told = [word for word in before if word.folded not in OF]
    return bool(told) and told[-1].folded in ABOUT and any(word.folded not in EMPTY for word in told[:-1])


def _is_joined(before: Sequence[Word], party: Slot) -> bool:
    """Whether only a comma, "and" or the like stands between a party and the words before the next one."""
    between = [word.folded for word in before if word.start >= party.end]
    return JOINING.issuperset(between)
