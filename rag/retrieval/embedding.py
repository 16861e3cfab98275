"""The configured embedding model, and caches of the vectors of queries and sentences."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import Lock

import numpy as np
from django.conf import settings

from rag.clients.embedder import Embedder, Vectors
from rag.clients.open_embedder import open_embedder
from rag.retrieval.cache import remember

_DAY = 86_400
# The bytes of sentence vectors that a process keeps per model: 10,000 vectors of 384 numbers.
_KEPT = 16_000_000


def configured_embedder(name: str | None = None) -> Embedder:
    """Returns the client of a model by name; by default the one in EMBEDDING_MODEL."""
    return open_embedder(
        name or settings.EMBEDDING_MODEL,
        settings.DATA_FOLDER / "models",
        settings.EMBEDDING_API_KEY,
        settings.EMBEDDING_BASE_URL,
    )


def query_vector(query: str, model_name: str) -> Vectors:
    """Returns the vector of a query, float32 of shape `(dimensions,)`. Raises EmbedderError."""
    digest = hashlib.sha256(query.encode()).hexdigest()[:32]
    raw = remember(
        f"rag:query:{model_name}:{digest}".replace(" ", "_"),
        _DAY,
        lambda: configured_embedder(model_name).embed_query(query).tobytes(),
    )
    return np.frombuffer(raw, dtype=np.float32)


class SentenceVectors:
    """Embeds sentences as float32 of shape `(len(sentences), dimensions)`, and keeps the latest vectors.

    The next question on a subject, and the checks of a chat model's answer, read the same sentences again. `limit` is
    in bytes. Thread-safe. Raises EmbedderError.
    """

    def __init__(self, embedder: Embedder, limit: int = _KEPT) -> None:
        self._embedder, self._limit = embedder, limit
        self._kept: OrderedDict[str, Vectors] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def __call__(self, sentences: Sequence[str]) -> Vectors:
        with self._lock:
            vectors = {sentence: self._kept[sentence] for sentence in sentences if sentence in self._kept}
        if new := [sentence for sentence in dict.fromkeys(sentences) if sentence not in vectors]:
            # Copies, because a row would keep the whole batch alive.
            vectors |= {one: row.copy() for one, row in zip(new, self._embedder.embed_passages(new), strict=True)}
        self._keep(vectors)
        return np.stack([vectors[sentence] for sentence in sentences])

    def _keep(self, vectors: dict[str, Vectors]) -> None:
        with self._lock:
            for sentence, vector in vectors.items():
                if sentence not in self._kept:
                    self._size += vector.nbytes
                self._kept[sentence] = vector
                self._kept.move_to_end(sentence)
            while self._size > self._limit:
                _, longest_unasked = self._kept.popitem(last=False)
                self._size -= longest_unasked.nbytes


def sentence_vectors(model_name: str | None = None) -> Callable[[Sequence[str]], Vectors]:
    """Returns a function that embeds sentences with a model, by default the configured one. See SentenceVectors."""
    embedder = configured_embedder(model_name)
    return embedder.embed_passages if settings.RAG_CACHE_DISABLE else _sentence_vectors(embedder)


@lru_cache(maxsize=4)
def _sentence_vectors(embedder: Embedder) -> SentenceVectors:
    return SentenceVectors(embedder)
