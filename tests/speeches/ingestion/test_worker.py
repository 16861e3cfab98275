"""A worker may be killed at any moment: the next one finishes the work, and nothing is done twice or lost."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
import pytest
from django.core.management import call_command

from rag.chunks.models import EmbeddingModel
from speeches.ingestion.embedding import BATCH
from speeches.ingestion.ingest import ingest_paths
from speeches.ingestion.jobs import create_job, progress
from speeches.ingestion.verification import verify_corpus
from speeches.models import Chunk, EntryChunk, IngestJob, Speech
from speeches.tasks import resume, ring
from tests.browser import test_database_url
from tests.conftest import clear_record
from tests.embeddings_server import EmbeddingsServer

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("committed_record")]

ROOT = Path(__file__).resolve().parents[3]
ONE_SPEECH = b'{"speeches": [{"speaker": "Ada Smith", "date": "2023-03-14", "chamber": "Senate", "text": "Words."}]}'
TWO_SPEECHES = ONE_SPEECH.replace(
    b"]}", b', {"speaker": "Bo", "date": "2023-03-14", "chamber": "Senate", "text": "No."}]}'
)
Worker = Callable[[], "subprocess.Popen[bytes]"]


@pytest.fixture
def worker() -> Iterator[Worker]:
    """Starts real Celery workers against the test database."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> "subprocess.Popen[bytes]":
        arguments = ["-m", "celery", "--quiet", "-A", "hansard_site", "worker", "--pool=solo", "--loglevel=error"]
        process = subprocess.Popen(
            [sys.executable, "-W", "ignore", *arguments],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": test_database_url()},
            stdout=subprocess.DEVNULL,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


def wait_until(true: Callable[[], bool], seconds: float = 90) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "It did not happen in time."
        time.sleep(0.05)


def embedded_count() -> int:
    return Chunk.objects.filter(embedding__isnull=False).count()


@pytest.fixture
def endpoint(embeddings_server: EmbeddingsServer, settings: Any, monkeypatch: pytest.MonkeyPatch) -> EmbeddingsServer:
    """The endpoint embeds here and in the workers. It can be made to wait, so that a kill falls at the right moment."""
    configured = {
        "EMBEDDING_MODEL": "openai:tiny", "EMBEDDING_BASE_URL": embeddings_server.url, "EMBEDDING_API_KEY": "secret",
    }  # fmt: skip
    for name, value in configured.items():
        setattr(settings, name, value)
        monkeypatch.setenv(name, value)
    EmbeddingModel.objects.all().delete()
    return embeddings_server


def test_a_worker_killed_in_the_middle_loses_and_repeats_nothing(
    endpoint: EmbeddingsServer, worker: Worker, shared: Path, tmp_path: Path
) -> None:
    day = tmp_path / "day.xml"
    day.write_bytes((shared / "data/au/reps/2021_12_01.xml").read_bytes())
    job = create_job(day.read_bytes(), day.name)
    endpoint.hold_after = BATCH
    first = worker()
    ring(job)
    wait_until(lambda: embedded_count() > 0)
    first.send_signal(signal.SIGKILL)
    first.wait()
    killed_at, total = embedded_count(), Chunk.objects.count()
    assert killed_at == BATCH < total
    job.refresh_from_db()
    assert progress(job)["vectors_stored"] == killed_at

    asked = len(endpoint.texts)
    endpoint.hold_after = None
    worker()
    ring(job)
    wait_until(lambda: IngestJob.objects.get(pk=job.pk).status == "done")
    assert embedded_count() == total
    bills = EntryChunk.objects.filter(embedding__isnull=False).count()
    assert len([text for text in endpoint.texts[asked:] if text != "dimensions"]) == total - killed_at + bills
    assert all(problems == [] for problems in verify_corpus().values())
    disturbed = vectors()

    clear_record()
    call_command("ingest", str(day))
    undisturbed = vectors()
    assert disturbed.keys() == undisturbed.keys()
    assert all(np.array_equal(disturbed[key], undisturbed[key]) for key in disturbed)


def test_the_same_job_twice_is_done_once(worker: Worker, shared: Path) -> None:
    job = create_job(ONE_SPEECH, "s.json")
    worker()
    ring(job)
    ring(job)
    wait_until(lambda: IngestJob.objects.get(pk=job.pk).status == "done")
    assert Speech.objects.count() == 1
    job.refresh_from_db()
    assert job.summary["speeches_processed"] == 1


def test_a_lost_message_is_found_by_the_sweep(shared: Path) -> None:
    job = create_job(ONE_SPEECH, "s.json")
    resume()
    assert IngestJob.objects.get(pk=job.pk).status == "done"
    assert embedded_count() == 1


def test_a_command_beside_a_worker_counts_and_waits_for_what_the_worker_embeds(
    endpoint: EmbeddingsServer, tmp_path: Path
) -> None:
    """The command ends when everything is embedded, not when nothing is left for it to embed."""
    path = tmp_path / "s.json"
    path.write_bytes(TWO_SPEECHES)
    embed = "UPDATE speeches_chunk SET embedding = '[0.6, 0.8, 0]' WHERE speech_id = %s"
    told: list[tuple[str, int, int]] = []
    with psycopg.connect(test_database_url()) as another:

        def watch(stage: str, done: int, total: int) -> None:
            told.append((stage, done, total))
            if (stage, done) == ("reading", 1):
                first, second = Chunk.objects.order_by("speech_id").values_list("speech_id", flat=True)
                another.execute(embed, [first])
                another.commit()
                another.execute(embed, [second])
            elif (stage, done) == ("embedding", 0):
                another.commit()

        summary = ingest_paths([path], progress=watch)
    assert (summary.chunks_created, summary.vectors_stored, embedded_count()) == (2, 2, 2)
    assert told[-2:] == [("embedding", 0, 1), ("embedding", 1, 1)]
    assert {*endpoint.texts} == {"dimensions"}


def vectors() -> dict[tuple[str, int], Any]:
    return {
        (speech, index): np.asarray(vector, dtype=np.float32)
        for speech, index, vector in Chunk.objects.values_list("speech_id", "index", "embedding")
    }
