"""Splits a chat model's stream into whole sentences with the numbers that each cites."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rag.text.sentences import sentence_spans

_CITATION = re.compile(
    r"\s*[\[【(](?:#\s?|excerpt\s)?(\d+(?:\s*[,-]\s*#?\d+)*)[\]】](?!\()|\s*\(#(\d+)\)", re.IGNORECASE
)
# Text that may yet become a citation is held back; otherwise the next sentence would get this one's citation.
_BEGUN = re.compile(r"\s*[\[【(][#\w,\s-]{0,30}$|\s+$")
_LIST_MARK = re.compile(r"^\s*(?:[-*•]|\d+[.)]|#+)\s+")
_EMPHASIS = re.compile(r"\*\*|__")
LONGEST_ANSWER = 2000


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence of a chat model, and the excerpts that it cites, counted from 1."""

    text: str
    cited: tuple[int, ...]


def split_sentences(pieces: Iterable[str]) -> Iterator[CitedSentence]:
    """Yields sentences as soon as they are whole. A sentence is whole when the text after it is not one of its
    citations.

    >>> [(told.text, told.cited) for told in split_sentences(["Rates ro", "se. [#2] They", " fell [#1]."])]
    [('Rates rose.', (2,)), ('They fell.', (1,))]
    """
    buffer, length = "", 0
    for piece in pieces:
        buffer = _EMPHASIS.sub("", buffer + piece)
        length += len(piece)
        begun = _BEGUN.search(buffer)
        ready, held = (buffer[: begun.start()], buffer[begun.start() :]) if begun else (buffer, "")
        *whole, buffer = _cut(ready)
        buffer += held
        yield from filter(None, map(_parse_sentence, whole))
        if length > LONGEST_ANSWER:
            return
    yield from filter(None, map(_parse_sentence, [one for one in _cut(buffer) if one.strip()]))


def _cut(text: str) -> list[str]:
    """Cuts text into sentences with their citations. The last piece may continue."""
    pieces: list[str] = []
    start = 0
    # A citation separates the full stop from the next sentence, so citations are blanked out before sentences are
    # found.
    blank = _CITATION.sub(lambda mark: " " * len(mark.group()), text)
    for line in re.finditer(r"[^\n]*\n?", blank):
        sentences = list(sentence_spans(blank[line.start() : line.end()]))
        for following in sentences[1:]:
            place = line.start() + following.start
            pieces.append(text[start:place])
            start = place
        if line.group().endswith("\n") and line.group().strip():
            pieces.append(text[start : line.end()])
            start = line.end()
    return [*pieces, text[start:]]


def _parse_sentence(piece: str) -> CitedSentence | None:
    cited = tuple(
        dict.fromkeys(int(number) for found in _CITATION.finditer(piece) for number in re.findall(r"\d+", found[0]))
    )
    text = _LIST_MARK.sub("", _CITATION.sub("", piece)).strip()
    return CitedSentence(" ".join(text.split()), cited) if re.search(r"\w", text) else None
