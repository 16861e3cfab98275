"""Backs up the whole database into one `pg_dump` file, counted and hashed both when made and when restored.

Row-level security hides the sealed tables from every other role. A dump made by such a role looks whole but lacks all
bylaws. Backups therefore use a role that sees every row and can change none. A file beside the backup holds the counts.
"""

import contextlib
import datetime
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO
from urllib.parse import parse_qsl, unquote, urlsplit

import psycopg
from psycopg import sql

from hansard_site.local_servers import ServerError, postgres_programs

# Hashes leave out vectors, which can be computed from the texts again and take most of the time.
_NOT_HASHED = ("vector", "halfvec", "sparsevec", "tsvector")
_TABLES = """
SELECT c.relname, array_agg(a.attname ORDER BY a.attnum) FILTER (WHERE t.typname <> ALL (%s))
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type t ON t.oid = a.atttypid
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
GROUP BY c.relname ORDER BY c.relname
"""
# The sum of the rows' hashes. The order of the rows does not matter; every character in them does.
_COUNT = "SELECT count(*), coalesce(sum(('x' || left(md5(ROW({})::text), 15))::bit(60)::bigint), 0)::text FROM {}"
# Makes values print, and so hash, alike on every machine.
_SAME_WORDS = "-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex"
# Lists statements that drop everything in the schema that belongs to no extension: tables first, then what they used.
_EMPTY = """
SELECT statement FROM (
    SELECT 1, format('DROP TABLE IF EXISTS %s CASCADE', oid::regclass), oid FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
    UNION ALL SELECT 2, format('DROP VIEW IF EXISTS %s CASCADE', oid::regclass), oid FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
    UNION ALL SELECT 3, format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure), oid FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT 4, format('DROP TEXT SEARCH CONFIGURATION IF EXISTS %s CASCADE', oid::regconfig), oid
    FROM pg_ts_config WHERE cfgnamespace = 'public'::regnamespace
    UNION ALL SELECT 5, format('DROP TEXT SEARCH DICTIONARY IF EXISTS %s CASCADE', oid::regdictionary), oid
    FROM pg_ts_dict WHERE dictnamespace = 'public'::regnamespace
    UNION ALL SELECT 6, format('DROP SEQUENCE IF EXISTS %s CASCADE', oid::regclass), oid FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
    UNION ALL SELECT 7, format('DROP TYPE IF EXISTS %s CASCADE', oid::regtype), oid FROM pg_type
    WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
) AS held (place, statement, id)
WHERE NOT EXISTS (SELECT FROM pg_depend WHERE objid = id AND deptype = 'e') ORDER BY place
"""
_OPTIONS = ("--no-owner", "--no-acl", "--no-comments")


class BackupError(Exception):
    """A backup was not made or not restored faithfully. The message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a table: its row count, and a hash of everything in the rows except vectors."""

    rows: int
    digest: str


@dataclass(frozen=True, slots=True)
class Backup:
    """The content of a backup, by table."""

    made: str
    tables: Mapping[str, Content]

    @property
    def rows(self) -> int:
        return sum(content.rows for content in self.tables.values())


def back_up(file: Path, url: str) -> Backup:
    """Dumps the database at a URL into a file. The role must see all rows. Raises BackupError."""
    draft, told = file.with_name(f"{file.name}.part"), file.with_name(f"{file.name}.json.part")
    # Nobody else may read the file, not even while it is written.
    os.close(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
    try:
        backup = _dump(draft, url)
    except BaseException:
        draft.unlink()
        raise
    told.write_text(json.dumps(asdict(backup), indent=1))
    draft.replace(file)
    told.replace(_manifest(file))
    return backup


def _dump(draft: Path, url: str) -> Backup:
    """Dumps into a file, and compares it with the database's content at that moment."""
    with _connect(url) as link:
        link.isolation_level, link.read_only = psycopg.IsolationLevel.REPEATABLE_READ, True
        _check_sight(link)
        snapshot = _query_value(link, "SELECT pg_export_snapshot()")
        tables = _contents(link)
        dump = ["--format=custom", f"--snapshot={snapshot}", "--no-unlogged-table-data", *_OPTIONS, f"--file={draft}"]
        _run("pg_dump", dump, url)
    backup = Backup(datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"), tables)
    _compare("The file", {name: content.rows for name, content in tables.items()}, _rows_in(draft))
    return backup


def restore(
    file: Path, owner_url: str, backup_url: str, *, replace: bool, restored: Callable[[], None] = lambda: None
) -> Backup:
    """Restores a backup as the tables' owner, all of it or nothing. With `replace`, drops what is there. Calls
    `restored`, then recounts as the backup role. Raises BackupError."""
    backup = _read_manifest(file)
    with _connect(owner_url) as link:
        held = int(_query_value(link, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
    if held and not replace:
        raise BackupError(f"The database holds {held} tables. Name an empty one, or add --replace to lose them.")
    _load(file, owner_url, _statements_to_empty(owner_url) if held else "")
    restored()
    with _connect(backup_url) as link:
        _check_sight(link)
        _compare("The database", backup.tables, _contents(link))
    return backup


def _read_manifest(file: Path) -> Backup:
    """Reads the content of a backup from the file beside it."""
    try:
        values = json.loads(_manifest(file).read_text())
        return Backup(values["made"], {name: Content(**content) for name, content in values["tables"].items()})
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BackupError(f"{_manifest(file)} does not tell what {file.name} holds; keep both together.") from error


def _manifest(file: Path) -> Path:
    return file.with_name(f"{file.name}.json")


def _connect(url: str) -> psycopg.Connection:
    try:
        return psycopg.connect(url, connect_timeout=10, options=_SAME_WORDS)
    except psycopg.OperationalError as error:
        raise BackupError(f"The database is not there for this role: {error}".strip()) from error


def _check_sight(link: psycopg.Connection) -> None:
    if not _query_value(link, "SELECT rolbypassrls OR rolsuper FROM pg_roles WHERE rolname = current_user"):
        role = _query_value(link, "SELECT current_user")
        raise BackupError(
            f"The role “{role}” does not see the rows of sealed tables: its backup would lack every bylaw. "
            "Set DATABASE_BACKUP_URL to a role with BYPASSRLS (docs/operations.md)."
        )


def _query_value(link: psycopg.Connection, query: str) -> str:
    row = link.execute(query).fetchone()
    return row[0] if row else ""


def _contents(link: psycopg.Connection) -> dict[str, Content]:
    """Returns the content of each table that a backup keeps."""
    found = {}
    for name, columns in link.execute(_TABLES, [list(_NOT_HASHED)]).fetchall():
        query = sql.SQL(_COUNT).format(sql.SQL(", ").join(map(sql.Identifier, columns)), sql.Identifier("public", name))
        row = link.execute(query).fetchone()
        assert row is not None
        found[name] = Content(*row)
    return found


def _statements_to_empty(owner_url: str) -> str:
    """Returns statements that drop everything in a database except extensions. Unlike `DROP OWNED`, they leave rights
    in other databases alone."""
    with _connect(owner_url) as link:
        return "".join(f"{statement};\n" for (statement,) in link.execute(_EMPTY).fetchall())


def _load(file: Path, url: str, first: str) -> None:
    """Runs statements and then a backup, in one transaction."""
    reading = [_program("pg_restore"), "--file=-", *_OPTIONS, str(file)]
    running = [_program("psql"), "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", "--file=-"]
    with (
        tempfile.TemporaryFile() as unread,
        subprocess.Popen(reading, stdout=subprocess.PIPE, stderr=unread) as source,
        subprocess.Popen(
            running, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=_environment(url)
        ) as target,
    ):
        assert source.stdout and target.stdin
        with contextlib.suppress(BrokenPipeError):
            target.stdin.write(first.encode())
            shutil.copyfileobj(source.stdout, target.stdin)
        source.stdout.close()
        # The end of its input would commit the transaction, so psql sees it only after a whole backup.
        if target.poll() is None and source.wait():
            target.kill()
            with contextlib.suppress(BrokenPipeError):
                target.stdin.close()
            unread.seek(0)
            raise BackupError(f"Nothing was changed, for {file} cannot be read to its end: {_last(unread.read())}")
        _, said = target.communicate()
    if target.returncode:
        raise BackupError(f"Nothing was changed, for it could not be restored: {_last(said)}")


def _rows_in(file: Path) -> dict[str, int]:
    """Returns the row count of each table in a dump."""
    with subprocess.Popen(
        [_program("pg_restore"), "--data-only", "--file=-", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        found = dict(_copies_in(process.stdout))
        _, said = process.communicate()
    if process.returncode:
        raise BackupError(f"{file} cannot be read back: {_last(said)}")
    return found


def _copies_in(lines: IO[bytes]) -> Iterator[tuple[str, int]]:
    """Yields each table that an SQL script copies, with its row count."""
    table, rows = "", 0
    for line in lines:
        if table and line == b"\\.\n":
            yield table, rows
            table, rows = "", 0
        elif table:
            rows += 1
        elif line.startswith(b"COPY public."):
            table = line.split()[1].decode().removeprefix("public.").strip('"')


def _compare(where: str, told: Mapping[str, object], found: Mapping[str, object]) -> None:
    """Raises BackupError unless both hold the same."""
    wrong = [name for name in sorted(told.keys() | found.keys()) if told.get(name) != found.get(name)]
    if wrong:
        first = "; ".join(f"{name}: {told.get(name)} wanted, {found.get(name)} there" for name in wrong[:5])
        raise BackupError(f"{where} does not hold what was backed up. {first}. Do not rely on it.")


def _run(program: str, arguments: Sequence[str], url: str) -> None:
    done = subprocess.run([_program(program), *arguments], env=_environment(url), capture_output=True, check=False)
    if done.returncode:
        raise BackupError(f"{program} failed: {_last(done.stderr)}")


def _last(said: bytes) -> str:
    return " ".join(said.decode(errors="replace").strip().splitlines()[-3:])


def _environment(url: str) -> dict[str, str]:
    """Returns the environment for PostgreSQL's programs. A password among their arguments would be visible to
    everybody."""
    parts = urlsplit(url)
    known = {
        "PGHOST": parts.hostname,
        "PGPORT": str(parts.port or 5432),
        "PGUSER": parts.username,
        "PGPASSWORD": parts.password,
        "PGDATABASE": parts.path.strip("/"),
    }
    options = dict(parse_qsl(parts.query))
    known |= {"PGSSLMODE": options.get("sslmode"), "PGSSLROOTCERT": options.get("sslrootcert")}
    return {**os.environ, **{name: unquote(value) for name, value in known.items() if value}}


def _program(name: str) -> str:
    """Returns the path of one of PostgreSQL's programs: the wheel's, which matches the server's version, or the
    machine's."""
    with contextlib.suppress(ServerError):
        return str(postgres_programs() / name)
    found = shutil.which(name)
    if not found:
        raise BackupError(f"There is no {name} here. Install PostgreSQL's client programs, as new as the server.")
    return found
