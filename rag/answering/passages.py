"""What an answer may be made of: passages of stored texts, cut into sentences that are spans of them."""

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rag.text.sentences import after_headings, sentence_spans
from rag.text.spans import Span


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch `span` of a record's text in one voice, and what is known of it.

    `header` is what the passage was indexed with (who, where, when, under which heading); `score` and `relevance`
    are the search's. `facts` is what an application shows of it beside the words.
    """

    record: str
    text: str
    span: Span
    header: str
    speaker: str
    date: datetime.date | None
    score: float = 0.0
    relevance: float = 0.0
    # Whether its sentences may end as items of a list or cells of a table do.
    listing: bool = False
    # Whether headings stand before its sentences, on lines of their own, that are no part of them.
    headed: bool = False
    facts: dict[str, Any] = field(default_factory=dict, compare=False, hash=False)

    @property
    def words(self) -> str:
        """The passage itself, verbatim."""
        return self.span.of(self.text)

    def unheaded(self, span: Span) -> Span:
        """A span of its text without the headings that it begins with, where it has any."""
        return after_headings(self.text, span) if self.headed else span


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage: a span of the record's text, and its place among the passage's sentences."""

    passage: int
    place: int
    span: Span
    words: str


def sentences_of(passages: Sequence[Passage]) -> list[Sentence]:
    """The sentences of passages in order; one that stands in two overlapping passages counts for the first."""
    seen: set[tuple[str, int]] = set()
    found: list[Sentence] = []
    for number, passage in enumerate(passages):
        for place, whole in enumerate(sentence_spans(passage.text, passage.span)):
            direction = _DIRECTION.match(passage.text, whole.start, whole.end)
            span = Span(direction.end(), whole.end) if direction else passage.unheaded(whole)
            words = span.of(passage.text)
            if (passage.record, span.start) not in seen and states_something(words, listing=passage.listing):
                seen.add((passage.record, span.start))
                found.append(Sentence(number, place, span, words))
    return found


# "[by video link]" before the first words is nobody's.
_DIRECTION = re.compile(r"\[[^\]]{1,60}\]\s*")
_PROCEDURE = re.compile(
    r"interjecting|^(?:journalist|question|answer)s?:|^my question is (?:to|for)|^\(?\w{1,4}\)\s|"
    r"^i thank the (?:hon|member)",
    re.IGNORECASE,
)


def states_something(words: str, *, listing: bool = False) -> bool:
    """Whether a sentence can stand as an answer: no heading, no item of a list (unless it is `listing`), nothing broken
    off, no stage direction.

    >>> states_something("Mr Albanese interjecting—"), states_something("It carries grain.")
    (False, True)
    >>> states_something("(a) keep a cow;"), states_something("(a) keep a cow;", listing=True)
    (False, True)
    """
    if listing:
        return len(words.split()) > 2 and len(words) > 12
    whole = words.rstrip("'\"’”)").endswith((".", "!", "?", "…"))
    return whole and len(words.split()) > 2 and _PROCEDURE.search(words) is None


@dataclass(frozen=True, slots=True)
class Source:
    """A numbered passage as cited: `span` of the record is quoted, `marks` in it are the sentences that count."""

    n: int
    passage: Passage
    span: Span
    marks: tuple[Span, ...]

    @property
    def quote(self) -> str:
        return self.span.of(self.passage.text)


def merged(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, those that touch or overlap as one.

    >>> merged([Span(5, 8), Span(0, 2), Span(7, 9)])
    [Span(start=0, end=2), Span(start=5, end=9)]
    """
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined
