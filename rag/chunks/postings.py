"""The terms and weights of many passages, computed on connections of their own while the caller prepares other rows.

They depend on nothing that is stored, so the transaction that writes the chunks need not be the one to compute them.
"""

import itertools
import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from queue import SimpleQueue
from threading import Lock
from types import TracebackType
from typing import Any, NamedTuple, Self

from django.db import connection
from psycopg import Connection
from psycopg_pool import ConnectionPool, PoolTimeout

# Passages that one statement computes, and how many statements run at a time.
_BATCH = 64
_BESIDE = 2
# Seconds to wait for a connection, and after which those that nobody uses are closed, one after the other.
_PATIENCE = 2.0
_IDLE = 30.0
_POSTINGS = """
SELECT p.terms::text, p.weights::text
FROM unnest(%s::regconfig[], %s::text[]) WITH ORDINALITY AS t(config, passage, place),
    rag_postings(t.config, t.passage, %s) AS p
ORDER BY t.place
"""

_Asked = list[tuple[str, str]]


class Posting(NamedTuple):
    """Terms and weights as `rag_postings` makes them, in the database's own notation, to be copied in."""

    terms: str
    weights: str


class Postings:
    """Asked for passage by passage, collected in the same order once all are asked for.

    A full batch is begun as soon as more is asked for, beside the caller. Passages that fill no more than one are
    computed on the caller's own connection and open no other; so are all where the database has none to spare. The
    others are none of the application's pool: whoever waits there for the right to write holds one already, and all
    could wait for each other.
    """

    def __init__(self, average_length: float) -> None:
        """`average_length` is the index's own, in words."""
        self._average_length = average_length
        self._asked: _Asked = []
        self._begun: deque[Future[list[Posting]]] = deque()
        self._beside: _Beside | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if self._beside:
            self._beside.close()

    def ask(self, language: str, header: str, body: str) -> None:
        """Ask for the posting of a chunk."""
        if len(self._asked) == _BATCH:
            self._beside = self._beside or _Beside(self._average_length)
        if len(self._asked) >= _BATCH and self._beside and self._beside.width:
            self._begun.append(self._beside.begin(self._asked))
            self._asked = []
        self._asked.append((f"rag_{language}", f"{header}\n{body}"))

    def collect(self) -> Iterator[Posting]:
        """All that were asked for, each as soon as those before it are there.

        From here on nothing is asked of the caller's connection, so that a COPY may take them one by one.
        """
        if self._begun and self._beside:
            self._begun.append(self._beside.begin(self._asked))
            self._asked = []
        rest: list[Posting] = []
        with connection.cursor() as cursor:
            for first in range(0, len(self._asked), _BATCH):
                rest += _computed(cursor, self._asked[first : first + _BATCH], self._average_length)
        return itertools.chain(self._as_they_come(), rest)

    def _as_they_come(self) -> Iterator[Posting]:
        while self._begun:
            yield from self._begun.popleft().result()


class _Beside:
    """Up to two connections with a thread each; none at all (`width` 0) where none can be had in a moment."""

    def __init__(self, average_length: float) -> None:
        self._average_length = average_length
        self._pool = _pool(os.getpid(), str(connection.settings_dict["NAME"]))
        self._taken = list(_taken(self._pool))
        self.width = len(self._taken)
        self._free: SimpleQueue[Connection[Any]] = SimpleQueue()
        for taken in self._taken:
            self._free.put(taken)
        self._executor = ThreadPoolExecutor(max(1, self.width))

    def begin(self, asked: _Asked) -> Future[list[Posting]]:
        return self._executor.submit(self._compute, asked)

    def close(self) -> None:
        self._executor.shutdown(cancel_futures=True)
        for taken in self._taken:
            self._pool.putconn(taken)

    def _compute(self, asked: _Asked) -> list[Posting]:
        mine = self._free.get()
        try:
            with mine.cursor() as cursor:
                return _computed(cursor, asked, self._average_length)
        finally:
            self._free.put(mine)


def _taken(pool: "ConnectionPool[Any]") -> Iterator[Connection[Any]]:
    for _ in range(_BESIDE):
        try:
            yield pool.getconn(timeout=_PATIENCE)
        except PoolTimeout:
            return


def _computed(cursor: Any, asked: Sequence[tuple[str, str]], average_length: float) -> list[Posting]:
    configs, passages = [config for config, _ in asked], [passage for _, passage in asked]
    cursor.execute(_POSTINGS, [configs, passages, average_length])
    return [Posting(*row) for row in cursor.fetchall()]


_OPENING = Lock()


def _pool(process: int, database: str) -> "ConnectionPool[Any]":
    """Connections for statements that touch no table: a process's own, opened when there is need."""
    with _OPENING:
        return _opened(process, database)


@cache
def _opened(process: int, database: str) -> "ConnectionPool[Any]":
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
