"""A record of any size to measure on: real House days, repeated under new ids, with vectors mixed from real ones."""

import io
from pathlib import Path

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from rag.chunks.index import create_meaning_index, drop_meaning_index
from rag.retrieval.embedding import configured_embedder
from speeches.ingestion.embedding import current_model
from speeches.ingestion.ingest import ingest_content
from speeches.models import Chunk
from speeches.search.version import corpus_changed

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
SEED = 20261121
# Values of three filters, and the share of chunks that each leaves.
SELECTIVITY = {"debate_type": ("half", 0.5), "state": ("twentieth", 0.05), "electorate": ("two-hundredth", 0.005)}

_TABLE = Chunk._meta.db_table


def build(size: int) -> None:
    """Fill the record with `size` chunks."""
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
        create_meaning_index(_TABLE, current_model())
        cursor.execute(f"VACUUM ANALYZE {_TABLE}")
        # The filters' values are known from the speeches too.
        for column, (value, _) in SELECTIVITY.items():
            if column != "electorate":
                cursor.execute(
                    f"UPDATE speeches_speech SET {column} = %s WHERE id = (SELECT min(id) FROM speeches_speech)",
                    [value],
                )
        cursor.execute(
            "INSERT INTO speeches_riding (parliament_id, name, state) VALUES ('au', %s, '') ON CONFLICT DO NOTHING",
            [SELECTIVITY["electorate"][0]],
        )
    corpus_changed()


def questions() -> list[str]:
    """What people asked of those days."""
    import yaml

    return [entry["q"] for entry in yaml.safe_load((SHARED / "gold/au_dev.yaml").read_text())]


def _repeat(number: int) -> None:
    """The first days once more, under ids of their own."""
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
    """Every chunk a vector between two real ones, and values for the filters, at random."""
    random = np.random.default_rng(SEED)
    real = _real_vectors()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE given (place tid, vector text, half text, twentieth text, rare text)")
        cursor.execute(f"SELECT ctid FROM {_TABLE}")
        places = [place for (place,) in cursor.fetchall()]
        with cursor.copy("COPY given FROM STDIN") as copy:
            for first in range(0, len(places), 5000):
                batch = places[first : first + 5000]
                copy.write(_rows(batch, _mixed(real, len(batch), random), random))
        cursor.execute(
            f"UPDATE {_TABLE} c SET embedding = vector::halfvec, debate_type = half, state = twentieth, "
            f"electorate = rare FROM given WHERE c.ctid = given.place"
        )
        cursor.execute("DROP TABLE given")


def _real_vectors() -> NDArray[np.float32]:
    texts = Chunk.objects.filter(kind="speech").order_by("speech_id", "index").values_list("header", "speech__text")
    passages = [f"{header}\n{text[:800]}" for header, text in texts[:6000]]
    return configured_embedder().embed_passages(passages)


def _mixed(real: NDArray[np.float32], count: int, random: np.random.Generator) -> NDArray[np.float32]:
    one, other = (real[random.integers(len(real), size=count)] for _ in range(2))
    share = random.uniform(0.6, 1.0, size=(count, 1)).astype(np.float32)
    mixed = share * one + (1 - share) * other + random.normal(0, 0.005, size=one.shape).astype(np.float32)
    return np.asarray(mixed / np.linalg.norm(mixed, axis=1, keepdims=True), dtype=np.float32)


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
