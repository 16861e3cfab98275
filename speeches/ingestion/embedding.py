"""Giving chunks their vectors. A chunk without one is work to do; whoever takes it locks its row meanwhile."""

import logging
from collections.abc import Callable

import numpy as np
from django.db import connection, transaction

from rag.chunks.index import active_model, register_model
from rag.chunks.models import EmbeddingModel
from rag.clients.embedder import Embedder, Vectors
from rag.retrieval.embedding import configured_embedder
from speeches.models import Chunk

logger = logging.getLogger(__name__)

# Rows taken at once: enough to sort by length, few enough that a killed worker has little to do again.
BATCH = 512

_TAKE = """
SELECT c.speech_id, c.index, c.header || E'\\n' || substr(s.text, c.start + 1, c."end" - c.start)
FROM speeches_chunk c JOIN speeches_speech s ON s.id = c.speech_id
WHERE c.model_id = %s AND c.embedding IS NULL
ORDER BY c.speech_id, c.index LIMIT %s FOR UPDATE OF c SKIP LOCKED
"""
_GIVE = """
UPDATE speeches_chunk AS c SET embedding = v.embedding::halfvec
FROM unnest(%s::text[], %s::integer[], %s::text[]) AS v(speech_id, index, embedding)
WHERE c.model_id = %s AND c.speech_id = v.speech_id AND c.index = v.index
"""


def current_model() -> EmbeddingModel:
    """The model that new chunks are embedded with: the active one, at the very first the one in EMBEDDING_MODEL.

    Another EMBEDDING_MODEL takes over with `manage.py reembed`, not before: half a record cannot be searched.
    """
    return active_model() or configured_model()


def configured_model() -> EmbeddingModel:
    """The row of the model in EMBEDDING_MODEL, made with its index if it is new."""
    return register_model(configured_embedder().spec, Chunk._meta.db_table)


def embed_pending(
    model: EmbeddingModel, progress: Callable[[int], None] | None = None, limit: int | None = None
) -> int:
    """Embed chunks of `model` until none is left that nobody else has taken (or `limit` is reached).

    Calls `progress` with the number of vectors stored since the last call; returns their sum.
    """
    embedder = configured_embedder(model.name)
    stored = 0
    while limit is None or stored < limit:
        count = _embed_batch(model, embedder, BATCH if limit is None else min(BATCH, limit - stored))
        if count == 0:
            break
        stored += count
        if progress:
            progress(count)
    return stored


def _embed_batch(model: EmbeddingModel, embedder: Embedder, size: int) -> int:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_TAKE, [model.pk, size])
        rows = cursor.fetchall()
        if not rows:
            return 0
        vectors = embedder.embed_passages([text for _, _, text in rows])
        cursor.execute(_GIVE, [[row[0] for row in rows], [row[1] for row in rows], _literals(vectors), model.pk])
    return len(rows)


def _literals(vectors: Vectors) -> list[str]:
    rounded = np.char.mod("%.6g", vectors)
    return ["[" + ",".join(row) + "]" for row in rounded]
