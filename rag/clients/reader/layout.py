"""Lays out a question and a passage as tokens, in training and in use alike.

A window is `[CLS] question [SEP] header [SEP] sentences [SEP]`. A passage too long for one window gets several; each
later one repeats the last sentences of the one before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.clients.trained import open_tokenizer

# Maximum tokens of a window, of its question and of its header.
LONGEST, _LONGEST_QUESTION, _LONGEST_HEADER = 288, 64, 48
# A further window repeats up to this many sentences, within this share of its room.
_REPEATED, _REPEATED_SHARE = 3, 0.4


@dataclass(frozen=True, slots=True)
class Text:
    """The sentences of a passage, and the header that names speaker, place and time."""

    sentences: tuple[str, ...]
    header: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """Token ids, the first `asked` of them the question's, and the place of each sentence: its index in the passage,
    its start and its end. Sentences that are only repeated as context have no place."""

    ids: list[int]
    asked: int
    places: list[tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Inputs:
    """A batch of windows: token ids, kinds and mask of shape `(windows, tokens)`. `sentences`, of shape `(windows,
    sentences, tokens)`, averages the tokens of each sentence."""

    tokens: NDArray[np.int64]
    kinds: NDArray[np.int64]
    mask: NDArray[np.int64]
    sentences: NDArray[np.float32]


class Layout:
    """Lays out texts with an encoder's tokenizer, from its `tokenizer.json`."""

    def __init__(self, tokenizer_file: Path) -> None:
        self._tokenizer, special = open_tokenizer(tokenizer_file)
        self._first, self._between, self._padding, _ = special

    def windows(self, question: str, text: Text) -> list[Window]:
        """Returns the windows that cover a passage; at least one."""
        asked, header, *sentences = self._ids([question, text.header, *text.sentences])
        opening = [self._first, *asked[:_LONGEST_QUESTION], self._between]
        before = [*opening, *header[:_LONGEST_HEADER], self._between] if header else opening
        room = LONGEST - 1 - len(before)
        return [
            self._window(before, len(opening), sentences, *one)
            for one in _stretches([min(len(one), room) for one in sentences], room)
        ]

    def side_by_side(self, windows: Sequence[Window]) -> Inputs:
        """Batches windows, each padded to the longest."""
        width, most = max(len(one.ids) for one in windows), max(1, *(len(one.places) for one in windows))
        tokens = np.full((len(windows), width), self._padding, np.int64)
        kinds, mask = np.zeros_like(tokens), np.zeros_like(tokens)
        sentences = np.zeros((len(windows), most, width), np.float32)
        for row, window in enumerate(windows):
            length = len(window.ids)
            tokens[row, :length] = window.ids
            kinds[row, window.asked : length] = 1
            mask[row, :length] = 1
            for number, (_, start, end) in enumerate(window.places):
                sentences[row, number, start:end] = 1 / (end - start)
        return Inputs(tokens, kinds, mask, sentences)

    def _window(
        self, before: list[int], asked: int, sentences: list[list[int]], lead: int, start: int, end: int
    ) -> Window:
        """Returns the window of sentences `[start, end)`, with those from `lead` repeated before them."""
        ids, places = list(before), []
        for place in range(lead, end):
            own = sentences[place][: LONGEST - 1 - len(ids)]
            if place >= start and own:
                places.append((place, len(ids), len(ids) + len(own)))
            ids += own
        return Window([*ids, self._between], asked, places)

    def _ids(self, texts: list[str]) -> list[list[int]]:
        return [one.ids for one in self._tokenizer.encode_batch(texts, add_special_tokens=False)]


def _stretches(lengths: Sequence[int], room: int) -> Iterator[tuple[int, int, int]]:
    """Yields `(lead, start, end)` for each window: repeated from `lead`, read from `start` to `end`.

    >>> list(_stretches([4, 4, 4], room=10))
    [(0, 0, 2), (1, 2, 3)]
    """
    start = 0
    while True:
        lead, used = start, 0
        while lead > max(0, start - _REPEATED) and used + lengths[lead - 1] <= _REPEATED_SHARE * room:
            lead -= 1
            used += lengths[lead]
        if start < len(lengths) and used + lengths[start] > room:
            lead, used = start, 0
        end = start
        while end < len(lengths) and used + lengths[end] <= room:
            used += lengths[end]
            end += 1
        yield lead, start, end
        if end >= len(lengths):
            return
        start = end
