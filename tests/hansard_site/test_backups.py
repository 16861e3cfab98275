"""A backup holds everything, the sealed bylaws too, or says that it does not; a restore brings all of it back."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from hansard_site.backups import BackupError, back_up, restore
from tests.conftest import SAMPLES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
# Backups of the sample record and the sample scheme, made with the schema of each release.
RELEASED = Path(__file__).resolve().parent / "released"
_URLS = ("DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_BACKUP_URL")
_QUESTION = "How much would the Homes for Merrowa Fund borrow?"
_ANSWERS = f"""
from django.core.management import call_command
from guardian.access import work_scope
from guardian.documents.picture import draw
from guardian.models import BylawFile, Scheme
call_command("ask", {_QUESTION!r})
with work_scope(Scheme.objects.get(slug="gull-point").pk):
    import hashlib
    print(hashlib.sha256(draw(BylawFile.objects.get().shown, 1, 600, [])).hexdigest())
"""


class Place:
    """A database, with its address for each of the three roles."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.urls = {role: urlsplit(os.environ[role])._replace(path=f"/{name}").geturl() for role in _URLS}

    @property
    def owner(self) -> str:
        return self.urls["DATABASE_OWNER_URL"]

    @property
    def backup(self) -> str:
        return self.urls["DATABASE_BACKUP_URL"]

    def run(self, *arguments: str, **more: str) -> str:
        """Runs a command of manage.py on this database and returns its output. Fails with its errors."""
        environment = {**os.environ, **self.urls, "CACHE_PREFIX": self.name, **more}
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def answers(self) -> str:
        """The record's answer to a question, without ids and times, and the hash of a page picture of the bylaws."""
        return re.sub(r"[0-9a-f-]{36}|\d+ ms", "", self.run("shell", "--verbosity=0", "--command", _ANSWERS))


def _drop(owner: psycopg.Connection, name: str) -> None:
    """Drops a database once everybody has left it, because the owner may not disconnect the backup's role."""
    left = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
    deadline = time.monotonic() + 20
    while owner.execute(left, [name]).fetchone() != (0,) and time.monotonic() < deadline:
        time.sleep(0.05)
    owner.execute(f"DROP DATABASE {name}")


@contextmanager
def _empty_database(name: str) -> Iterator[Place]:
    """An empty database, dropped at the end of the block."""
    name = f"{name}_{os.getpid()}"
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as owner:
        owner.execute(f"CREATE DATABASE {name}")
        try:
            yield Place(name)
        finally:
            _drop(owner, name)


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    """A database with the sample parliament and a sample scheme whose bylaws have been read."""
    with _empty_database("backed_up") as place:
        place.run("migrate", "--verbosity=0")
        place.run("ingest", str(SAMPLES / "parliament.json"), str(SAMPLES / "parliament.csv"))
        scheme = ("create_scheme", "gull-point", "--name=Gull Point", "--admin=owner@gull-point.example")
        place.run(*scheme, f"--bylaws={SAMPLES / 'gull-point-bylaws.pdf'}")
        place.run("shell", "--verbosity=0", "--command", "from guardian.tasks import resume; resume()")
        yield place


@pytest.fixture(scope="module")
def answers(place: Place) -> str:
    """What that database answers. No test changes what it holds."""
    return place.answers()


def _counts(place: Place) -> Mapping[str, int]:
    with psycopg.connect(place.backup) as link:
        tables = ("speeches_speech", "speeches_chunk", "guardian_bylaw", "guardian_bylawfile", "guardian_chunk")
        return {table: link.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}  # type: ignore[index]


def test_backed_up_wiped_and_restored_it_answers_as_before(place: Place, answers: str, tmp_path: Path) -> None:
    file, held = tmp_path / "hansard.backup", _counts(place)
    assert all(held.values())
    assert "read back and counted" in place.run("backup", str(file))
    assert file.stat().st_mode & 0o077 == 0
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as owner:
        _drop(owner, place.name)
        owner.execute(f"CREATE DATABASE {place.name}")
    assert "counted and hashed" in place.run("restore", str(file))
    assert (_counts(place), place.answers()) == (held, answers)
    assert "No migrations to apply" in place.run("migrate")


def test_a_backup_of_each_release_is_restored_and_brought_up_to_date(answers: str) -> None:
    backups = sorted(RELEASED.glob("*.backup"))
    assert backups
    for file in backups:
        with _empty_database("upgraded") as old:
            old.run("restore", str(file))
            old.run("migrate", "--verbosity=0")
            assert old.answers() == answers, file
            old.run("verify_corpus")


def test_the_application_is_still_sealed_after_a_restore(place: Place, tmp_path: Path) -> None:
    place.run("backup", str(tmp_path / "one"))
    place.run("restore", str(tmp_path / "one"), "--replace")
    with psycopg.connect(place.urls["DATABASE_URL"]) as application:
        assert application.execute("SELECT count(*) FROM guardian_bylaw").fetchone() == (0,)


@pytest.mark.parametrize("role", ["DATABASE_URL", "DATABASE_OWNER_URL"])
def test_a_role_that_does_not_see_the_bylaws_makes_no_backup(place: Place, tmp_path: Path, role: str) -> None:
    with pytest.raises(BackupError, match="lack every bylaw"):
        back_up(tmp_path / "blind", place.urls[role])
    assert not (tmp_path / "blind").exists()


def test_the_backups_role_changes_nothing(place: Place) -> None:
    with psycopg.connect(place.backup) as link, pytest.raises(psycopg.errors.InsufficientPrivilege):
        link.execute("DELETE FROM guardian_bylaw")
    with psycopg.connect(place.backup) as link, pytest.raises(psycopg.errors.InsufficientPrivilege):
        link.execute("CREATE TABLE mine (number int)")


class TestWhatIsNotRestored:
    @pytest.fixture
    def file(self, place: Place, tmp_path: Path) -> Path:
        back_up(tmp_path / "one", place.backup)
        return tmp_path / "one"

    def _refused(self, place: Place, file: Path, words: str, *, replace: bool = True) -> None:
        held = _counts(place)
        with pytest.raises(BackupError, match=words):
            restore(file, place.owner, place.backup, replace=replace)
        assert _counts(place) == held

    def test_over_a_database_that_is_not_empty(self, place: Place, file: Path) -> None:
        self._refused(place, file, "--replace", replace=False)

    def test_a_file_cut_short(self, place: Place, file: Path) -> None:
        content = file.read_bytes()
        file.write_bytes(content[: len(content) // 2])
        self._refused(place, file, "Nothing was changed")

    def test_a_file_without_what_it_holds(self, place: Place, file: Path) -> None:
        file.with_name("one.json").unlink()
        self._refused(place, file, "keep both together")

    def test_one_that_holds_less_than_was_told_is_reported(self, place: Place, file: Path) -> None:
        told = file.with_name("one.json")
        told.write_text(re.sub(r'("guardian_bylaw": \{\s*"rows": )1', r"\g<1>2", told.read_text()))
        with pytest.raises(BackupError, match=r"guardian_bylaw: .* Do not rely on it"):
            restore(file, place.owner, place.backup, replace=True)
