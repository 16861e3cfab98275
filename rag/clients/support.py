"""Tells whether one text follows from another, with an entailment cross-encoder if SUPPORT_MODEL names one."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np

from rag.clients.cross_encoder import CrossEncoderError, CrossEncoderModel, logistic


class SupportError(RuntimeError):
    """The model could not be loaded. The message says what to check."""


class SupportModel(Protocol):
    """Judges whether premises support a hypothesis."""

    def entailment(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Returns, for each (premise, hypothesis), the probability that the premise entails the hypothesis, in [0,
        1]."""
        ...


class CrossEncoderSupport:
    """A cross-encoder with an `entailment` label, such as cross-encoder/nli-deberta-v3-small, or with one output."""

    def __init__(self, name: str) -> None:
        self._model = CrossEncoderModel(name, "SUPPORT_MODEL")

    def entailment(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        if not pairs:
            return []
        try:
            logits, labels = self._model.logits(pairs), self._model.labels()
        except CrossEncoderError as error:
            raise SupportError(str(error)) from error
        if logits.ndim == 1:
            return [float(value) for value in logistic(logits)]
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        return [float(row[labels["entailment"]]) for row in shares]


@lru_cache(maxsize=2)
def open_support(name: str) -> SupportModel:
    """Returns this process's only model of a name."""
    return CrossEncoderSupport(name)
