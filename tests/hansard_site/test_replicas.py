"""Searches read a real streaming replica, never one that is behind, and go on when it dies."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hansard_site.local import free_port
from hansard_site.local_places import remove_folder
from hansard_site.local_servers import Postgres
from tests.conftest import SAMPLES
from tests.replicas import Replica

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
# A speech of the file that comes later.
_LATER, _WORDS = "mrw-ha-2023-03-14-001", "stormwater drains of Chandlers Row"


@pytest.fixture(scope="module")
def primary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    folder = tmp_path_factory.mktemp("primary")
    server = Postgres(folder, free_port(5500), "owner", "app", "backup", durable=False)
    server.start()
    yield server
    server.stop()
    remove_folder(folder / "postgres")


@pytest.fixture(scope="module")
def replica(primary: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replica]:
    manage(primary, "migrate", "--verbosity=0")
    manage(primary, "ingest", str(SAMPLES / "parliament.json"))
    server = Replica.of(primary, tmp_path_factory.mktemp("replica"), free_port(5600))
    yield server
    server.remove()


def environment(primary: Postgres, replica: Replica | None = None) -> dict[str, str]:
    own = {
        "DATABASE_URL": primary.url, "DATABASE_OWNER_URL": primary.owner_url, "DATABASE_BACKUP_URL": primary.backup_url,
        "CACHE_PREFIX": f"replicas-{primary.port}", "RAG_CACHE_DISABLE": "true",
    }  # fmt: skip
    return {**os.environ, **own, **({"DATABASE_REPLICA_URLS": replica.url} if replica else {})}


def manage(primary: Postgres, *arguments: str) -> None:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment(primary), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


class Searching:
    """A process that searches: a query a line goes in, the texts found come out."""

    _PROGRAM = """
import json, sys, django
django.setup()
from django.db import connections
from speeches.search.engine import SearchRequest, search
for line in sys.stdin:
    found = search(SearchRequest(line.strip())).results
    print(json.dumps([one.speech_id for one in found]), flush=True)
    connections.close_all()
"""

    def __init__(self, primary: Postgres, replica: Replica) -> None:
        own = {**environment(primary, replica), "DJANGO_SETTINGS_MODULE": "hansard_site.settings"}
        command = [sys.executable, "-c", self._PROGRAM]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=own, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def search(self, query: str) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{query}\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture(scope="module")
def searching(primary: Postgres, replica: Replica) -> Iterator[Searching]:
    process = Searching(primary, replica)
    yield process
    process.end()


def is_read_at_last(searching: Searching, replica: Replica) -> bool:
    """Whether a search reads the replica within half a minute: it replays what it missed first."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        searching.search("housing")
        if replica.was_read_last():
            return True
        time.sleep(0.1)
    return False


def test_a_search_reads_the_replica(searching: Searching, replica: Replica) -> None:
    assert searching.search("housing")
    assert is_read_at_last(searching, replica)


def test_a_replica_that_is_behind_is_left_out_until_it_has_caught_up(
    primary: Postgres, searching: Searching, replica: Replica
) -> None:
    assert _LATER not in searching.search(_WORDS)
    replica.ask("SELECT pg_wal_replay_pause()")
    manage(primary, "ingest", str(SAMPLES / "parliament.csv"))
    assert _LATER in searching.search(_WORDS)
    assert not replica.was_read_last()
    replica.ask("SELECT pg_wal_replay_resume()")
    assert is_read_at_last(searching, replica)


def test_nobody_notices_that_a_replica_dies(searching: Searching, replica: Replica) -> None:
    before = searching.search("housing")
    assert before
    assert is_read_at_last(searching, replica)
    replica.kill()
    assert [searching.search("housing") for _ in range(20)] == [before] * 20
