"""The vote that a question names by its whole name, as the pages print it."""

from collections.abc import Iterator, Mapping, Sequence

from rag.language.tokens import Word
from speeches.models import Division
from speeches.search.version import keep_by_version
from speeches.understanding.gazetteer import key_of
from speeches.understanding.reading import Slot

# Fewer words may also stand in a question that means another vote.
_FEWEST = 5


@keep_by_version
def votes_by_name(version: int | None) -> Mapping[str, tuple[int, ...]]:
    """The keys of the votes of a version of the record by their folded names, which votes may share."""
    found: dict[str, tuple[int, ...]] = {}
    for key, name in Division.objects.exclude(name="").order_by("pk").values_list("pk", "name"):
        folded = key_of(name)
        if folded.count(" ") + 1 >= _FEWEST:
            found[folded] = (*found.get(folded, ()), key)
    return found


def with_vote_named(
    text: str, words: Sequence[Word], slots: tuple[Slot, ...], named: Mapping[str, tuple[int, ...]]
) -> tuple[Slot, ...]:
    """The slots of a question, with one for the vote that it names by its whole name in place of all within that."""
    parts = list(_parts(words))
    folded = " ".join(part for part, _ in parts)
    held = max((name for name in named if f" {name} " in f" {folded} "), key=len, default="")
    if not held:
        return slots
    first = folded[: f" {folded} ".index(f" {held} ")].count(" ")
    own = [word for _, word in parts[first : first + held.count(" ") + 1]]
    start, end = own[0].start, own[-1].end
    vote = Slot("division", text[start:end], start, end, keys=named[held])
    others = (slot for slot in slots if slot.end <= start or end <= slot.start)
    return tuple(sorted((*others, vote), key=lambda slot: slot.start))


def _parts(words: Sequence[Word]) -> Iterator[tuple[str, Word]]:
    """The folded parts of some words, each with its word: "Co-op" has two."""
    for word in words:
        yield from ((part, word) for part in key_of(word.text).split())
