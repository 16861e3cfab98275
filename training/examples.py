"""What the reader learns from: a question, the sentences of a passage, and which of them answer it."""

from collections.abc import Sequence
from dataclasses import dataclass

from rag.text.sentences import sentence_spans
from rag.text.spans import Span


@dataclass(frozen=True, slots=True)
class Example:
    """A question, or a claim, beside a passage.

    `answers` are the places of the sentences that answer; none where the passage does not. Of the `unknown` sentences
    nobody has said whether they do. Of a claim, `supported` says whether the passage proves it, and `answers` say
    nothing. `group` is the article or document: all examples of one stand on one side of a split. Examples of one
    `contrast` are read in one batch, and what answers is to be likelier than all else in them.
    """

    question: str
    sentences: tuple[str, ...]
    answers: frozenset[int] = frozenset()
    header: str = ""
    source: str = ""
    group: str = ""
    language: str = "en"
    supported: bool | None = None
    contrast: str = ""
    unknown: frozenset[int] = frozenset()


def sentences_in(text: str) -> list[Span]:
    """The sentences of a passage, as the product cuts them."""
    return list(sentence_spans(text, Span(0, len(text))))


def window(texts: Sequence[str], keep: Sequence[int], longest: int, lead: int) -> tuple[int, int]:
    """From where to where neighbouring texts make a passage of at most `longest` characters that holds those to `keep`;
    up to `lead` texts stand before the first of them.

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
