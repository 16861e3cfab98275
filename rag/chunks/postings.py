"""The terms and weights of many passages, computed on connections of their own while the caller prepares other rows.

They depend on nothing that is stored, so the transaction that writes the chunks need not be the one to compute them.
"""

import itertools
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from types import TracebackType
from typing import Any, NamedTuple, Self

from django.db import connection
from psycopg_pool import ConnectionPool

# Passages that one statement computes, and how many statements run at a time.
_BATCH = 64
_BESIDE = 2
# Seconds after which a connection that nobody uses is closed.
_IDLE = 30.0
_POSTINGS = """
SELECT p.terms::text, p.weights::text
FROM unnest(%s::regconfig[], %s::text[]) WITH ORDINALITY AS t(config, passage, place),
    rag_postings(t.config, t.passage, %s) AS p
ORDER BY t.place
"""


class Posting(NamedTuple):
    """Terms and weights as `rag_postings` makes them, in the database's own notation, to be copied in."""

    terms: str
    weights: str


class Postings:
    """Asked for passage by passage, collected in the same order once all are asked for.

    A full batch is begun at once, beside the caller; what fills none is computed on the caller's own connection, so a
    few passages open no other. The others are none of the application's pool: whoever waits there for the right to
    write holds one already, and all could wait for each other.
    """

    def __init__(self, average_length: float) -> None:
        """`average_length` is the index's own, in words."""
        self._average_length = average_length
        self._asked: list[tuple[str, str]] = []
        self._begun: list[Future[list[Posting]]] = []
        self._executor = ThreadPoolExecutor(_BESIDE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._executor.shutdown(cancel_futures=True)

    def ask(self, language: str, header: str, body: str) -> None:
        """Ask for the posting of a chunk."""
        if len(self._asked) == _BATCH:
            self._begin()
        self._asked.append((f"rag_{language}", f"{header}\n{body}"))

    def collect(self) -> Iterator[Posting]:
        """All that were asked for, each as soon as those before it are there."""
        if self._begun:
            self._begin()
            return itertools.chain.from_iterable(future.result() for future in self._begun)
        if not self._asked:
            return iter(())
        with connection.cursor() as cursor:
            return iter(self._computed(cursor, self._asked))

    def _begin(self) -> None:
        pool = _pool(os.getpid(), str(connection.settings_dict["NAME"]))
        self._begun.append(self._executor.submit(self._computed_beside, pool, self._asked))
        self._asked = []

    def _computed_beside(self, pool: "ConnectionPool[Any]", asked: Sequence[tuple[str, str]]) -> list[Posting]:
        with pool.connection() as beside, beside.cursor() as cursor:
            return self._computed(cursor, asked)

    def _computed(self, cursor: Any, asked: Sequence[tuple[str, str]]) -> list[Posting]:
        configs, passages = [config for config, _ in asked], [passage for _, passage in asked]
        cursor.execute(_POSTINGS, [configs, passages, self._average_length])
        return [Posting(*row) for row in cursor.fetchall()]


@cache
def _pool(process: int, database: str) -> "ConnectionPool[Any]":
    """Connections for statements that touch no table, opened when there is need and closed when there is none."""
    parameters = connection.get_connection_params() | {"autocommit": True, "application_name": "postings"}
    parameters.pop("pool", None)
    return ConnectionPool(
        kwargs=parameters,
        min_size=0,
        max_size=_BESIDE,
        max_idle=_IDLE,
        check=ConnectionPool.check_connection,
        open=True,
    )
