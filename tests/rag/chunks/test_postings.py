"""Postings of many passages, computed on other connections, equal those computed one by one, in the order asked for."""

import time

import pytest
from django.db import connection
from psycopg import Error
from psycopg_pool import ConnectionPool

from rag.chunks import postings
from rag.chunks.postings import Posting, Postings

pytestmark = pytest.mark.django_db

AVERAGE = 10.0
ENGLISH = [("en", f"Speaker {number}", f"The house at number {number} costs ${number} a day.") for number in range(150)]
FRENCH = [("fr", "Le président", f"La maison numéro {number} coûte {number} dollars.") for number in range(150)]


def one_by_one(asked: list[tuple[str, str, str]]) -> list[Posting]:
    with connection.cursor() as cursor:
        found = []
        for language, header, body in asked:
            cursor.execute(
                "SELECT terms::text, weights::text FROM rag_postings(%s::regconfig, %s, %s)",
                [f"rag_{language}", f"{header}\n{body}", AVERAGE],
            )
            found.append(Posting(*cursor.fetchone()))
    return found


def compute(asked: list[tuple[str, str, str]]) -> list[Posting]:
    with Postings(AVERAGE) as wanted:
        for passage in asked:
            wanted.ask(*passage)
        return list(wanted.collect())


@pytest.mark.parametrize(
    "asked",
    [
        [],
        ENGLISH[:3],
        ENGLISH[:64],
        ENGLISH[:65],
        ENGLISH,
        [*ENGLISH, *FRENCH],
        [passage for pair in zip(ENGLISH[:70], FRENCH[:70], strict=True) for passage in pair],
    ],
    ids=["none", "a few", "one batch", "one more", "many", "two languages", "languages by turns"],
)
def test_they_are_those_of_each_passage_in_order(asked: list[tuple[str, str, str]]) -> None:
    assert compute(asked) == one_by_one(asked)


def test_a_few_open_no_other_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(process: int, database: str) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(postings, "_pool", refused)
    assert len(compute(ENGLISH[:64])) == 64
    with pytest.raises(ConnectionRefusedError):
        compute(ENGLISH[:65])


def test_where_no_connection_is_to_be_had_the_callers_own_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """For example, when the database has given out all its connections."""
    parameters = connection.get_connection_params() | {"port": 1}
    parameters.pop("pool", None)
    with ConnectionPool(kwargs=parameters, min_size=0, max_size=2, open=True) as unreachable:
        monkeypatch.setattr(postings, "_pool", lambda *_: unreachable)
        monkeypatch.setattr(postings, "_PATIENCE", 0.2)
        started = time.monotonic()
        assert compute(ENGLISH) == one_by_one(ENGLISH)
        assert time.monotonic() - started < 5


def test_what_cannot_be_computed_is_raised() -> None:
    with pytest.raises(Error, match="rag_xx"):
        compute([("xx", "", f"Passage {number}") for number in range(200)])


def test_a_caller_that_fails_ends_at_once() -> None:
    with pytest.raises(ZeroDivisionError), Postings(AVERAGE) as wanted:
        for passage in ENGLISH:
            wanted.ask(*passage)
        raise ZeroDivisionError


def test_a_connection_that_broke_meanwhile_is_replaced() -> None:
    assert len(compute(ENGLISH)) == 150
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name = 'postings'"
        )
        assert cursor.fetchone()[0] > 0
    assert compute(ENGLISH) == one_by_one(ENGLISH)
