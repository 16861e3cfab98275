"""Finds the groups in questions such as "Who voted against the government?"."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from rag.language.tokens import Word
from speeches.understanding.lexicon import ARTICLES, EMPTY, JOINING
from speeches.understanding.reading import Slot
from speeches.understanding.sides import sides

# The prepositions that stand before such a group, each with the slot that it makes.
_PREPOSITIONS = {"with": "ally", "avec": "ally", "against": "foe", "contre": "foe"}
_BY_SIDE = {"aye": "ally", "no": "foe"}
# Words between a preposition and a group, and those that join a further group.
_BETWEEN = ARTICLES | {"both", "deux"}
# Words that turn what somebody did into the contrary. A verb before an infinitive may do so, too: "refused to vote".
_NEGATIONS = frozenset("not n t never neither nor no ne pas jamais ni".split())
_INFINITIVES = frozenset(["to", "de"])
# What follows a group whose own motion is meant: "against the government amendment".
_OWNED = ("division", "bill", "topic")
# A group whose role is unclear gets a slot of its own, so that no list is given.
_UNCLEAR = "unclear"
CAMPS = ("ally", "foe", _UNCLEAR)


def name_camps(words: Sequence[Word], slots: tuple[Slot, ...], side: str) -> tuple[Slot, ...]:
    """The slots of a question about a vote, with each group that others voted with (`ally`) or against (`foe`) in a
    slot of its own. `side` is the side that the question asks for.

    A group is a party, or a side of the chamber. It follows a preposition, the words for a side, or a verb, or is
    joined to another group. After a negation, or a verb without a side ("Who crossed the opposition?"), it is
    `unclear` which is meant.
    """
    named = {name for one in sides() for name in one.names}
    found: dict[Slot, Slot] = {}
    added: list[Slot] = []
    last: Slot | None = None
    for place, word in enumerate(words):
        party = next((slot for slot in slots if slot.name == "party" and _begins(words, slot, word)), None)
        bare = word.folded in named and not any(slot.start <= word.start < slot.end for slot in slots)
        if (party is None and not bare) or _owns_what_follows(words, slots, place, party):
            continue
        stance = _stance(words[:place], slots, side, last, of_a_side=word.folded in named)
        if not stance:
            continue
        group = party or Slot("party", word.text, word.start, word.end)
        last = replace(group, name=_UNCLEAR if _is_turned(words[:place], slots) else stance)
        if party:
            found[party] = last
        else:
            added.append(last)
    kept = (found.get(slot, slot) for slot in slots)
    return tuple(sorted([*kept, *added], key=lambda one: one.start))


def _begins(words: Sequence[Word], slot: Slot, word: Word) -> bool:
    """Whether a word is the first of a slot, after any articles."""
    own = [one for one in words if slot.start <= one.start < slot.end and one.folded not in ARTICLES]
    return bool(own) and own[0] == word


def _stance(before: Sequence[Word], slots: Sequence[Slot], side: str, group: Slot | None, *, of_a_side: bool) -> str:
    """The slot of a group after some words; "" if it is the group that voted. `group` is the last one before."""
    near = [word for word in before if word.folded not in _BETWEEN]
    if not near:
        return ""
    last = near[-1]
    if last.folded in JOINING and group and len(near) > 1 and group.start <= near[-2].start < group.end:
        return group.name
    within = next((slot for slot in slots if slot.start <= last.start < slot.end), None)
    if stance := _PREPOSITIONS.get(last.folded):
        return stance
    if within and within.name == "side":
        return _BY_SIDE.get(side, _UNCLEAR)
    verb = within is None and last.folded not in EMPTY and last != before[0]
    return _BY_SIDE.get(side, _UNCLEAR) if of_a_side and verb else ""


def _is_turned(before: Sequence[Word], slots: Sequence[Slot]) -> bool:
    """Whether a negation or a verb before an infinitive stands before a group, outside all slots."""
    outside = [word for word in before if not any(slot.start <= word.start < slot.end for slot in slots)]
    negated = any(word.folded in _NEGATIONS for word in outside)
    verbs = (word.folded not in EMPTY and after.folded in _INFINITIVES for word, after in pairwise(outside))
    return negated or any(verbs)


def _owns_what_follows(words: Sequence[Word], slots: Sequence[Slot], place: int, party: Slot | None) -> bool:
    """Whether a group is named for its motion, which stands right after it."""
    end = party.end if party else words[place].end
    following = next((word for word in words if word.start >= end), None)
    if following is None:
        return False
    return following.text == "s" or any(
        slot.name in _OWNED and slot.start <= following.start < slot.end for slot in slots
    )
