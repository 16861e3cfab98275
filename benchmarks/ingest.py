"""Times the ingestion of Hansard days against embedding the same chunks alone."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import connection

from benchmarks.table import print_table
from rag.clients.wheels import TUNED, weights_of
from rag.retrieval.embedding import configured_embedder
from speeches.ingestion.ingest import embed_all, store_paths
from speeches.models import Chunk, Speech

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

DAYS = ("2021_10_19.xml", "2021_10_26.xml", "2021_10_27.xml", "2021_10_28.xml", "2021_11_23.xml")
SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "au" / "reps"
ROUNDS = 3
STORING_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Round:
    """Seconds to store all days and to embed them there, as `manage.py ingest` does, and seconds to embed the same
    passages alone: with plain sentence-transformers, and with our client."""

    chunks: int
    stored: float
    embedded: float
    library: float
    client: float

    @property
    def whole(self) -> float:
        """Seconds from files to searchable record."""
        return self.stored + self.embedded


def run() -> None:
    """Prints chunks per second: stored without embedding, embedded alone, and end to end."""
    library = _library()
    configured_embedder().embed_passages(["Warm up."])
    _round(library, DAYS[:1])
    rounds = [_round(library, DAYS) for _ in range(ROUNDS)]
    chunks = rounds[0].chunks
    seconds = {
        "parse and store": lambda one: one.stored,
        "embed what is stored, and records of other kinds": lambda one: one.embedded,
        "end to end": lambda one: one.whole,
        "sentence-transformers alone": lambda one: one.library,
        "our client of it alone": lambda one: one.client,
    }
    print_table(
        f"Ingestion of {len(DAYS)} House days by one command, {chunks} chunks, medians of {ROUNDS} rounds",
        ("what", "seconds", "chunks a second"),
        [(what, middle, chunks / middle) for what, of in seconds.items() for middle in [median(map(of, rounds))]],
    )
    _print_shares("sentence-transformers alone", [one.library / one.whole for one in rounds])
    _print_shares("our client of it alone", [one.client / one.whole for one in rounds])
    _print_storing(chunks / median(one.library for one in rounds))


def _print_shares(of: str, shares: Sequence[float]) -> None:
    print(f"\nend to end / {of}: median {median(shares):.2f} ({min(shares):.2f} to {max(shares):.2f})")


def _print_storing(embedder: float) -> None:
    """Prints chunks per second for storing all days by one command, without embedding. `embedder` is the embedder's own
    speed."""
    files = len(list(SHARED.glob("*.xml")))
    speeds = sorted(_storing_speed() for _ in range(STORING_ROUNDS))
    print(
        f"\n{files} House days by one command, without embedding: median {median(speeds):.0f} chunks a second "
        f"({speeds[0]:.0f} to {speeds[-1]:.0f}), {median(speeds) / embedder:.0f} times the embedder"
    )


def _storing_speed() -> float:
    _empty()
    started = time.perf_counter()
    return store_paths([SHARED]).chunks_created / (time.perf_counter() - started)


def _empty() -> None:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE speeches_speech, speeches_sitting, speeches_chunk, speeches_termcount CASCADE")


def _library() -> "SentenceTransformer":
    """Returns the model as sentence-transformers itself exports and runs it on OpenVINO."""
    from sentence_transformers import SentenceTransformer

    # For a model of our own, the one that it was trained from: it costs as much to compute.
    name = TUNED.get(settings.EMBEDDING_MODEL, settings.EMBEDDING_MODEL)
    source = weights_of(name) or name
    return SentenceTransformer(source, backend="openvino", model_kwargs={"device": "CPU"})


def _round(library: "SentenceTransformer", days: Sequence[str]) -> Round:
    """Runs one after the other, so that other load on the machine affects all alike."""
    _empty()
    stored = _seconds(lambda: store_paths([SHARED / day for day in days]))
    passages = _pending_passages()
    return Round(
        len(passages),
        stored,
        embedded=_seconds(embed_all),
        library=_seconds(lambda: library.encode(passages, normalize_embeddings=True, show_progress_bar=False)),
        client=_seconds(lambda: configured_embedder().embed_passages(passages)),
    )


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _pending_passages() -> list[str]:
    """Returns the passages that wait to be embedded."""
    rows = Chunk.objects.filter(embedding=None)
    texts = dict(Speech.objects.values_list("pk", "text"))
    return [
        f"{header}\n{texts[key][start:end]}"
        for key, header, start, end in rows.values_list("speech_id", "header", "start", "end")
    ]
