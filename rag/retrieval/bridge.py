"""Carries the meaning of a query from the multilingual model's space into that of the English model, by a linear
mapping between embedding spaces.

English passages are embedded by the English model alone. `python -m training bridge` fits the matrix between the two
spaces; it ships as `data/bridge.npz` for the default models.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from rag.clients.embedder import Vectors
from rag.clients.trained import MULTILINGUAL
from rag.retrieval.embedding import query_vector

BRIDGE = Path(__file__).resolve().parent / "data" / "bridge.npz"


def carried_vector(query: str, model_name: str) -> Vectors | None:
    """Returns the vector of a query in another language in an English model's space, float32 of shape `(dimensions,)`;
    None if no bridge leads there. Raises EmbedderError."""
    matrix = _matrices().get(model_name)
    if matrix is None or settings.MULTILINGUAL_EMBEDDING_MODEL != MULTILINGUAL:
        return None
    vector: Vectors = carry(query_vector(query, MULTILINGUAL)[None], matrix)[0]
    return vector


def carry(vectors: Vectors, matrix: Vectors) -> Vectors:
    """Returns vectors of shape `(n, dimensions)` in the other space, of length one."""
    carried = with_one(vectors) @ matrix
    unit: Vectors = carried / np.linalg.norm(carried, axis=1, keepdims=True)
    return unit


def with_one(vectors: Vectors) -> Vectors:
    """Returns vectors with a one appended to each, which a matrix multiplies by its intercepts."""
    return np.hstack([vectors, np.ones((len(vectors), 1), vectors.dtype)])


@lru_cache(maxsize=1)
def _matrices() -> dict[str, NDArray[np.float32]]:
    """Loads the matrices by the name of the model to which they lead, each of shape `(dimensions + 1, dimensions)`."""
    with np.load(BRIDGE) as file:
        return {name: file[name].astype(np.float32) for name in file.files}
