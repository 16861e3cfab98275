"""Cuts a text into chunks that can be read alone: whole paragraphs, else whole sentences, else clauses."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.text.sentences import paragraph_spans, sentence_spans
from rag.text.spans import Span

_CLAUSE_END = re.compile(r"[;:,—–)](?=\s)|\s")


@dataclass(frozen=True, slots=True)
class Profile:
    """The size of chunks: at most `size` characters, of which up to `overlap` repeat the chunk before."""

    size: int
    overlap: int

    def __post_init__(self) -> None:
        if not 0 <= self.overlap < self.size:
            raise ValueError(f"An overlap of {self.overlap} does not fit into chunks of {self.size} characters.")


def split(text: str, profile: Profile, within: Span | None = None) -> list[Span]:
    """Returns the chunks of `text` in order. Together they cover every character that is not white space.

    Paragraphs that fit are kept whole and packed together. A longer paragraph is cut between sentences, and the next
    chunk repeats the sentences before the cut, up to `profile.overlap` characters. Only a sentence longer than a chunk
    is itself cut, after a clause if it has one.

    >>> split("First words. Second words. Third words.", Profile(size=26, overlap=13))
    [Span(start=0, end=26), Span(start=13, end=39)]
    """
    within = within or Span(0, len(text))
    chunks: list[Span] = []
    packed: Span | None = None
    for paragraph in paragraph_spans(within.of(text)):
        paragraph = Span(paragraph.start + within.start, paragraph.end + within.start)
        if packed and paragraph.end - packed.start <= profile.size:
            packed = Span(packed.start, paragraph.end)
            continue
        if packed:
            chunks.append(packed)
            packed = None
        if paragraph.end - paragraph.start <= profile.size:
            packed = paragraph
        else:
            chunks.extend(_split_paragraph(text, paragraph, profile))
    if packed:
        chunks.append(packed)
    return chunks


def _split_paragraph(text: str, paragraph: Span, profile: Profile) -> Iterator[Span]:
    units = [unit for sentence in sentence_spans(text, paragraph) for unit in _clauses(text, sentence, profile.size)]
    first = 0
    while first < len(units):
        last = _last_that_fits(units, first, profile.size)
        yield Span(units[first].start, units[last].end)
        if last == len(units) - 1:
            return
        first = _first_repeated(units, first, last, profile)


def _last_that_fits(units: Sequence[Span], first: int, size: int) -> int:
    last = first
    while last + 1 < len(units) and units[last + 1].end - units[first].start <= size:
        last += 1
    return last


def _first_repeated(units: Sequence[Span], first: int, last: int, profile: Profile) -> int:
    """Returns the first unit of the next chunk: as far back as the overlap allows while the next unit still fits."""
    begin = last + 1
    while (
        begin - 1 > first
        and units[last].end - units[begin - 1].start <= profile.overlap
        and units[last + 1].end - units[begin - 1].start <= profile.size
    ):
        begin -= 1
    return begin


def _clauses(text: str, sentence: Span, size: int) -> Iterator[Span]:
    """Yields the whole sentence if it fits, else pieces that end after a clause, else after a word."""
    start = sentence.start
    while sentence.end - start > size:
        ends = [cut.end() for cut in _CLAUSE_END.finditer(text, start + 1, start + size)]
        clause_ends = [end for end in ends if not text[end - 1].isspace() and end - start > size // 2]
        end = (clause_ends or ends or [start + size])[-1]
        yield Span(start, end).trim(text)
        start = end
    rest = Span(start, sentence.end).trim(text)
    if rest.end > rest.start:
        yield rest
