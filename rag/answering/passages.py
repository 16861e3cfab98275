"""Passages of stored texts and the sentences that an answer may quote, as spans."""

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from rag.text.sentences import after_headings, sentence_spans
from rag.text.spans import Span

# A reply answers its question in one of its first sentences.
_OPENING = 3


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question asked in a record: who asked it, the sentences that ask, and the URL where they stand."""

    record: str
    asker: str
    sentences: tuple[str, ...]
    url: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A span of a record's text in one voice, with its metadata.

    `header` is what the passage was indexed with (who, where, when, heading). `score` and `relevance` come from the
    search. `facts` holds what an application shows beside the words.
    """

    record: str
    text: str
    span: Span
    header: str
    speaker: str
    date: datetime.date | None
    score: float = 0.0
    relevance: float = 0.0
    # Whether nobody speaks it: minutes among speeches.
    unspoken: bool = False
    # Whether its sentences may end like items of a list or cells of a table.
    listing: bool = False
    # The question by somebody else that the passage's first sentences reply to. It is read, and not part of the words.
    replies_to: AskedQuestion | None = None
    # Whether headings on lines of their own stand before its sentences. They are not part of the sentences.
    headed: bool = False
    facts: dict[str, Any] = field(default_factory=dict, compare=False, hash=False)

    @property
    def words(self) -> str:
        """The passage's text, verbatim."""
        return self.span.of(self.text)

    def question_before(self, span: Span) -> AskedQuestion | None:
        """Returns the question that a span of its text replies to, if it is among its first sentences."""
        if self.replies_to is None:
            return None
        first = islice(sentence_spans(self.text, self.span), _OPENING)
        return self.replies_to if any(span.start < one.end for one in first) else None

    def without_headings(self, span: Span) -> Span:
        """Returns a span of its text without the headings at its beginning."""
        return after_headings(self.text, span) if self.headed else span


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage: its span in the record's text, and its index among the passage's sentences."""

    passage: int
    place: int
    span: Span
    words: str


def sentences_of(passages: Sequence[Passage]) -> list[Sentence]:
    """Returns the sentences of passages in order. A sentence in two overlapping passages belongs to the first."""
    seen: set[tuple[str, int]] = set()
    found: list[Sentence] = []
    for number, passage in enumerate(passages):
        for place, whole in enumerate(sentence_spans(passage.text, passage.span)):
            direction = _DIRECTION.match(passage.text, whole.start, whole.end)
            span = Span(direction.end(), whole.end) if direction else passage.without_headings(whole)
            words = span.of(passage.text)
            replies = passage.question_before(span) is not None
            stands = states_something(words, listing=passage.listing, reply=replies)
            if stands and (passage.record, span.start) not in seen:
                seen.add((passage.record, span.start))
                found.append(Sentence(number, place, span, words))
    return found


# A stage direction such as "[by video link]" is nobody's words.
_DIRECTION = re.compile(r"\[[^\]]{1,60}\]\s*")
_PROCEDURE = re.compile(
    r"interjecting|^(?:journalist|question|answer)s?:|^my question is (?:to|for)|^\(?\w{1,4}\)\s|"
    r"^i thank the (?:hon|member)",
    re.IGNORECASE,
)


def states_something(words: str, *, listing: bool = False, reply: bool = False) -> bool:
    """Whether a sentence can stand as an answer. Headings, list items (unless `listing`), fragments and stage
    directions cannot. In a `reply` to a question, one or two words can.

    >>> states_something("Mr Albanese interjecting—"), states_something("It carries grain.")
    (False, True)
    >>> states_something("(a) keep a cow;"), states_something("(a) keep a cow;", listing=True)
    (False, True)
    >>> states_something("1 January."), states_something("1 January.", reply=True)
    (False, True)
    """
    if listing:
        return len(words.split()) > 2 and len(words) > 12
    whole = words.rstrip("'\"’”)").endswith((".", "!", "?", "…"))
    return whole and (reply or len(words.split()) > 2) and _PROCEDURE.search(words) is None


@dataclass(frozen=True, slots=True)
class Source:
    """A numbered, cited passage. `span` of the record is quoted; `marks` in it are the sentences that count as
    proof."""

    n: int
    passage: Passage
    span: Span
    marks: tuple[Span, ...]


def merge_spans(spans: Iterable[Span]) -> list[Span]:
    """Returns spans in order, with touching or overlapping ones joined.

    >>> merge_spans([Span(5, 8), Span(0, 2), Span(7, 9)])
    [Span(start=0, end=2), Span(start=5, end=9)]
    """
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined
