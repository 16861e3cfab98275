"""Lays out a question as tokens, in training and in use alike.

The layout is `[CLS] previous question [SEP] question [SEP]`, or without the previous question if there is none. Words
whose meaning the record or their form reveals are marked with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.clients.trained import open_tokenizer

# What may be known of a word beforehand. The model depends on the order: add new names at the end.
KNOWN = (
    "", "person", "party", "bill", "place", "office", "committee", "date", "number", "quotation", "chamber", "country",
)  # fmt: skip
# Maximum words of a question and of the one before it, and tokens of a word. They always fit in the encoder.
LONGEST, _LONGEST_BEFORE, _LONGEST_WORD = 96, 24, 4


@dataclass(frozen=True, slots=True)
class Question:
    """A question as words. `known` says what each word names, `begins` whether such a name begins there."""

    words: Sequence[str]
    known: Sequence[str]
    begins: Sequence[bool]
    before: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Inputs:
    """A batch of questions: token ids, kinds, mask and known names of shape `(questions, tokens)`, and the first token
    of each word, of shape `(questions, words, tokens)`."""

    tokens: NDArray[np.int64]
    kinds: NDArray[np.int64]
    mask: NDArray[np.int64]
    known: NDArray[np.int64]
    words: NDArray[np.float32]


class Layout:
    """Lays out questions with an encoder's tokenizer, from its `tokenizer.json`."""

    def __init__(self, tokenizer_file: Path) -> None:
        self._tokenizer, special = open_tokenizer(tokenizer_file)
        self._first, self._between, self._padding, self._other = special

    def inputs(self, questions: Sequence[Question]) -> Inputs:
        """Batches questions, each padded to the longest."""
        rows = [self._row(one) for one in questions]
        width, most = max(len(ids) for ids, *_ in rows), max(1, *(len(places) for *_, places in rows))
        tokens = np.full((len(rows), width), self._padding, np.int64)
        kinds, mask, known = (np.zeros_like(tokens) for _ in range(3))
        words = np.zeros((len(rows), most, width), np.float32)
        for row, (ids, named, before, places) in enumerate(rows):
            tokens[row, : len(ids)], known[row, : len(ids)] = ids, named
            kinds[row, before : len(ids)], mask[row, : len(ids)] = 1, 1
            for number, place in enumerate(places):
                words[row, number, place] = 1
        return Inputs(tokens, kinds, mask, known, words)

    def _row(self, asked: Question) -> tuple[list[int], list[int], int, list[int]]:
        """Returns token ids, what is known of each, how many precede the question, and where each of its words
        begins."""
        ids = [self._first]
        if asked.before:
            ids += [token for word in self._pieces(asked.before[:_LONGEST_BEFORE]) for token in word]
            ids.append(self._between)
        named, before, places = [0] * len(ids), len(ids), []
        pieces = self._pieces(asked.words[:LONGEST])
        for own, what, begins in zip(pieces, asked.known, asked.begins, strict=False):
            places.append(len(ids))
            ids += own
            named += [2 * KNOWN.index(what) + (not begins if what else 0)] * len(own)
        return [*ids, self._between], [*named, 0], before, places

    def _pieces(self, words: Sequence[str]) -> list[list[int]]:
        if not words:
            return []
        encoded = self._tokenizer.encode_batch(list(words), add_special_tokens=False)
        return [one.ids[:_LONGEST_WORD] or [self._other] for one in encoded]
