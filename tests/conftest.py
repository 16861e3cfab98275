"""What all tests share: the real data, an embedded record of three real days, and a record that is empty."""

import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import dj_database_url
import pytest
from django.apps import apps
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction

from speeches.models import Parliament

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
SAMPLES = Path(__file__).resolve().parent.parent / "samples"

# Enough of the real record to search: two House days, the older format, and a Senate day.
REAL_DAYS = ("au/reps/2021_10_26.xml", "au/reps/2021_12_01.xml", "au/reps_2007-09-20_v2.1.xml")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data. Where it is absent a test skips, but CI fails (REQUIRE_SHARED_DATA=1)."""
    if not SHARED.is_dir():
        if os.environ.get("REQUIRE_SHARED_DATA") == "1":
            pytest.fail(f"REQUIRE_SHARED_DATA=1, but {SHARED} is not there.")
        pytest.skip(f"{SHARED} is not there")
    return SHARED


@pytest.fixture(scope="session")
def samples() -> Path:
    return SAMPLES


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """The tables' owner makes the test database."""
    _connect_as(os.environ["DATABASE_OWNER_URL"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The test database, used by the application's role as in earnest, with what cleaning up needs besides.

    Whoever is still connected at the end (a server just stopped) is disconnected.
    """
    with django_db_blocker.unblock():
        with connection.cursor() as cursor:
            cursor.execute("GRANT TRUNCATE, MAINTAIN ON ALL TABLES IN SCHEMA public TO hansard_app")
            cursor.execute(f"GRANT CREATE ON DATABASE {connection.settings_dict['NAME']} TO hansard_app")
        _connect_as(os.environ["DATABASE_URL"])
    yield
    with django_db_blocker.unblock():
        _connect_as(os.environ["DATABASE_OWNER_URL"])
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


def _connect_as(url: str) -> None:
    parsed = dj_database_url.parse(url)
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    connection.settings_dict.update(USER=parsed["USER"], PASSWORD=parsed["PASSWORD"])


@pytest.fixture(autouse=True)
def _fresh_cache() -> Iterator[None]:
    """No test sees what another one cached."""
    from speeches.enumerations import divisions
    from speeches.search import catalogue, roster
    from speeches.understanding import bills

    cache.clear()
    for module in (catalogue, roster, bills, divisions):
        module._cached.cache_clear()
    yield


@pytest.fixture(scope="session")
def real_days(shared: Path, django_db_setup: None, django_db_blocker: Any) -> tuple[str, ...]:
    """Three real days and the sample parliament, embedded, in the database for the whole session."""
    with django_db_blocker.unblock():
        call_command("ingest", *(str(shared / "data" / day) for day in REAL_DAYS))
        call_command("ingest", str(SAMPLES / "parliament.json"), str(SAMPLES / "parliament.csv"))
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return REAL_DAYS


@pytest.fixture
def record(real_days: tuple[str, ...], db: None) -> tuple[str, ...]:
    """The real days, to search; what a test changes is undone."""
    return real_days


@pytest.fixture
def empty_record(db: None) -> None:
    """The record with its parliaments and without any speech, until the test is over."""
    clear_record()


@pytest.fixture
def committed_record(transactional_db: None) -> None:
    """An empty record whose changes are committed, for tests with other processes or their own transactions."""
    if not Parliament.objects.exists():
        # A transactional test before this one emptied every table.
        import_module("speeches.migrations.0003_parliaments").add(apps, None)
        import_module("speeches.migrations.0009_canada_new_zealand").add(apps, None)
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


@pytest.fixture(scope="module")
def three_parliaments(shared: Path, django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Canada and New Zealand beside Australia's parties, without vectors, for the tests of one module."""
    from speeches.ingestion.embedding import current_model, model_for
    from speeches.ingestion.ingest import ingest_content

    with django_db_blocker.unblock(), transaction.atomic():
        clear_record()
        # An index cannot be made once rows wait for the end of the transaction.
        current_model()
        model_for(Parliament.objects.get(pk="ca"))
        for name in CANADA_AND_NEW_ZEALAND:
            file = shared / "data" / name
            summary = ingest_content(file.read_bytes(), file.name)
            assert summary.errors == [], name
        yield
        transaction.set_rollback(True)


def clear_record() -> None:
    """Take every speech and person out of the record."""
    tables = (
        "speech, debate, division, ballot, chunk, termcount, sitting, session, politician, term, riding, ingestjob, "
        "bill, committee, election"
    )
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {', '.join(f'speeches_{table}' for table in tables.split(', '))} CASCADE")
        cursor.execute("DELETE FROM speeches_chamber WHERE parliament_id NOT IN ('au', 'ca', 'nz')")
        cursor.execute("DELETE FROM speeches_party WHERE parliament_id NOT IN ('au', 'ca', 'nz')")
        cursor.execute("DELETE FROM speeches_parliament WHERE code NOT IN ('au', 'ca', 'nz')")
