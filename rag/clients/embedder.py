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


class Embedder(Protocol):
    """Turns text into vectors of length one, so that an inner product is a cosine."""

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
