"""What every embedding model offers, and the facts about a model that the index must know."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class EmbeddingSpec:
    """A model's name, the length of its vectors, and what it wants written before a query and a passage."""

    name: str
    dimensions: int
    query_prefix: str = ""
    passage_prefix: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """How a model's cosines read: `low` is that of texts that have nothing to do with each other.

    Some models call everything alike (e5's cosines lie between 0.7 and 0.95); on one scale the scores of two
    models can stand in one order.
    """

    low: float = 0.0
    span: float = 1.0

    def of(self, cosine: float) -> float:
        """A cosine as a share of the way from nothing alike to the same, in [0, 1].

        >>> round(Scale(0.76, 0.22).of(0.87), 2), Scale().of(-0.1)
        (0.5, 0.0)
        """
        return min(1.0, max(0.0, (cosine - self.low) / self.span))


def prefixes_of(name: str) -> tuple[str, str]:
    """What a model wants written before a query and before a passage: those of the e5 family know them apart so."""
    return ("query: ", "passage: ") if "e5" in name.lower().split("/")[-1].split("-") else ("", "")


# Measured on the pairs of the Canadian development set: docs/search.md.
SCALES = {"multilingual-e5-small": Scale(0.76, 0.22)}


def scale_of(name: str) -> Scale:
    """The scale of a model by name; the plain cosine of one that nobody has measured."""
    return SCALES.get(name, Scale())


class Embedder(Protocol):
    """Turns text into vectors of length one, so that an inner product is a cosine."""

    def __hash__(self) -> int: ...

    @property
    def spec(self) -> EmbeddingSpec: ...

    def embed_passages(self, passages: Sequence[str]) -> Vectors:
        """Float32 of shape `(len(passages), dimensions)`, in the order given."""
        ...

    def embed_query(self, query: str) -> Vectors:
        """Float32 of shape `(dimensions,)`."""
        ...


class EmbedderError(Exception):
    """The model could not be loaded or did not answer; the message says what to do."""
