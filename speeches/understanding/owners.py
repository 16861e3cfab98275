"""Whose motion or party a question about a vote names: "Clark's amendment", "la motion d'Angus", "Dunne's party"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from rag.language.tokens import Word
from speeches.understanding.lexicon import ARTICLES, BILLS, EMPTY, GENITIVES, MEMBERS, MOTIONS
from speeches.understanding.reading import PEOPLE, Slot

_POSSESSIVE = re.compile(r"['’]s?(?!\w)")
# A word that may also be something a party gives, not a motion.
_ALSO_DONE = frozenset(["order"])
# The party that moved.
_MOVER = "mover"
# These are moved by somebody.
_MOVED = ("division", "bill")
# A name has at most so many words.
_LONGEST = 6


def name_owners(
    text: str,
    words: Sequence[Word],
    slots: tuple[Slot, ...],
    people: Sequence[tuple[int, int]] = (),
    parties: Sequence[tuple[int, int]] = (),
) -> tuple[tuple[Slot, ...], bool]:
    """The slots of a question about a vote, and whether one names who moved.

    The motion's owner moved it and becomes `speaker`. The other person named becomes `about`. A party that owns the
    motion becomes `mover`: its votes are not those wanted. A party that owns a bill is neither. A party named by one of
    its members is a party. `people` and `parties` are the spans of their names in the record.
    """
    slots = _part_from_motions(text, slots, people)
    slots = tuple(_party_owned(text, words, slot) or slot for slot in slots)
    for start, end in parties:
        within_a_name = any(_lies_in((start, end), name) for name in people if name != (start, end))
        if within_a_name:
            continue
        if owns_a_bill(text, words, slots, end):
            slots = tuple(one for one in slots if one.name != "party" or one.end <= start or end <= one.start)
        elif _is_of_a_motion(text, words, slots, start, end):
            slots = _with_mover(text, words, slots, start, end)
    movers = {slot for slot in slots if slot.name in PEOPLE and _owns_a_motion(text, words, slot, slots)}
    if not movers and not any(slot.name == _MOVER for slot in slots):
        return slots, False
    named = {slot: "speaker" if slot in movers else "about" for slot in slots if slot.name in PEOPLE}
    return tuple(replace(slot, name=named.get(slot, slot.name)) for slot in slots), True


def possessors(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """The spans before each possessive that are written as names, capital by capital, the longest first."""
    for ends in _POSSESSIVE.finditer(text):
        before = [word for word in words if word.start < ends.start()][-_LONGEST:]
        names = takewhile(lambda word: word.text[0].isupper() or word.folded in GENITIVES, reversed(before))
        starts = [word.start for word in names if word.text[0].isupper()]
        yield from ((start, ends.start()) for start in sorted(starts))


def without_possessive(text: str, start: int, end: int) -> tuple[int, int]:
    """The span of a name without the possessive, or the beginning of one, at its end.

    >>> without_possessive("the Greens' motion", 4, 11)
    (4, 10)
    >>> without_possessive("Labor's motion", 0, 6)
    (0, 5)
    """
    within = (ends.start() for ends in _POSSESSIVE.finditer(text, start) if ends.start() < end <= ends.end())
    return start, next(within, end)


def outermost(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans that lie within no other one, each once.

    >>> outermost([(4, 10), (0, 10), (12, 15)])
    [(0, 10), (12, 15)]
    """
    known = list(dict.fromkeys(spans))
    return [one for one in known if not any(one != other and _lies_in(one, other) for other in known)]


def _lies_in(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return other[0] <= span[0] and span[1] <= other[1]


def _part_from_motions(text: str, slots: tuple[Slot, ...], people: Sequence[tuple[int, int]]) -> tuple[Slot, ...]:
    """The slots, with the member named at the beginning of what was moved in a slot of their own: "Giles's" apart from
    the "amendment"."""
    for start, end in people:
        name = text[start:end].rstrip("'’")
        ends = _POSSESSIVE.match(text, start + len(name))
        within = [one for one in slots if one.start < end and start < one.end]
        if not ends or not any(one.name == "division" for one in within) or any(one.name == "bill" for one in within):
            continue
        rest = [_from(text, one, ends.end()) for one in within if one.name == "division"]
        owner = Slot("speaker", name, start, start + len(name))
        others = (one for one in slots if one not in within)
        slots = tuple(sorted((*others, owner, *filter(None, rest)), key=lambda one: one.start))
    return slots


def _from(text: str, slot: Slot, start: int) -> Slot | None:
    """The part of a slot from a place on; None if nothing is left."""
    words = text[start : slot.end].lstrip()
    return replace(slot, words=words, start=slot.end - len(words)) if words else None


def owns_a_bill(text: str, words: Sequence[Word], slots: tuple[Slot, ...], end: int) -> bool:
    """Whether a party whose name ends there owns a bill: "Labor's climate bill", "the Liberal bill"."""
    ends = _POSSESSIVE.match(text, end)
    following = next((word for word in words if word.start >= (ends.end() if ends else end)), None)
    titles = [one for one in slots if one.name == "bill" and one.start >= end]
    return following is not None and (
        following.folded in BILLS
        or (ends is not None and any(one.start <= following.start < one.end for one in titles))
    )


def _is_of_a_motion(text: str, words: Sequence[Word], slots: tuple[Slot, ...], start: int, end: int) -> bool:
    """Whether a party is named as the owner of a motion: "the NDP motion", "Labor's urgent amendment", "la motion des
    libéraux", "la motion libérale"."""
    ends = _POSSESSIVE.match(text, end)
    after = [word for word in words if word.start >= (ends.end() if ends else end)]
    following = next((word for word in after if word.folded not in MEMBERS), None)
    described = [one for one in slots if one.name == "division"]
    if following and (
        following.folded in MOTIONS - _ALSO_DONE
        or (ends and any(one.start <= following.start < one.end for one in described))
    ):
        return True
    # In small letters a party may be another word: only one that nothing else goes on with is a party.
    small = text[start].islower()
    if small and after and after[0].text[0].isalnum() and after[0].folded not in EMPTY:
        return False
    before = [word.folded.rstrip("'’") for word in words if word.end <= start]
    if small and before[-1:] and before[-1] in MOTIONS:
        return True
    while before and before[-1] in ARTICLES:
        before.pop()
    return len(before) > 1 and before[-1] in GENITIVES and before[-2] in MOTIONS


def _with_mover(text: str, words: Sequence[Word], slots: tuple[Slot, ...], start: int, end: int) -> tuple[Slot, ...]:
    """The slots, with the party that moved in one of its own. What surrounds it in a slot stays, in two parts, without
    the empty words around it; a bill's title stays whole."""
    within = [one for one in slots if one.start < end and start < one.end]
    if any(one.name == "bill" for one in within):
        return slots
    parts: list[Slot] = []
    for one in within:
        for first, last in ((one.start, start), (end, one.end)):
            said = [word for word in words if first <= word.start and word.end <= last and word.folded not in EMPTY]
            said = [word for word in said if word.text[0].isalnum() and one.name != "party"]
            if said:
                whole = text[said[0].start : said[-1].end]
                parts.append(replace(one, words=whole, start=said[0].start, end=said[-1].end))
    mover = Slot(_MOVER, text[start:end], start, end)
    return tuple(sorted((*(one for one in slots if one not in within), *parts, mover), key=lambda one: one.start))


def _party_owned(text: str, words: Sequence[Word], slot: Slot) -> Slot | None:
    """The party that is named by a member: "Dunne's party", "le parti de Mulcair"; None for any other slot."""
    if slot.name not in PEOPLE:
        return None
    following, preceding = _owned_after(text, words, slot), _owned_before(words, slot)
    if following and following.folded in MEMBERS:
        return Slot("party", text[slot.start : following.end], slot.start, following.end, slot.sure)
    if preceding and preceding.folded in MEMBERS:
        return Slot("party", text[preceding.start : slot.end], preceding.start, slot.end, slot.sure)
    return None


def _owns_a_motion(text: str, words: Sequence[Word], slot: Slot, slots: Sequence[Slot]) -> bool:
    """Whether a motion or a bill is named as somebody's, or nothing at all: "And for Ms Clark's?"."""
    preceding = _owned_before(words, slot)
    if preceding and preceding.folded in MOTIONS:
        return True
    if not _POSSESSIVE.match(text, slot.end):
        return False
    following = _owned_after(text, words, slot)
    if following is None or following.folded in MOTIONS:
        return True
    return any(one.name in _MOVED and one.start <= following.start < one.end for one in slots)


def _owned_after(text: str, words: Sequence[Word], slot: Slot) -> Word | None:
    """The first word after a name that ends in a possessive; None without one."""
    ends = _POSSESSIVE.match(text, slot.end)
    after = (word for word in words if ends and word.start >= ends.end())
    return next((word for word in after if any(map(str.isalnum, word.text))), None)


def _owned_before(words: Sequence[Word], slot: Slot) -> Word | None:
    """The word before a preposition that makes a name its owner: "the amendment of", "le parti de"."""
    before = [word for word in words if word.end <= slot.start]
    own = before[-2:] if len(before) > 1 else []
    return own[0] if own and own[1].folded.rstrip("'’") in GENITIVES else None
