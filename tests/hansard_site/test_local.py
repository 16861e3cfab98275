"""The embedded servers: shared, stopped by the last user who leaves, and repaired after any crash."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from hansard_site import local, local_places

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]


class User:
    """Another process that uses the embedded servers until it is told to leave."""

    def __init__(self, folder: Path) -> None:
        script = (
            "import json, sys, pathlib; from hansard_site import local;"
            "print(json.dumps(dict(local.attach(pathlib.Path(sys.argv[1]), durable=False))), flush=True);"
            "sys.stdin.readline()"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", script, str(folder)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")},
        )  # fmt: skip
        assert self.process.stdout is not None
        self.environment: dict[str, str] = json.loads(self.process.stdout.readline())

    def leave(self) -> None:
        self.process.communicate(b"\n", timeout=60)

    def serves(self) -> bool:
        try:
            with psycopg.connect(self.environment["DATABASE_URL"], connect_timeout=3) as connection:
                connection.execute("SELECT '[1,2]'::halfvec(2)")
            with redis.Redis.from_url(self.environment["REDIS_URL"], socket_connect_timeout=3) as client:
                return bool(client.ping())
        except (psycopg.Error, redis.RedisError):
            return False


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder below one that only its owner may enter. A PostgreSQL that still runs in it is stopped at the end."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        place = Path(temporary) / "servers"
        yield place
        pid = place / "postgres" / "postmaster.pid"
        if pid.exists():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid.read_text().split()[0]), signal.SIGINT)


def test_they_are_shared_and_the_last_user_stops_them(folder: Path) -> None:
    first, second = User(folder), User(folder)
    assert first.environment == second.environment
    first.leave()
    assert second.serves()
    second.leave()
    assert not second.serves()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root lends another account")
class TestFoldersOfRoot:
    """The account that root lends to PostgreSQL may not enter root's own folders, and none is opened for it."""

    def test_stay_closed(self, folder: Path) -> None:
        user = User(folder)
        assert user.serves()
        assert folder.parent.stat().st_mode & 0o077 == 0
        user.leave()

    def test_link_to_where_the_data_lie(self, folder: Path) -> None:
        user = User(folder)
        place = (folder / "postgres").resolve()
        assert place.is_relative_to(local_places.PLACES)
        assert place.stat().st_mode & 0o077 == 0
        user.leave()

    def test_lose_nothing_to_which_somebody_else_linked(self, folder: Path, tmp_path: Path) -> None:
        (tmp_path / "own").mkdir()
        (tmp_path / "own" / "kept.txt").write_text("kept")
        folder.mkdir()
        (folder / "postgres").symlink_to(tmp_path / "own")
        with pytest.raises(local_places.PlaceError, match="Mend or remove the link"):
            local_places.remove_folder(folder / "postgres")
        assert (tmp_path / "own" / "kept.txt").read_text() == "kept"


def test_data_is_kept_between_runs(folder: Path) -> None:
    first = User(folder)
    with psycopg.connect(first.environment["DATABASE_OWNER_URL"]) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
    first.leave()
    second = User(folder)
    with psycopg.connect(second.environment["DATABASE_OWNER_URL"]) as connection:
        assert connection.execute("SELECT number FROM kept").fetchone() == (7,)
    second.leave()


def test_the_role_is_no_superuser(folder: Path) -> None:
    user = User(folder)
    with psycopg.connect(user.environment["DATABASE_URL"]) as connection:
        row = connection.execute("SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user").fetchone()
    user.leave()
    assert row == (False, False)


def test_a_wrong_password_opens_nothing(folder: Path) -> None:
    user = User(folder)
    secret = user.environment["DATABASE_URL"].split(":")[2].split("@")[0]
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(user.environment["DATABASE_URL"].replace(secret, "guess"))
    user.leave()


def test_killed_servers_come_back(folder: Path) -> None:
    first = User(folder)
    os.kill(int((folder / "postgres/postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    os.kill(int((folder / "valkey/valkey.pid").read_text()), signal.SIGKILL)
    first.process.kill()
    first.process.wait()
    second = User(folder)
    assert second.serves()
    second.leave()


def test_a_pid_file_that_now_means_another_program_is_put_aside(folder: Path) -> None:
    first = User(folder)
    lines = (folder / "postgres/postmaster.pid").read_text().splitlines()
    first.leave()
    (folder / "postgres/postmaster.pid").write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
    second = User(folder)
    assert second.serves()
    second.leave()


def test_a_port_that_somebody_took_is_left_to_them(folder: Path) -> None:
    first = User(folder)
    first.leave()
    state = json.loads((folder / "state.json").read_text())
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", state["postgres"]))
        taken.listen()
        second = User(folder)
        assert second.serves()
        assert json.loads((folder / "state.json").read_text())["postgres"] != state["postgres"]
        second.leave()


def test_secrets_are_for_their_owner_alone(folder: Path) -> None:
    user = User(folder)
    user.leave()
    assert (folder / "state.json").stat().st_mode & 0o077 == 0


def test_a_free_port_is_the_one_preferred_unless_it_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert local.free_port(port) != port
    assert local.free_port(port) == port
