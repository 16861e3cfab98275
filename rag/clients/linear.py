"""A logistic model over text vectors, stored as numbers in a file. `training/linear.py` fits it."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.clients.embedder import Vectors


@dataclass(frozen=True, slots=True)
class Linear:
    """The weight of each dimension. A text is positive if its probability reaches `threshold`."""

    weights: Vectors
    intercept: float
    threshold: float

    def holds(self, vectors: Vectors) -> NDArray[np.bool_]:
        """Whether each of some vectors, of shape `(texts, dimensions)`, is positive."""
        likely = 1 / (1 + np.exp(-(vectors @ self.weights + self.intercept)))
        return np.asarray(likely >= self.threshold)


@cache
def linear_models(path: Path) -> dict[str, Linear]:
    """Returns the models in a file, by the name of the embedding model whose vectors each takes."""
    known = json.loads(path.read_text())
    return {
        name: Linear(np.array(one["weights"], dtype=np.float32), one["intercept"], one["threshold"])
        for name, one in known.items()
    }
