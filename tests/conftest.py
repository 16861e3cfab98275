"""Fixtures for all tests: the real data, an embedded record of real days, and an empty record."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dj_database_url
import psycopg
import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection

from rag.clients.graphs import openvino
from speeches.formats.frame import frames
from tests.vectors import RememberingEmbedder

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
SAMPLES = Path(__file__).resolve().parent.parent / "samples"

# Enough of the real record to search: two days of the House.
REAL_DAYS = ("au/reps/2021_10_26.xml", "au/reps/2021_12_01.xml")


def pytest_configure() -> None:
    """Saves work that the tests are not about and would repeat a thousand times.

    Otherwise each client would look for all static files, which the site's own process serves; each password would
    take 0.4 s; and the garbage collector would scan everything that is loaded again and again.
    """
    # CPython 3.11 may crash if a collection runs while a context variable is being set (python/cpython#148891), as it
    # did in two runs. So collections run between tests.
    gc.disable()
    settings.SERVESTATIC_USE_FINDERS = settings.SERVESTATIC_USE_STATIC_ROOT = False
    PBKDF2PasswordHasher.iterations = 1_000


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks tests over whole days as slow, because their record takes long to make."""
    for item in items:
        if _OF_WHOLE_DAYS & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Takes what collection made out of the garbage collector's sight: it stays until the end."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Fails a fast run that loads the model, which takes longer than most fast tests together. Such a test is slow.
    Collects young garbage if there is much of it, and all of it after every five hundredth test."""
    number = item.session.stash.get(_NUMBER, 0) + 1
    item.session.stash[_NUMBER] = number
    if number % _COLLECT_ALL == 0:
        gc.collect()
    elif gc.get_count()[0] > _MUCH:
        gc.collect(0)
    if item.config.option.markexpr == "not slow" and openvino._made and not item.session.stash.get(_TOLD, False):
        item.session.stash[_TOLD] = True
        pytest.fail(f"{item.nodeid} loads the model, so it is to be marked slow.")


_TOLD = pytest.StashKey[bool]()
_NUMBER = pytest.StashKey[int]()
_COLLECT_ALL, _MUCH = 500, 50_000
_OF_WHOLE_DAYS = {"whole_day", "real_days", "three_parliaments_database", "votes_database"}


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data. If it is missing, a test skips, but fails in CI (REQUIRE_SHARED_DATA=1)."""
    if not SHARED.is_dir():
        if os.environ.get("REQUIRE_SHARED_DATA") == "1":
            pytest.fail(f"REQUIRE_SHARED_DATA=1, but {SHARED} is not there.")
        pytest.skip(f"{SHARED} is not there")
    return SHARED


@pytest.fixture(scope="session")
def samples() -> Path:
    return SAMPLES


@pytest.fixture(scope="session")
def whole_day(shared: Path) -> bytes:
    """The file of a real day, to store."""
    return (shared / "data/au/reps/2021_10_21.xml").read_bytes()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Makes the test database as the owner of the tables."""
    _connect_as(os.environ["DATABASE_OWNER_URL"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The test database, used in the application's role as in production, plus the rights that cleaning up needs.

    Closes connections still open at the end, such as those of a server just stopped.
    """
    name = connection.settings_dict["NAME"]
    with django_db_blocker.unblock():
        with connection.cursor() as cursor:
            cursor.execute("GRANT TRUNCATE, MAINTAIN ON ALL TABLES IN SCHEMA public TO hansard_app")
        for suffix in _COPIES:
            _copy_database(name, f"{name}_{suffix}")
        _connect_as(os.environ["DATABASE_URL"])
    yield
    with django_db_blocker.unblock():
        _connect_as(os.environ["DATABASE_OWNER_URL"])
        with connection.cursor() as cursor:
            for suffix in _COPIES:
                cursor.execute(f"DROP DATABASE {name}_{suffix} WITH (FORCE)")
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                # The server's own processes, such as autovacuum, are not ours to end and leave by themselves.
                "WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )


# Suffixes of further databases, each with its own record: three parliaments, and two days with votes.
_COPIES = ("three", "votes")


def _copy_database(name: str, copy: str) -> None:
    """Copies a database with its rights, for a record of its own. In both, a wait of 60 s for a lock is an error."""
    _disconnect()
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as owner:
        owner.execute(f"DROP DATABASE IF EXISTS {copy} WITH (FORCE)")
        owner.execute(f"CREATE DATABASE {copy} TEMPLATE {name}")
        for one in (name, copy):
            owner.execute(f"GRANT CREATE ON DATABASE {one} TO hansard_app")
            owner.execute(f"ALTER DATABASE {one} SET lock_timeout = '60s'")


def _connect_as(url: str) -> None:
    parsed = dj_database_url.parse(url)
    _disconnect()
    connection.settings_dict.update(USER=parsed["USER"], PASSWORD=parsed["PASSWORD"])


def _disconnect() -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _fresh_cache() -> Iterator[None]:
    """Empties the caches, so that no test sees what another one cached."""
    from speeches.enumerations import examples
    from speeches.search.version import forget_kept_values

    cache.clear()
    forget_kept_values()
    examples._find_cached.cache_clear()
    yield


@pytest.fixture(scope="session")
def real_days(shared: Path, django_db_setup: None, django_db_blocker: Any) -> tuple[str, ...]:
    """Two real days and the sample parliament, embedded, in the database for the whole session."""
    with django_db_blocker.unblock(), embedded_once(), _untraced():
        call_command("ingest", *(str(shared / "data" / day) for day in REAL_DAYS))
        call_command("ingest", str(SAMPLES / "parliament.json"), str(SAMPLES / "parliament.csv"))
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return REAL_DAYS


@contextmanager
def _untraced() -> Iterator[None]:
    """Turns coverage off in the block: it makes parsing whole days four times as slow, and other tests cover that."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)


@contextmanager
def embedded_once() -> Iterator[None]:
    """While the block runs, ingestion takes the vectors of passages embedded before from `tests.vectors`."""
    from rag.retrieval.embedding import configured_embedder
    from speeches.ingestion import embedding

    def remembering(name: str | None = None) -> RememberingEmbedder:
        assert name in {None, real.spec.name}
        return remembered

    real = configured_embedder()
    remembered = RememberingEmbedder(real, Path(os.environ["DATA_FOLDER"]))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(embedding, "configured_embedder", remembering)
        yield


@pytest.fixture
def record(real_days: tuple[str, ...], db: None) -> tuple[str, ...]:
    """The real days, to search. A test's changes are undone."""
    return real_days


@pytest.fixture
def empty_record(db: None) -> None:
    """The record with its parliaments but without any speech, for one test."""
    clear_record()


@pytest.fixture
def committed_record(transactional_db: None) -> None:
    """An empty record that commits changes, for tests with other processes or transactions of their own."""
    clear_record()


CANADA_AND_NEW_ZEALAND = (
    "ca/fixtures/ridings.json",
    "ca/fixtures/politicians.json",
    "ca/hansard/41-1-260-en.xml",
    "ca/hansard/42-1-2-en.xml",
    "ca/hansard/42-1-2-fr.xml",
    "ca/hansard/HAN086-E.xml",
    *(f"nz/html/{page}" for page in ("01_2007-06-14.html", "03_2007-08-14.html", "06_2007-05-16.html",
                                     "10_2007-07-26.html")),
)  # fmt: skip


@pytest.fixture(scope="session")
def three_parliaments_database(shared: Path, django_db_setup: None, django_db_blocker: Any) -> str:
    """The name of a database with Canada and New Zealand as well as Australia's parties, without vectors."""
    from speeches.ingestion.ingest import ingest_content

    name = f"{connection.settings_dict['NAME']}_three"
    with django_db_blocker.unblock(), _connected_to(name), _untraced():
        for file in CANADA_AND_NEW_ZEALAND:
            path = shared / "data" / file
            summary = ingest_content(path.read_bytes(), path.name)
            assert summary.errors == [], file
    return name


@pytest.fixture(scope="session")
def votes_database(shared: Path, django_db_setup: None, django_db_blocker: Any) -> str:
    """The name of a database with a day of votes on two bills and a day of votes on a motion about climate change."""
    from speeches.ingestion.ingest import ingest_content

    name = f"{connection.settings_dict['NAME']}_votes"
    with django_db_blocker.unblock(), _connected_to(name), _untraced():
        for day in ("2022_08_03.xml", "2021_10_26.xml"):
            assert ingest_content((shared / "data/au/reps" / day).read_bytes(), day).errors == []
    return name


@pytest.fixture(scope="module")
def days_of_votes(votes_database: str) -> Iterator[None]:
    """The two days of votes instead of the real days, for the tests of one module."""
    with _connected_to(votes_database):
        yield


@pytest.fixture(scope="module")
def three_parliaments(three_parliaments_database: str) -> Iterator[None]:
    """Canada and New Zealand instead of the real days, for the tests of one module. Changes are undone."""
    with _connected_to(three_parliaments_database):
        yield


@contextmanager
def _connected_to(name: str) -> Iterator[None]:
    before = connection.settings_dict["NAME"]
    _disconnect()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        _disconnect()
        connection.settings_dict["NAME"] = before


def clear_record() -> None:
    """Removes every speech and person, and every parliament that has no frame."""
    tables = (
        "speech, debate, division, ballot, chunk, termcount, sitting, session, politician, term, riding, ingestjob, "
        "bill, committee, election"
    )
    known = ", ".join(f"'{code}'" for code in frames())
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {', '.join(f'speeches_{table}' for table in tables.split(', '))} CASCADE")
        cursor.execute(f"DELETE FROM speeches_chamber WHERE parliament_id NOT IN ({known})")
        cursor.execute(f"DELETE FROM speeches_party WHERE parliament_id NOT IN ({known})")
        cursor.execute(f"DELETE FROM speeches_parliament WHERE code NOT IN ({known})")
