"""The vote that a question names by its whole name, as English pages print it."""

import re
from collections.abc import Iterator, Mapping

from speeches.models import Division
from speeches.search.version import keep_by_version
from speeches.understanding.gazetteer import key_of
from speeches.understanding.reading import Slot

# Fewer words may also stand in a question that means another vote.
_FEWEST = 5
# Votes of a day that share a name are numbered.
_NUMBERED = re.compile(r" \(\d+\)$")


@keep_by_version
def votes_by_name(version: int | None) -> Mapping[str, tuple[int, ...]]:
    """The keys of the votes of a version of the record by their folded names, which votes may share.

    The name of a vote on a bill is the bill and its stage, which may also stand in a question about an amendment. So it
    is left to what the question says of the bill.
    """
    found: dict[str, tuple[int, ...]] = {}
    votes = Division.objects.exclude(kind=Division.Kind.BILL).exclude(name="")
    for key, name in votes.order_by("pk").values_list("pk", "name"):
        folded = key_of(_NUMBERED.sub("", name))
        if folded.count(" ") + 1 >= _FEWEST:
            found[folded] = (*found.get(folded, ()), key)
    return found


def with_vote_named(text: str, slots: tuple[Slot, ...], named: Mapping[str, tuple[int, ...]]) -> tuple[Slot, ...]:
    """The slots of a question, with one for the vote that it names by its whole name in place of all within that."""
    parts = list(_parts(text))
    folded = " ".join(part for part, _ in parts)
    held = max((name for name in named if f" {name} " in f" {folded} "), key=len, default="")
    if not held:
        return slots
    first = folded[: f" {folded} ".index(f" {held} ")].count(" ")
    own = [span for _, span in parts[first : first + held.count(" ") + 1]]
    start, end = own[0][0], own[-1][1]
    vote = Slot("division", text[start:end], start, end, keys=named[held])
    others = (slot for slot in slots if slot.name == "bill" or slot.end <= start or end <= slot.start)
    return tuple(sorted((*others, vote), key=lambda slot: slot.start))


def _parts(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The folded parts of a text, each with the span of its word: "Co-op" has two."""
    for word in re.finditer(r"\S+", text):
        yield from ((part, word.span()) for part in key_of(word.group()).split())
