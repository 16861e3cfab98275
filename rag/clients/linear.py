"""A logistic model over the vectors of texts, kept as a few numbers in a file: what `training/linear.py` fits."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.clients.embedder import Vectors


@dataclass(frozen=True, slots=True)
class Linear:
    """The weights of each dimension. What is at least as likely as `threshold` is told to be so."""

    weights: Vectors
    intercept: float
    threshold: float

    def holds(self, vectors: Vectors) -> NDArray[np.bool_]:
        """Whether each of some vectors, of shape `(texts, dimensions)`, is likely enough."""
        likely = 1 / (1 + np.exp(-(vectors @ self.weights + self.intercept)))
        return np.asarray(likely >= self.threshold)


@cache
def linear_models(path: Path) -> dict[str, Linear]:
    """The models of a file, each by the name of the embedding model whose vectors it takes."""
    known = json.loads(path.read_text())
    return {
        name: Linear(np.array(one["weights"], dtype=np.float32), one["intercept"], one["threshold"])
        for name, one in known.items()
    }
