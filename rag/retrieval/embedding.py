"""The configured embedding model, and the vectors of queries and sentences that it was asked for before."""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock

import numpy as np
from django.conf import settings

from rag.clients.embedder import Embedder, Vectors
from rag.clients.open_embedder import open_embedder
from rag.retrieval.cache import remember

_DAY = 86_400
# Of 384 numbers each: 15 MB.
_SENTENCES = 10_000


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


class SentenceVectors:
    """Vectors of sentences, float32 of shape `(len(sentences), dimensions)`; those last asked for are kept.

    The next question on a subject, and the checks of what a chat model wrote, read the same sentences again.
    Safe to share between threads. Raises EmbedderError.
    """

    def __init__(self, embedder: Embedder, limit: int = _SENTENCES) -> None:
        self._embedder, self._limit = embedder, limit
        self._kept: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = Lock()

    def __call__(self, sentences: Sequence[str]) -> Vectors:
        with self._lock:
            vectors = {sentence: self._kept[sentence] for sentence in sentences if sentence in self._kept}
        if new := [sentence for sentence in dict.fromkeys(sentences) if sentence not in vectors]:
            # Copies: a row would hold on to the whole batch.
            vectors |= {one: row.copy() for one, row in zip(new, self._embedder.embed_passages(new), strict=True)}
        self._keep(vectors)
        return np.stack([vectors[sentence] for sentence in sentences])

    def _keep(self, vectors: dict[str, Vectors]) -> None:
        with self._lock:
            for sentence, vector in vectors.items():
                self._kept[sentence] = vector
                self._kept.move_to_end(sentence)
            while len(self._kept) > self._limit:
                self._kept.popitem(last=False)


def sentence_vectors(model_name: str | None = None) -> SentenceVectors:
    """The vectors of sentences by a model, by default the configured one."""
    return _sentence_vectors(configured_embedder(model_name))


@lru_cache(maxsize=4)
def _sentence_vectors(embedder: Embedder) -> SentenceVectors:
    return SentenceVectors(embedder)
