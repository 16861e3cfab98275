"""The configured embedding model, and the vectors of queries, kept for a day."""

import hashlib

import numpy as np
from django.conf import settings

from rag.clients.embedder import Embedder, Vectors
from rag.clients.open_embedder import open_embedder
from rag.retrieval.cache import remember

_DAY = 86_400


def configured_embedder(name: str | None = None) -> Embedder:
    """The client of a model by name, by default the one in EMBEDDING_MODEL."""
    return open_embedder(
        name or settings.EMBEDDING_MODEL,
        settings.DATA_FOLDER / "models",
        settings.EMBEDDING_API_KEY,
        settings.EMBEDDING_BASE_URL,
    )


def query_vector(query: str, model_name: str) -> Vectors:
    """The vector of a query, float32 of shape `(dimensions,)`. Raises EmbedderError."""
    digest = hashlib.sha256(query.encode()).hexdigest()[:32]
    raw = remember(
        f"rag:query:{model_name}:{digest}".replace(" ", "_"),
        _DAY,
        lambda: configured_embedder(model_name).embed_query(query).tobytes(),
    )
    return np.frombuffer(raw, dtype=np.float32)
