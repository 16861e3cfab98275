"""The interface of embedding models, and the facts about a model that the index needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class EmbeddingSpec:
    """A model's name, the length of its vectors, and its prefixes for queries and passages."""

    name: str
    dimensions: int
    query_prefix: str = ""
    passage_prefix: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """Rescales a model's cosines. `low` is the cosine of unrelated texts.

    Some models find everything alike (e5's cosines lie between 0.7 and 0.95). On a common scale, the scores of two
    models can be merged into one order.
    """

    low: float = 0.0
    span: float = 1.0

    def of(self, cosine: float) -> float:
        """Returns a cosine rescaled to [0, 1], from unrelated to identical.

        >>> round(Scale(0.76, 0.22).of(0.87), 2), Scale().of(-0.1)
        (0.5, 0.0)
        """
        return min(1.0, max(0.0, (cosine - self.low) / self.span))


def prefixes_of(name: str) -> tuple[str, str]:
    """Returns a model's prefixes for queries and passages. The e5 family needs them to tell the two apart."""
    return ("query: ", "passage: ") if "e5" in name.lower().split("/")[-1].split("-") else ("", "")


# Measured on the pairs of the Canadian development set (docs/search.md).
SCALES = {"multilingual-e5-small": Scale(0.76, 0.22)}


def scale_of(name: str) -> Scale:
    """Returns the scale of a model by name; the plain cosine if nobody has measured it."""
    return SCALES.get(name, Scale())


class Embedder(Protocol):
    """Turns text into unit vectors, so that an inner product is a cosine."""

    def __hash__(self) -> int: ...

    @property
    def spec(self) -> EmbeddingSpec: ...

    def embed_passages(self, passages: Sequence[str]) -> Vectors:
        """Returns float32 of shape `(len(passages), dimensions)`, in the order given."""
        ...

    def embed_query(self, query: str) -> Vectors:
        """Returns float32 of shape `(dimensions,)`."""
        ...


class EmbedderError(Exception):
    """The model could not be loaded or did not answer. The message says what to do."""
