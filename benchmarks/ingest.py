"""How fast days of Hansard get into the record, beside what the embedder alone does with the same chunks."""

import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from django.db import connection

from benchmarks.table import print_table
from rag.retrieval.embedding import configured_embedder
from speeches.ingestion.embedding import BATCH, current_model, embed_pending
from speeches.ingestion.ingest import embed_all, ingest_content, store_paths
from speeches.models import Chunk, Speech

DAYS = ("2021_10_19.xml", "2021_10_26.xml", "2021_10_27.xml", "2021_10_28.xml", "2021_11_23.xml")
SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "au" / "reps"
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Day:
    """A day's chunks, and the seconds that it took to store them, to embed them there, and to embed them alone."""

    chunks: int
    stored: float
    embedded: float
    alone: float

    @property
    def share(self) -> float:
        """Of the embedder's own speed, from file to search."""
        return self.alone / (self.stored + self.embedded)


def run() -> None:
    """Print chunks a second: stored without embedding, embedded alone, and end to end."""
    configured_embedder().embed_passages(["Warm up."])
    _empty()
    # One day after the other, so that what the machine does beside it falls on both alike; who goes first takes turns.
    days = [_measured(name, alone_first=bool(place % 2)) for place, name in enumerate(DAYS)]
    started = time.perf_counter()
    embed_all()
    others = time.perf_counter() - started
    chunks = sum(day.chunks for day in days)
    stored, embedded, alone = (sum(getattr(day, name) for day in days) for name in ("stored", "embedded", "alone"))
    whole = stored + embedded + others
    print_table(
        f"Ingestion of {len(DAYS)} House days, {chunks} chunks, one by one",
        ("what", "seconds", "chunks a second", "share of the embedder alone"),
        [
            ("parse and store", stored, chunks / stored, ""),
            ("embedder alone", alone, chunks / alone, 1.0),
            ("embed what is stored", embedded, chunks / embedded, alone / embedded),
            ("records of other kinds, in the end", others, "", ""),
            ("end to end", whole, chunks / whole, alone / whole),
        ],
    )
    shares = sorted(day.share for day in days)
    print(f"\nend to end / embedder alone, by day: median {median(shares):.2f}, {shares[0]:.2f} to {shares[-1]:.2f}")
    _print_storing(chunks / alone)


def _print_storing(embedder: float) -> None:
    """Chunks a second of all the days by one command, without embedding; `embedder` is what that alone does."""
    files = len(list(SHARED.glob("*.xml")))
    speeds = sorted(_storing_speed() for _ in range(ROUNDS))
    print(
        f"\n{files} House days in one go, without embedding: median {median(speeds):.0f} chunks a second "
        f"({speeds[0]:.0f} to {speeds[-1]:.0f}), {median(speeds) / embedder:.0f} times the embedder"
    )


def _storing_speed() -> float:
    _empty()
    started = time.perf_counter()
    return store_paths([SHARED]).chunks_created / (time.perf_counter() - started)


def _empty() -> None:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE speeches_speech, speeches_sitting, speeches_chunk, speeches_termcount CASCADE")


def _measured(name: str, *, alone_first: bool) -> Day:
    content = (SHARED / name).read_bytes()
    started = time.perf_counter()
    chunks = ingest_content(content, name).chunks_created
    stored = time.perf_counter() - started
    passages = _pending_passages()
    alone = _alone(passages) if alone_first else 0.0
    started = time.perf_counter()
    embed_pending(current_model())
    embedded = time.perf_counter() - started
    return Day(chunks, stored, embedded, alone or _alone(passages))


def _pending_passages() -> list[str]:
    """What waits to be embedded, in the order in which it is taken."""
    rows = Chunk.objects.filter(embedding=None).order_by("speech_id", "index")
    texts = dict(Speech.objects.values_list("pk", "text"))
    return [
        f"{header}\n{texts[key][start:end]}"
        for key, header, start, end in rows.values_list("speech_id", "header", "start", "end")
    ]


def _alone(passages: list[str]) -> float:
    embedder = configured_embedder()
    started = time.perf_counter()
    for first in range(0, len(passages), BATCH):
        embedder.embed_passages(passages[first : first + BATCH])
    return time.perf_counter() - started
