"""Training examples of the reader: a question, the sentences of a passage, and which of them answer."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag.clients.reader.two_stage import AFTER, BEFORE
from rag.text.sentences import sentence_spans
from rag.text.spans import Span


@dataclass(frozen=True, slots=True)
class Example:
    """A question with a passage.

    `answers` holds the indices of the sentences that answer; it is empty if the passage does not. Nobody has said
    whether the `unknown` sentences do. `group` is the article or document: a split keeps its examples on one side.
    Examples of one `contrast` share a batch, and the sentences that answer should score above all others in them.
    """

    question: str
    sentences: tuple[str, ...]
    answers: frozenset[int] = frozenset()
    header: str = ""
    source: str = ""
    group: str = ""
    language: str = "en"
    contrast: str = ""
    unknown: frozenset[int] = frozenset()


def sentences_in(text: str) -> list[Span]:
    """Returns the sentences of a passage, cut as in the product."""
    return list(sentence_spans(text, Span(0, len(text))))


def window(texts: Sequence[str], keep: Sequence[int], longest: int, lead: int) -> tuple[int, int]:
    """Returns the range of neighbouring texts, at most `longest` characters together, that includes those at `keep`. Up
    to `lead` texts precede the first of them.

    >>> window(["aaaa", "bbbb", "cccc", "dddd"], keep=[2], longest=9, lead=1)
    (1, 3)
    """
    start, end = min(keep), max(keep) + 1
    length = sum(map(len, texts[start:end]))
    while start > max(0, min(keep) - lead) and length + len(texts[start - 1]) <= longest:
        start -= 1
        length += len(texts[start])
    while end < len(texts) and length + len(texts[end]) <= longest:
        length += len(texts[end])
        end += 1
    return start, end


def shorten(example: Example, dice: random.Random) -> Example:
    """Returns an example cut to what the better reader is given: sentences that answer with those beside them, or a
    random sentence with those beside it if none answers."""
    places = sorted(example.answers) or [dice.randrange(len(example.sentences))]
    first, last = max(0, places[0] - BEFORE), min(len(example.sentences), places[0] + AFTER + 1)
    kept = range(first, last)
    return replace(
        example,
        sentences=example.sentences[first:last],
        answers=frozenset(place - first for place in example.answers if place in kept),
        unknown=frozenset(place - first for place in example.unknown if place in kept),
    )
