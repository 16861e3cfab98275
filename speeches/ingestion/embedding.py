"""Gives chunks their vectors. A chunk without one is work to do; the worker that takes it locks its row."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import psycopg
from django.conf import settings
from django.db import connection, transaction
from django.dispatch import Signal
from pgvector import HalfVector
from pgvector.psycopg.halfvec import HalfVectorBinaryDumper
from psycopg.types import TypeInfo

from rag.chunks.index import active_model, active_models, register_model
from rag.chunks.models import EmbeddingModel
from rag.chunks.queryset import ChunkQuerySet
from rag.clients.embedder import Embedder, Vectors
from rag.retrieval.embedding import configured_embedder
from speeches.models import BY_WORDS, Chunk, Entry, EntryChunk, Parliament, Speech

# Rows looked at together, so that texts of similar length meet in one batch of the model: the shorter texts of a batch
# are padded to the longest. With 1,000 rows, padding costs 5 % more than with 8,000.
_POOL = 8192
# Rows taken at once: few enough that a killed worker has little to do again. They are embedded in parts, and one part
# is written while the next is embedded. Parts get smaller, because nothing is embedded while the last one is written.
BATCH = 1024
PART = 128
_LAST_PART = 16

_LOOK = """
SELECT c.{owner}, c.index FROM (
    SELECT {owner}, index, length(header) + "end" - start AS length FROM {table}
    WHERE model_id = %s AND embedding IS NULL AND NOT source_type = ANY(%s)
    ORDER BY {owner}, index LIMIT %s) c
ORDER BY c.length DESC, c.{owner}, c.index
"""
_TAKE = """
SELECT c.{owner}, c.index, c.header || E'\\n' || substr(o.text, c.start + 1, c."end" - c.start)
FROM unnest(%s::text[], %s::integer[]) AS wanted(owner, index)
JOIN {table} c ON c.{owner} = wanted.owner AND c.index = wanted.index AND c.model_id = %s
JOIN {owners} o ON o.id = c.{owner}
WHERE c.embedding IS NULL FOR UPDATE OF c SKIP LOCKED
"""
_GIVE = """
UPDATE {table} AS c SET embedding = v.embedding
FROM unnest(%s::text[], %s::integer[], %b::halfvec[]) AS v(owner, index, embedding)
WHERE c.model_id = %s AND c.{owner} = v.owner AND c.index = v.index
"""
# The tables of chunks, each with the column of the text's owner and the owner's table.
_TABLES = (
    {"table": Chunk._meta.db_table, "owner": "speech_id", "owners": Speech._meta.db_table},
    {"table": EntryChunk._meta.db_table, "owner": "entry_id", "owners": Entry._meta.db_table},
)

# Sent when chunks of speeches get vectors of an active model, before the commit: `keys`, `texts`, `vectors` and
# `model`, in one order.
embedded = Signal()

_Key = tuple[str, int]
_Row = tuple[str, int, str]


def current_model() -> EmbeddingModel:
    """The model that embeds new chunks: the active one, or the one in EMBEDDING_MODEL if none is active yet.

    Another EMBEDDING_MODEL takes over only with `manage.py reembed`, because half a record cannot be searched.
    """
    return active_model() or configured_model()


def configured_model() -> EmbeddingModel:
    """The row of the model in EMBEDDING_MODEL, made with its index if it is new."""
    return register_model(configured_embedder().spec, Chunk._meta.db_table)


def model_for(parliament: Parliament) -> EmbeddingModel:
    """The model for a parliament's record: the multilingual one if the parliament prints in several languages."""
    name = settings.MULTILINGUAL_EMBEDDING_MODEL
    if len(parliament.languages) < 2 or not name:
        return current_model()
    active = EmbeddingModel.objects.filter(active=True, multilingual=True).first()
    return active or register_model(configured_embedder(name).spec, Chunk._meta.db_table, multilingual=True)


def pending_count() -> int:
    """How many chunks of all active models wait for a vector."""
    return sum(chunks.count() for chunks in _pending(active_models()))


def pending_speech_count() -> int:
    """How many pending chunks belong to speeches. A file's summary counts these."""
    return _pending(active_models())[0].count()


def any_pending() -> bool:
    """Whether a chunk of an active model waits for a vector."""
    return any(chunks.exists() for chunks in _pending(active_models()))


def any_pending_of(model: EmbeddingModel) -> bool:
    """Whether a chunk of `model` waits for a vector."""
    return any(chunks.exists() for chunks in _pending([model]))


def _pending(models: Sequence[EmbeddingModel]) -> tuple[ChunkQuerySet, ChunkQuerySet]:
    speeches: ChunkQuerySet = Chunk.objects.filter(model__in=models)
    entries: ChunkQuerySet = EntryChunk.objects.filter(model__in=models).exclude(source_type__in=BY_WORDS)
    return speeches.pending(), entries.pending()


def embed_pending(model: EmbeddingModel, progress: Callable[[int], None] | None = None) -> int:
    """Embed chunks of `model` until every chunk left is taken by somebody else.

    Calls `progress` with the number of vectors stored since the last call. Returns the number of vectors of speeches,
    which a file's summary compares with the chunks that the file brought.
    """
    embedder = configured_embedder(model.name)
    stored = {
        names["table"]: sum(_embed_pools(names, model, embedder, progress or (lambda count: None))) for names in _TABLES
    }
    return stored[Chunk._meta.db_table]


def _embed_pools(
    names: Mapping[str, str], model: EmbeddingModel, embedder: Embedder, progress: Callable[[int], None]
) -> Iterator[int]:
    """Yields the numbers of vectors stored, a pool at a time, until others have taken everything in a pool."""
    while pool := _waiting(names, model):
        batches = (pool[first : first + BATCH] for first in range(0, len(pool), BATCH))
        counts = [_embed_batch(keys, names, model, embedder, progress) for keys in batches]
        if not any(counts):
            return
        yield from counts


def _waiting(names: Mapping[str, str], model: EmbeddingModel) -> Sequence[_Key]:
    """The next rows without a vector, longest texts first. Whoever takes one checks again whether it still waits."""
    with connection.cursor() as cursor:
        cursor.execute(_LOOK.format(**names), [model.pk, list(BY_WORDS), _POOL])
        keys: list[_Key] = cursor.fetchall()
    return keys


def _embed_batch(
    keys: Sequence[_Key],
    names: Mapping[str, str],
    model: EmbeddingModel,
    embedder: Embedder,
    progress: Callable[[int], None],
) -> int:
    with transaction.atomic(), connection.wrap_database_errors, connection.cursor() as cursor:
        cursor.execute(_TAKE.format(**names), [[key for key, _ in keys], [index for _, index in keys], model.pk])
        rows: list[_Row] = sorted(cursor.fetchall(), key=lambda row: len(row[2]), reverse=True)
        if not rows:
            return 0
        parts = list(_parts(rows))
        with ThreadPoolExecutor(max_workers=2) as executor, _binary_cursor() as writer:
            # The thread only computes; this thread keeps the database.
            vectors = executor.map(lambda part: embedder.embed_passages([text for _, _, text in part]), parts)
            given = []
            for part, own in zip(parts, vectors, strict=True):
                writer.execute(_GIVE.format(**names), _vector_parameters(part, own, model))
                given.append(own)
                progress(len(part))
        if model.active and names["table"] == Chunk._meta.db_table:
            keys, texts = [(key, index) for key, index, _ in rows], [text for _, _, text in rows]
            embedded.send(EmbeddingModel, keys=keys, texts=texts, vectors=np.concatenate(given), model=model)
    return len(rows)


def _parts(rows: Sequence[_Row]) -> Iterator[Sequence[_Row]]:
    while rows:
        size = min(PART, max(_LAST_PART, len(rows) // 2))
        yield rows[:size]
        rows = rows[size:]


def _vector_parameters(part: Sequence[_Row], vectors: Vectors, model: EmbeddingModel) -> list[Any]:
    halves = [HalfVector(vector) for vector in vectors.astype(np.float16)]
    return [[key for key, _, _ in part], [index for _, index, _ in part], halves, model.pk]


def _binary_cursor() -> "psycopg.Cursor[Any]":
    """A cursor that sends vectors in binary: as text they cost a tenth of what the index costs."""
    info = TypeInfo.fetch(connection.connection, "halfvec")
    assert info is not None, "PostgreSQL has no pgvector."
    cursor = psycopg.Cursor(connection.connection)
    info.register(cursor)
    cursor.adapters.register_dumper(HalfVector, type("HalfVectors", (HalfVectorBinaryDumper,), {"oid": info.oid}))
    return cursor
