"""What two members said to one another: the turns of one that answer, or are answered by, those of the other."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from rag.answering.passages import Passage
from rag.language.tokens import words_of
from speeches.models import Speech
from speeches.understanding.reading import Reading

# The chair may speak between a question and its answer.
NEAR = 2


def prefer_exchange(passages: Sequence[Passage], reading: Reading) -> list[Passage]:
    """The passages in which a member named in a question speaks to or of another one named; all, if none does.

    A question about the words of one member to another ("What did X answer Y?") names both. Members seldom name one
    another in the chamber, so the order of their turns tells whom they speak to.
    """
    if not is_between_two(reading):
        return list(passages)
    members = frozenset(reading.keys("speaker", "about"))
    surnames = {slot.words.split()[-1] for slot in reading.all("speaker", "about") if slot.keys}
    turns = Speech.objects.in_bulk([one.record for one in passages])
    others: dict[int | None, list[tuple[int, int]]] = defaultdict(list)
    debates = {turn.debate_id for turn in turns.values()}
    spoken = Speech.objects.filter(debate__in=debates, politician__in=members)
    for debate, position, member in spoken.values_list("debate", "position", "politician"):
        others[debate].append((position, member or 0))
    between = [
        one
        for one in passages
        if (turn := turns.get(one.record))
        and (_is_between(turn, others[turn.debate_id], members) or _names_another(one, surnames))
    ]
    return between or list(passages)


def is_between_two(reading: Reading) -> bool:
    """Whether a question asks for the words of a member and names another."""
    keys = [slot.keys for slot in reading.all("speaker", "about") if slot.keys]
    two = len(keys) == len(set(keys)) == 2 and all(len(own) == 1 for own in keys)
    return reading.task == "answer" and two and bool(reading.keys("speaker"))


def _names_another(passage: Passage, surnames: Iterable[str]) -> bool:
    """Whether a passage names one of some people who is not its speaker."""
    words, spoken_by = (_words_in(text) for text in (passage.span.of(passage.text), passage.speaker))
    return any(name <= words for name in map(_words_in, surnames) if not name <= spoken_by)


def _words_in(text: str) -> set[str]:
    """The words of a text, without the apostrophe of a possessive."""
    return {word.text.rstrip("'’") for word in words_of(text)}


def _is_between(turn: Speech, others: Sequence[tuple[int, int]], members: frozenset[int]) -> bool:
    """Whether a turn stands beside one of another member named: an answer after it, a question before it."""
    ahead = [
        turn.position - position
        for position, member in others
        if member != turn.politician_id and turn.politician_id in members
    ]
    after, before = (any(0 < way * one <= NEAR for one in ahead) for way in (1, -1))
    return {"answer": after, "question": before}.get(turn.kind, after or before)
