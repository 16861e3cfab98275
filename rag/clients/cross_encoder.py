"""A sentence-transformers cross-encoder in this process. Loaded on first use, used by one thread at a time."""

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


class CrossEncoderError(RuntimeError):
    """The model could not be loaded. The message says what to check."""


class CrossEncoderModel:
    """A model by name. `setting` is the setting that names it, for the error message."""

    def __init__(self, name: str, setting: str) -> None:
        self.name = name
        self._setting = setting
        self._lock = threading.Lock()
        self._model: Any = None

    def logits(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Returns the outputs for each pair, of shape `(len(pairs),)` or `(len(pairs), labels)`. Raises
        CrossEncoderError."""
        import torch

        with self._lock:
            values = self._load().predict(list(pairs), show_progress_bar=False, activation_fn=torch.nn.Identity())
        return np.asarray(values, dtype=np.float32)

    def labels(self) -> dict[str, int]:
        """Returns the index of each label among the outputs, labels in lower case. Raises CrossEncoderError."""
        with self._lock:
            config = self._load().config
        return {str(label).lower(): int(place) for place, label in config.id2label.items()}

    def _load(self) -> Any:
        if self._model is None:
            from sentence_transformers import CrossEncoder

            try:
                self._model = CrossEncoder(self.name)
            except (OSError, ValueError) as error:
                raise CrossEncoderError(
                    f"The model {self.name!r} could not be loaded ({error}). Check {self._setting}, or leave it empty."
                ) from error
        return self._model


def logistic(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Converts logits to probabilities."""
    return np.asarray(1 / (1 + np.exp(-values)), dtype=np.float32)
