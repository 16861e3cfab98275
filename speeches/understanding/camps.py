"""Groups of which a question about a vote asks who voted with or against them: "against the government"."""

from collections.abc import Sequence
from dataclasses import replace

from rag.language.tokens import Word
from speeches.understanding.lexicon import ARTICLES, EMPTY
from speeches.understanding.reading import Slot
from speeches.understanding.sides import sides

# The prepositions that stand before such a group, each with the slot that it makes.
_PREPOSITIONS = {"with": "ally", "avec": "ally", "against": "foe", "contre": "foe"}
_BY_SIDE = {"aye": "ally", "no": "foe"}
# What follows a group whose own motion is meant: "against the government amendment".
_OWNED = ("division", "bill", "topic")
CAMPS = ("ally", "foe")


def name_camps(words: Sequence[Word], slots: tuple[Slot, ...], side: str) -> tuple[Slot, ...]:
    """The slots of a question about a vote, with each group that others voted with (`ally`) or against (`foe`) in a
    slot of its own. `side` is the side that the question asks for.

    A group is a party, or a side of the chamber. It follows a preposition, the words for a side, or a verb; a verb
    without a side ("Who crossed the opposition?") leaves open which is meant, so the group narrows nothing.
    """
    named = {name for one in sides() for name in one.names}
    found: dict[Slot, Slot | None] = {}
    added: list[Slot] = []
    for place, word in enumerate(words):
        party = next((slot for slot in slots if slot.name == "party" and _begins(words, slot, word)), None)
        bare = word.folded in named and not any(slot.start <= word.start < slot.end for slot in slots)
        if (party is None and not bare) or _owns_what_follows(words, slots, place, party):
            continue
        stance = _stance(words[:place], slots, side, of_a_side=word.folded in named)
        if stance is None:
            continue
        group = party or Slot("party", word.text, word.start, word.end)
        camp = replace(group, name=stance) if stance else None
        if party:
            found[party] = camp
        elif camp:
            added.append(camp)
    kept = (found.get(slot, slot) for slot in slots)
    return tuple(sorted([slot for slot in (*kept, *added) if slot], key=lambda one: one.start))


def _begins(words: Sequence[Word], slot: Slot, word: Word) -> bool:
    """Whether a word is the first of a slot, after any articles."""
    own = [one for one in words if slot.start <= one.start < slot.end and one.folded not in ARTICLES]
    return bool(own) and own[0] == word


def _stance(before: Sequence[Word], slots: Sequence[Slot], side: str, *, of_a_side: bool) -> str | None:
    """The slot of a group after some words; "" if nobody can tell which; None if it is the group that voted."""
    last = next((word for word in reversed(before) if word.folded not in ARTICLES), None)
    if last is None:
        return None
    within = next((slot for slot in slots if slot.start <= last.start < slot.end), None)
    if stance := _PREPOSITIONS.get(last.folded):
        return stance
    if within and within.name == "side":
        return _BY_SIDE.get(side, "")
    verb = within is None and last.folded not in EMPTY and last != before[0]
    return _BY_SIDE.get(side, "") if of_a_side and verb else None


def _owns_what_follows(words: Sequence[Word], slots: Sequence[Slot], place: int, party: Slot | None) -> bool:
    """Whether a group is named for its motion, which stands right after it."""
    end = party.end if party else words[place].end
    following = next((word for word in words if word.start >= end), None)
    if following is None:
        return False
    return following.text == "s" or any(
        slot.name in _OWNED and slot.start <= following.start < slot.end for slot in slots
    )
