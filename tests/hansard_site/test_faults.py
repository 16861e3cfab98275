"""Kills in the middle of ingestion: whatever dies, nothing is lost and nothing is doubled.

Twenty kills by default; `make faults` makes a hundred.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from celery import Celery

from hansard_site.local import free_port
from hansard_site.local_places import remove_folder
from hansard_site.local_servers import Postgres, ServerError, Valkey
from tests.embeddings_server import EmbeddingsServer

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
KILLS = int(os.environ.get("KILLS", "20"))
SEED = 20261125
# What must be the same as after an ingestion that nothing disturbed, row by row.
_CONTENT = {
    "speeches": "SELECT id, speaker, date, text FROM speeches_speech",
    "votes": "SELECT s.date, d.position, d.ayes, d.noes, d.question FROM speeches_division d "
    "JOIN speeches_sitting s ON s.id = d.sitting_id",
    "ballots": "SELECT d.position, d.question, b.name, b.vote FROM speeches_ballot b "
    "JOIN speeches_division d ON d.id = b.division_id",
    "passages": 'SELECT speech_id, "index", start, "end", embedding::text FROM speeches_chunk',
    "entries": "SELECT id, title, text FROM speeches_entry",
    "passages of entries": 'SELECT entry_id, "index", embedding::text FROM speeches_entrychunk',
}
_QUEUE = """
import pathlib, sys
from speeches.ingestion.jobs import create_job
from speeches.tasks import ring
path = pathlib.Path({path!r})
ring(create_job(path.read_bytes(), path.name))
"""


class Deployment:
    """A database, a broker and a worker of its own, each of which may be killed and is started again."""

    def __init__(self, folder: Path, embeddings: EmbeddingsServer) -> None:
        self.folder = folder
        self.database = Postgres(folder, free_port(5700), "owner", "app", "backup")
        self.broker = Valkey(folder, free_port(6700), "broker")
        self.environment = {
            **os.environ,
            "DATABASE_URL": self.database.url, "DATABASE_OWNER_URL": self.database.owner_url,
            "DATABASE_BACKUP_URL": self.database.backup_url, "REDIS_URL": self.broker.url, "CACHE_PREFIX": "faults",
            "EMBEDDING_MODEL": "openai:tiny", "EMBEDDING_BASE_URL": embeddings.url, "EMBEDDING_API_KEY": "secret",
            "MULTILINGUAL_EMBEDDING_MODEL": "",
        }  # fmt: skip
        self.worker: subprocess.Popen[bytes] | None = None
        # Not the current app, or the tasks of other tests would be sent to this broker.
        self._celery = Celery(broker=self.broker.url, set_as_current=False)
        self._celery.conf.broker_transport_options = {"global_keyprefix": "faults:celery:"}

    def start(self) -> None:
        self.database.start()
        self.broker.start()
        self.manage("migrate", "--verbosity=0")
        self.start_worker()

    def start_worker(self) -> None:
        command = [sys.executable, "-W", "ignore", "-m", "celery", "--quiet", "-A", "hansard_site", "worker"]
        self.worker = subprocess.Popen(
            [*command, "--pool=solo", "--loglevel=critical"], cwd=ROOT, env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def manage(self, *arguments: str, database: str = "hansard") -> None:
        named = {
            role: urlsplit(self.environment[role])._replace(path=f"/{database}").geturl()
            for role in ("DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_BACKUP_URL")
        }
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env={**self.environment, **named}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    def kill(self, victim: str) -> None:
        """Kill a server, the worker or a connection without warning, and start again what no longer runs."""
        if victim == "connection":
            self.value("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'hansard_app'")
        elif victim == "database":
            _kill(int((self.folder / "postgres/postmaster.pid").read_text().split()[0]))
            _start(self.database)
        elif victim == "broker":
            _kill(int((self.folder / "valkey/valkey.pid").read_text()))
            _start(self.broker)
        elif self.worker:
            self.worker.kill()
            self.worker.wait()
            self.start_worker()

    def sweep(self) -> None:
        """What beat does every minute: the worker looks for work that was left behind."""
        self._celery.send_task("speeches.tasks.resume")

    def value(self, sql: str, database: str = "hansard") -> object:
        """The first value that a statement returns, as superuser; None if it returns nothing."""
        address = f"host=127.0.0.1 port={self.database.port} user=postgres password=owner dbname={database}"
        with psycopg.connect(address, autocommit=True) as connection:
            cursor = connection.execute(sql)
            row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None

    def content(self, database: str = "hansard") -> dict[str, object]:
        """A digest of each kind of content, with how many rows it has."""
        digest = "SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM ({}) t"
        return {name: self.value(digest.format(sql), database) for name, sql in _CONTENT.items()}

    def stop(self) -> None:
        if self.worker:
            self.worker.kill()
            self.worker.wait()
        self.broker.stop()
        self.database.stop()
        remove_folder(self.folder / "postgres")


def _kill(pid: int) -> None:
    """Kill a process that is nobody's child here, and wait until it is gone."""
    os.kill(pid, signal.SIGKILL)
    while Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text().split()[2:3]:
        time.sleep(0.05)


def _start(server: Postgres | Valkey) -> None:
    """Start a server again. What it left behind (its backends, its port) may take a moment to go."""
    deadline = time.monotonic() + 30
    while True:
        try:
            return server.start()
        except ServerError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)


@pytest.fixture
def deployment(tmp_path: Path, embeddings_server: EmbeddingsServer) -> Iterator[Deployment]:
    own = Deployment(tmp_path, embeddings_server)
    try:
        own.start()
        yield own
    finally:
        own.stop()


def test_kills_of_everything_lose_and_double_nothing(deployment: Deployment, shared: Path) -> None:
    chance = random.Random(SEED)
    days = [*sorted((shared / "data/au/reps").glob("*.xml")), *sorted((shared / "data/ca/hansard").glob("*.xml"))]
    queued: list[Path] = []
    at_work = 0
    unfinished = "SELECT count(*) FROM speeches_ingestjob WHERE status NOT IN ('done', 'failed')"
    for _ in range(KILLS):
        if not deployment.value(unfinished) and len(queued) < len(days):
            queued.append(days[len(queued)])
            deployment.manage("shell", "--command", _QUEUE.format(path=str(queued[-1])))
        time.sleep(chance.uniform(0.2, 2.5))
        at_work += bool(deployment.value(unfinished))
        deployment.kill(chance.choice(("worker", "database", "broker", "connection")))
        deployment.sweep()
    assert at_work >= KILLS / 2
    deadline = time.monotonic() + 300
    while deployment.value(unfinished):
        assert time.monotonic() < deadline, "The work was not finished."
        deployment.sweep()
        time.sleep(2)

    deployment.value("CREATE DATABASE undisturbed OWNER hansard")
    deployment.manage("migrate", "--verbosity=0", database="undisturbed")
    for day in queued:
        deployment.manage("ingest", str(day), database="undisturbed")
    assert deployment.content() == deployment.content("undisturbed")
