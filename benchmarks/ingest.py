"""How fast a day of Hansard gets into the record, beside what the embedder alone does with the same chunks."""

import time
from pathlib import Path

from django.db import connection

from benchmarks.table import print_table
from rag.retrieval.embedding import configured_embedder
from speeches.ingestion.embedding import BATCH, current_model
from speeches.ingestion.ingest import embed_all, ingest_content
from speeches.models import Chunk, Speech

DAYS = ("2021_10_26.xml", "2021_10_27.xml")
SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "au" / "reps"


def run() -> None:
    """Print chunks a second: stored without embedding, embedded alone, and end to end."""
    configured_embedder().embed_passages(["Warm up."])
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE speeches_speech, speeches_sitting, speeches_chunk, speeches_termcount CASCADE")
    started = time.perf_counter()
    chunks = sum(ingest_content((SHARED / day).read_bytes(), day).chunks_created for day in DAYS)
    stored = time.perf_counter() - started
    texts = dict(Speech.objects.values_list("pk", "text"))
    passages = [
        f"{header}\n{texts[key][start:end]}"
        for key, header, start, end in Chunk.objects.order_by("speech_id", "index").values_list(
            "speech_id", "header", "start", "end"
        )
    ]
    alone, embedded = _side_by_side(passages)
    print_table(
        f"Ingestion of {len(DAYS)} House days, {chunks} chunks",
        ("what", "seconds", "chunks a second", "share of the embedder alone"),
        [
            ("parse and store", stored, chunks / stored, ""),
            ("embedder alone", alone, chunks / alone, 1.0),
            ("embed what is stored", embedded, chunks / embedded, alone / embedded),
            ("end to end", stored + embedded, chunks / (stored + embedded), alone / (stored + embedded)),
        ],
    )


def _side_by_side(passages: list[str]) -> tuple[float, float]:
    """Seconds for the embedder alone and for embedding in the database, twice in turn, the better of each."""
    embedder, model = configured_embedder(), current_model()
    alone, embedded = [], []
    for _ in range(2):
        started = time.perf_counter()
        for first in range(0, len(passages), BATCH):
            embedder.embed_passages(passages[first : first + BATCH])
        alone.append(time.perf_counter() - started)
        Chunk.objects.embedded_with(model.pk).update(embedding=None)
        started = time.perf_counter()
        embed_all()
        embedded.append(time.perf_counter() - started)
    return min(alone), min(embedded)
