"""Builds a record of any size to measure on: real House days, repeated under new ids, each copy with its own vector.

A copy's vector is the passage's own, moved by the difference of two of its neighbours (the step of differential
evolution, Storn and Price, 1997). It lies where another passage on the same matter would, so words and meaning agree as
in a real record.
"""

import hashlib
import io
import re
import time
from pathlib import Path

import numpy as np
from django.conf import settings
from django.db import connection
from numpy.typing import NDArray

from rag.chunks.index import create_meaning_index, drop_meaning_index
from rag.retrieval.embedding import configured_embedder
from speeches.ingestion.embedding import current_model
from speeches.ingestion.ingest import ingest_content
from speeches.models import Chunk, Riding
from speeches.search.version import corpus_changed

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
SEED = 20261121
# Values of three filters, and the share of chunks that each leaves.
SELECTIVITY = {"debate_type": ("half", 0.5), "state": ("twentieth", 0.05), "electorate": ("two-hundredth", 0.005)}

_TABLE = Chunk._meta.db_table
_COPY = re.compile(r"^(copy-\d+-)+")
_NEAR = 30
# Memory for building an index: at least so many kilobytes, and so many bytes a vector of 384 half-precision numbers.
_SMALLEST_MEMORY, _BYTES = 512 * 1024, 2_000


def build(size: int) -> float:
    """Fills the record with `size` chunks. Returns the seconds that their HNSW index took."""
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE speeches_speech, speeches_sitting, speeches_chunk, speeches_termcount CASCADE")
        for path in sorted((SHARED / "data/au/reps").glob("*.xml")):
            if Chunk.objects.count() < size:
                ingest_content(path.read_bytes(), path.name)
        drop_meaning_index(_TABLE, current_model())
        copies = 0
        while Chunk.objects.count() < size:
            copies += 1
            _repeat(copies)
        cursor.execute(
            f"DELETE FROM {_TABLE} WHERE ctid IN (SELECT ctid FROM {_TABLE} OFFSET %s)",
            [size],
        )
        _give_vectors()
        # A graph that outgrows this memory is built on disk, many times slower.
        cursor.execute(f"SET maintenance_work_mem = '{max(_SMALLEST_MEMORY, size * _BYTES // 1024)}kB'")
        started = time.monotonic()
        create_meaning_index(_TABLE, current_model())
        took = time.monotonic() - started
        cursor.execute("RESET maintenance_work_mem")
        cursor.execute(f"VACUUM ANALYZE {_TABLE}")
        # The speeches, too, must know the filters' values.
        for column, (value, _) in SELECTIVITY.items():
            if column != "electorate":
                cursor.execute(
                    f"UPDATE speeches_speech SET {column} = %s WHERE id = (SELECT min(id) FROM speeches_speech)",
                    [value],
                )
    Riding.objects.get_or_create(parliament_id="au", name=SELECTIVITY["electorate"][0])
    corpus_changed()
    return took


def questions() -> list[str]:
    """Returns questions that people asked about those days."""
    import yaml

    return [entry["q"] for entry in yaml.safe_load((SHARED / "gold/au_dev.yaml").read_text())]


def _repeat(number: int) -> None:
    """Copies the first days once more, under new ids."""
    prefix = f"copy-{number}-"
    with connection.cursor() as cursor:
        for table, key in (("speeches_speech", "id"), (_TABLE, "speech_id")):
            cursor.execute(
                "SELECT column_name FROM information_schema.columns WHERE table_name = %s ORDER BY 1", [table]
            )
            names = [f'"{name}"' for (name,) in cursor.fetchall()]
            values = [f"'{prefix}' || {name}" if name == f'"{key}"' else name for name in names]
            cursor.execute(
                f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)} FROM {table} "
                f"WHERE {key} NOT LIKE 'copy-%%'"
            )


def _give_vectors() -> None:
    """Gives every chunk its vector, and random values for the filters."""
    random = np.random.default_rng(SEED)
    keys, real = _real_vectors()
    rows = {key: row for row, key in enumerate(keys)}
    near = _neighbours(real)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE given (place tid, vector text, half text, twentieth text, rare text)")
        cursor.execute(f"SELECT ctid, speech_id, index FROM {_TABLE}")
        found = cursor.fetchall()
        with cursor.copy("COPY given FROM STDIN") as copy:
            for first in range(0, len(found), 5000):
                batch = found[first : first + 5000]
                own = np.array([rows[(_COPY.sub("", speech), index)] for _, speech, index in batch])
                moved = np.array([speech.startswith("copy-") for _, speech, _ in batch])
                vectors = np.where(moved[:, None], _move_vectors(real, near, own, random), real[own])
                copy.write(_rows([place for place, _, _ in batch], vectors, random))
        cursor.execute(
            f"UPDATE {_TABLE} c SET embedding = vector::halfvec, debate_type = half, state = twentieth, "
            f"electorate = rare FROM given WHERE c.ctid = given.place"
        )
        cursor.execute("DROP TABLE given")


def _real_vectors() -> tuple[list[tuple[str, int]], NDArray[np.float32]]:
    """Returns the first days' chunks by key, and their vectors. The vectors are kept between runs, because embedding
    takes minutes."""
    chunks = Chunk.objects.exclude(speech__id__startswith="copy-").order_by("speech_id", "index")
    keys, passages = [], []
    for speech, index, header, text, start, end in chunks.values_list(
        "speech_id", "index", "header", "speech__text", "start", "end"
    ):
        keys.append((speech, index))
        passages.append(f"{header}\n{text[start:end]}")
    digest = hashlib.sha256("\n".join(passages).encode()).hexdigest()[:16]
    kept = settings.DATA_FOLDER / f"bench-vectors-{digest}.npy"
    if not kept.exists():
        np.save(kept, configured_embedder().embed_passages(passages))
    return keys, np.load(kept)


def _neighbours(real: NDArray[np.float32]) -> NDArray[np.int64]:
    """Returns the thirty nearest other vectors of each, of shape `(len(real), 30)`."""
    near = np.empty((len(real), _NEAR), dtype=np.int64)
    for first in range(0, len(real), 2000):
        cosines = real[first : first + 2000] @ real.T
        near[first : first + 2000] = np.argsort(-cosines, axis=1)[:, 1 : _NEAR + 1]
    return near


def _move_vectors(
    real: NDArray[np.float32], near: NDArray[np.int64], own: NDArray[np.int64], random: np.random.Generator
) -> NDArray[np.float32]:
    one, other = (real[near[own, random.integers(_NEAR, size=len(own))]] for _ in range(2))
    moved = real[own] + random.uniform(0.5, 1.0, size=(len(own), 1)) * (one - other)
    return np.asarray(moved / np.linalg.norm(moved, axis=1, keepdims=True), dtype=np.float32)


def _rows(places: list[str], vectors: NDArray[np.float32], random: np.random.Generator) -> bytes:
    text = io.StringIO()
    chances = random.uniform(size=(len(places), 3))
    for place, vector, chance in zip(places, vectors, chances, strict=True):
        values = [
            value if drawn < share else "other"
            for (value, share), drawn in zip(SELECTIVITY.values(), chance, strict=True)
        ]
        numbers = ",".join(f"{number:.4f}" for number in vector)
        text.write("\t".join([place, f"[{numbers}]", *values]) + "\n")
    return text.getvalue().encode()
