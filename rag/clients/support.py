"""Whether one text follows from another: an entailment cross-encoder, where SUPPORT_MODEL names one."""

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol


class SupportError(RuntimeError):
    """The model could not be loaded; the message says what to check."""


class SupportModel(Protocol):
    """Judges whether premises support a hypothesis."""

    def entailment(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """For each (premise, hypothesis) how surely the one follows from the other, in [0, 1]."""
        ...


class CrossEncoderSupport:
    """A sentence-transformers cross-encoder with an `entailment` label, such as cross-encoder/nli-deberta-v3-small."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = threading.Lock()
        self._model: Any = None

    def entailment(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        import numpy as np

        if not pairs:
            return []
        with self._lock:
            model = self._loaded()
            logits = np.asarray(model.predict(list(pairs), show_progress_bar=False, activation_fn=_identity()))
        labels = {label.lower(): int(place) for place, label in model.config.id2label.items()}
        if logits.ndim == 1:
            return [float(value) for value in 1 / (1 + np.exp(-logits))]
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        return [float(row[labels["entailment"]]) for row in shares]

    def _loaded(self) -> Any:
        if self._model is None:
            from sentence_transformers import CrossEncoder

            try:
                self._model = CrossEncoder(self.name)
            except (OSError, ValueError) as error:
                raise SupportError(
                    f"The model {self.name!r} could not be loaded ({error}). Check SUPPORT_MODEL, or leave it empty."
                ) from error
        return self._model


def _identity() -> object:
    import torch

    return torch.nn.Identity()


@lru_cache(maxsize=2)
def open_support(name: str) -> SupportModel:
    """The one model of this process by its name."""
    return CrossEncoderSupport(name)
