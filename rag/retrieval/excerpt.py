"""Chooses the part of a passage that shows why it was found, and the words to mark in it."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rag.text.function_words import FUNCTION_WORDS
from rag.text.sentences import sentence_spans
from rag.text.spans import Span

_WORD = re.compile(r"[\w’']+")


class Excerpt(NamedTuple):
    """A span of the record's text, and the marks in it, counted from the excerpt's start."""

    span: Span
    marks: list[tuple[int, int]]


def excerpt(text: str, passage: Span, words: Sequence[str], length: int = 500) -> Excerpt:
    """Returns at most `length` characters of the passage around its best match, cut at sentences or else at words."""
    marks = _marks(text, passage, frozenset(stem(word) for word in words))
    span = passage if passage.end - passage.start <= length else _window(text, passage, marks, length)
    inside = [mark for mark in marks if span.start <= mark.start() and mark.end() <= span.end]
    return Excerpt(span, [(mark.start() - span.start, mark.end() - span.start) for mark in inside])


def query_words(query: str) -> list[str]:
    """Returns the words of a query that are worth marking, in lower case.

    >>> query_words("What did she say about the Reserve Bank's rates?")
    ['reserve', "bank's", 'rates']
    """
    return [word for word in _WORD.findall(query.lower()) if word not in FUNCTION_WORDS]


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Returns a rough stem, for marking only. The index uses PostgreSQL's stemmer.

    >>> stem("Housing") == stem("houses") == stem("house")
    True
    """
    word = word.lower().replace("’", "'").removesuffix("'s")
    for ending in ("ations", "ation", "ings", "ing", "ies", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _marks(text: str, passage: Span, stems: frozenset[str]) -> list["re.Match[str]"]:
    if not stems:
        return []
    beginning = _beginning(stems).finditer(text, passage.start, passage.end)
    return [mark for mark in beginning if stem(mark.group()) in stems]


@lru_cache(maxsize=256)
def _beginning(stems: frozenset[str]) -> "re.Pattern[str]":
    """Matches words that begin with one of the stems. They are few, and only they are checked closely."""
    starts = "|".join(re.escape(start).replace("'", "['’]") for start in sorted(stems))
    return re.compile(rf"(?<![\w’'])(?:{starts})[\w’']*", re.IGNORECASE)


def _window(text: str, passage: Span, marks: Sequence["re.Match[str]"], length: int) -> Span:
    """Returns the run of whole sentences with the most distinct marked words. A single longer sentence is cut at
    words."""
    sentences = list(sentence_spans(text, passage))
    best, best_count = sentences[0], -1
    for first, sentence in enumerate(sentences):
        end = sentence.end
        for following in sentences[first + 1 :]:
            if following.end - sentence.start > length:
                break
            end = following.end
        hits = {stem(mark.group()) for mark in marks if sentence.start <= mark.start() and mark.end() <= end}
        if len(hits) > best_count:
            best, best_count = Span(sentence.start, end), len(hits)
    if best.end - best.start > length:
        return _around(text, best, marks, length)
    # The remaining room goes to the sentences before, so that the match keeps its lead-in.
    leads = [sentence.start for sentence in sentences if best.end - sentence.start <= length]
    return Span(min(leads, default=best.start), best.end)


def _around(text: str, sentence: Span, marks: Sequence["re.Match[str]"], length: int) -> Span:
    inside = [mark.start() for mark in marks if sentence.start <= mark.start() < sentence.end]
    middle = sum(inside) // len(inside) if inside else sentence.start
    start = max(sentence.start, min(middle - length // 2, sentence.end - length))
    if start > sentence.start:
        start = text.index(" ", start) + 1 if " " in text[start : sentence.end] else start
    end = min(sentence.end, start + length)
    if end < sentence.end and " " in text[start:end]:
        end = text.rindex(" ", start, end)
    return Span(start, end).trim(text)
