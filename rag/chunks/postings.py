"""Computes the terms and weights of many passages on separate connections while the caller prepares other rows.

They depend on nothing stored, so the transaction that writes the chunks need not compute them.
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

# Passages per statement, and statements that run at a time.
_BATCH = 64
_BESIDE = 2
# Seconds to wait for a connection, and seconds after which an idle one is closed.
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
    """Terms and weights from `rag_postings`, in the database's own notation, ready for COPY."""

    terms: str
    weights: str


class Postings:
    """Takes passages one by one and returns their postings in the same order.

    A full batch starts on a separate connection as soon as another passage arrives. A single batch runs on the caller's
    own connection, as does everything if the database has no connection to spare. The separate connections do not come
    from the application's pool: whoever waits for the right to write already holds one of those, so all could wait for
    each other.
    """

    def __init__(self, average_length: float) -> None:
        """`average_length` is that of the index, in words."""
        self._average_length = average_length
        self._asked: _Asked = []
        self._begun: deque[Future[list[Posting]]] = deque()
        self._beside: _Workers | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if self._beside:
            self._beside.close()

    def ask(self, language: str, header: str, body: str) -> None:
        """Requests the posting of a chunk."""
        if len(self._asked) == _BATCH:
            self._beside = self._beside or _Workers(self._average_length)
        if len(self._asked) >= _BATCH and self._beside and self._beside.width:
            self._begun.append(self._beside.begin(self._asked))
            self._asked = []
        self._asked.append((f"rag_{language}", f"{header}\n{body}"))

    def collect(self) -> Iterator[Posting]:
        """Returns an iterator over the requested postings, in order, each as soon as it is ready.

        After this call the caller's connection is free, so a COPY may consume the postings one by one.
        """
        if self._begun and self._beside:
            self._begun.append(self._beside.begin(self._asked))
            self._asked = []
        rest: list[Posting] = []
        with connection.cursor() as cursor:
            for first in range(0, len(self._asked), _BATCH):
                rest += _compute_postings(cursor, self._asked[first : first + _BATCH], self._average_length)
        return itertools.chain(self._collect_begun(), rest)

    def _collect_begun(self) -> Iterator[Posting]:
        while self._begun:
            yield from self._begun.popleft().result()


class _Workers:
    """Up to two connections with a thread each; none (`width` 0) if no connection is free within the timeout."""

    def __init__(self, average_length: float) -> None:
        self._average_length = average_length
        self._pool = _pool(os.getpid(), str(connection.settings_dict["NAME"]))
        self._taken = list(_take_connections(self._pool))
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
                return _compute_postings(cursor, asked, self._average_length)
        finally:
            self._free.put(mine)


def _take_connections(pool: "ConnectionPool[Any]") -> Iterator[Connection[Any]]:
    for _ in range(_BESIDE):
        try:
            yield pool.getconn(timeout=_PATIENCE)
        except PoolTimeout:
            return


def _compute_postings(cursor: Any, asked: Sequence[tuple[str, str]], average_length: float) -> list[Posting]:
    configs, passages = [config for config, _ in asked], [passage for _, passage in asked]
    cursor.execute(_POSTINGS, [configs, passages, average_length])
    return [Posting(*row) for row in cursor.fetchall()]


_OPENING = Lock()


def _pool(process: int, database: str) -> "ConnectionPool[Any]":
    """Returns the process's own pool for statements that touch no table. Opened on first use."""
    with _OPENING:
        return _open_pool(process, database)


@cache
def _open_pool(process: int, database: str) -> "ConnectionPool[Any]":
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
