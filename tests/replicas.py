"""A streaming replica of an embedded PostgreSQL server."""

from pathlib import Path
from typing import Self

import psycopg

from hansard_site.local_places import lend_folder, remove_folder
from hansard_site.local_servers import Postgres


class Replica(Postgres):
    """A second server that follows a first one, made of the same wheel by `pg_basebackup`."""

    @classmethod
    def of(cls, primary: Postgres, folder: Path, port: int) -> Self:
        """A replica of a running server, started."""
        self = cls(folder, port, primary._password, primary._application_password, primary._backup_password)
        self._data = lend_folder(folder / "postgres", self._account) if self._account else folder / "postgres"
        source = f"host=127.0.0.1 port={primary.port} user=postgres password={primary._password}"
        self._run("pg_basebackup", "-D", str(self._data), "-d", source, "-R", "-c", "fast")
        self._configure()
        self._control("start", "-w", "-l", str(self._data / "server.log"))
        return self

    def ask(self, sql: str) -> object:
        """The first value that a statement returns, as superuser."""
        address = f"host=127.0.0.1 port={self.port} user=postgres password={self._password} dbname=hansard"
        with psycopg.connect(address, autocommit=True) as connection:
            row = connection.execute(sql).fetchone()
        return row[0] if row else None

    def was_read_last(self) -> bool:
        """Whether the last statement of the application here read passages."""
        last = "SELECT query FROM pg_stat_activity WHERE usename = 'hansard_app' ORDER BY query_start DESC LIMIT 1"
        return '"speech_id"' in str(self.ask(last))

    def kill(self) -> None:
        """End the server as a crash would."""
        self._control("stop", "-m", "immediate")

    def remove(self) -> None:
        self.stop()
        remove_folder(self._link)
