"""Runs PostgreSQL and Valkey on a machine that has neither: from wheels, in one folder, without root or Docker.

Every process that uses the servers holds a shared lock; the last one to leave stops them. The kernel keeps the locks,
so a killed process leaves none behind. The next start repairs anything else that it left: a stale pid file, a half-dead
server, a port that another program took.
"""

import atexit
import contextlib
import fcntl
import json
import os
import secrets
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path

from hansard_site.local_servers import Postgres, Valkey

DEFAULT_FOLDER = Path(__file__).resolve().parent.parent / ".local"


def attach(folder: Path | None = None, *, durable: bool = True) -> Mapping[str, str]:
    """Starts the servers unless they run, keeps them while this process lives, and sets its environment.

    `durable=False` trades safety at a power cut for speed. Use it for tests.
    """
    folder = (folder or Path(os.environ.get("LOCAL_FOLDER", DEFAULT_FOLDER))).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    users = (folder / "users.lock").open("w")
    atexit.register(_leave, folder, users.fileno(), os.getpid())
    _kept_open.append(users)
    with _exclusive(folder):
        fcntl.flock(users, fcntl.LOCK_SH)
        environment = _start(folder, durable)
    for name, value in environment.items():
        os.environ.setdefault(name, value)
    return environment


_kept_open: list[object] = []


def free_port(preferred: int) -> int:
    """Returns `preferred` if nobody listens there, else a port that is free now."""
    for port in (preferred, 0):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return int(probe.getsockname()[1])
    raise OSError("No free port on 127.0.0.1.")


@contextlib.contextmanager
def _exclusive(folder: Path) -> Iterator[None]:
    with (folder / "start.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _leave(folder: Path, users: int, owner: int) -> None:
    if os.getpid() != owner:
        return  # A forked child shares the lock but did not take it.
    with _exclusive(folder):
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        state = _State(folder)
        Valkey(folder, state.port("valkey", 6390), state.secret("password")).stop()
        _postgres(folder, state).stop()


def _start(folder: Path, durable: bool) -> dict[str, str]:
    state = _State(folder)
    postgres = _postgres(folder, state, durable=durable)
    if not postgres.answers():
        postgres.port = state.keep_port("postgres", free_port(postgres.port))
        postgres.start()
    postgres.ensure_roles()
    valkey = Valkey(folder, state.port("valkey", 6390), state.secret("password"))
    if not valkey.answers():
        valkey.port = state.keep_port("valkey", free_port(valkey.port))
        valkey.start()
    return {
        "DATABASE_URL": postgres.url,
        "DATABASE_OWNER_URL": postgres.owner_url,
        "DATABASE_BACKUP_URL": postgres.backup_url,
        "REDIS_URL": valkey.url,
        # The embedded servers are only for this machine and the person at it.
        "ADMIN_SECOND_FACTOR": "false",
        "SECRET_KEY": state.secret("secret_key"),
        "DATA_FOLDER": str(folder),
    }


def _postgres(folder: Path, state: "_State", *, durable: bool = True) -> Postgres:
    secrets_ = (state.secret(name) for name in ("password", "application_password", "backup_password"))
    return Postgres(folder, state.port("postgres", 5460), *secrets_, durable=durable)


class _State:
    """Ports and secrets that outlive a run, in a file that only its owner can read."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "state.json"
        self._values: dict[str, str | int] = {}
        with contextlib.suppress(FileNotFoundError, ValueError):
            self._values = json.loads(self._path.read_text())

    def secret(self, name: str) -> str:
        if name not in self._values:
            self._keep(name, secrets.token_urlsafe(48))
        return str(self._values[name])

    def port(self, name: str, preferred: int) -> int:
        return int(self._values.get(name, preferred))

    def keep_port(self, name: str, port: int) -> int:
        self._keep(name, port)
        return port

    def _keep(self, name: str, value: str | int) -> None:
        self._values[name] = value
        draft = self._path.with_suffix(".new")
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(self._values))
        draft.rename(self._path)
