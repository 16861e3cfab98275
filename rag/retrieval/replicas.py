"""Reading from streaming replicas, so that searches can spread over several PostgreSQL servers."""

import logging
import random
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections, transaction
from psycopg.errors import QueryCanceled

from rag.retrieval import cache

logger = logging.getLogger(__name__)

T = TypeVar("T")

# The position of the primary's log after the last change to the record.
_POSITION = "rag:log-position"
# The advisory lock that is held while the position is noted.
_LOCK = 7_305_291
# A replica that failed is left alone for so long.
_REST_SECONDS = 5.0
_resting_until: dict[str, float] = {}


class ReplicaRouter:
    """Keeps migrations off the replicas. Reads go to them through `read_anywhere` alone."""

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        """Only the primary migrates; its replicas follow."""
        return None if db == DEFAULT_DB_ALIAS else False


def note_change() -> None:
    """Note, once the running transaction is committed, the position that a replica must reach to be read. Whoever
    changes the record notes it, whether it knows of replicas or not."""
    transaction.on_commit(_note_position)


def read_anywhere(read: Callable[[str], T]) -> T:
    """Calls `read` with the alias of a database, and returns its result.

    Takes a replica that holds the last change to the record, else the primary. If a replica fails, skips it for five
    seconds and reads elsewhere.
    """
    for alias in _awake_replicas():
        try:
            if _is_up_to_date(alias):
                return read(alias)
        except (OperationalError, InterfaceError) as error:
            if isinstance(error.__cause__, QueryCanceled):
                # The statement took too long; it would take as long on another server.
                raise
            _leave_alone(alias, error)
    return read(DEFAULT_DB_ALIAS)


def _awake_replicas() -> Iterator[str]:
    """The replicas to try, in random order; none inside a transaction, which must see its own changes."""
    replicas = [alias for alias in connections if alias != DEFAULT_DB_ALIAS]
    if not replicas or connections[DEFAULT_DB_ALIAS].in_atomic_block:
        return
    now = time.monotonic()
    for alias in random.sample(replicas, len(replicas)):
        if _resting_until.get(alias, 0.0) <= now:
            yield alias


def _is_up_to_date(alias: str) -> bool:
    """Whether a replica has replayed the last change. False while Redis, which knows of the change, is away."""
    position = cache.read(_POSITION) or _note_position()
    if not position:
        return False
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", [position])
        (replayed,) = cursor.fetchone()
    return bool(replayed)


def _note_position() -> str:
    """Keep the primary's present position and return it; "" if Redis or the primary is away.

    One process at a time, so that no older position replaces a newer one. Without a position no replica is read.
    """
    try:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
            try:
                cursor.execute("SELECT pg_current_wal_insert_lsn()::text")
                (position,) = cursor.fetchone()
                return str(position) if cache.write(_POSITION, position, None) else ""
            finally:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
    except (OperationalError, InterfaceError) as error:
        logger.warning("The primary did not tell its position, so no replica is read: %s", error)
        cache.write(_POSITION, "", None)
        return ""


def _leave_alone(alias: str, error: Exception) -> None:
    _resting_until[alias] = time.monotonic() + _REST_SECONDS
    connections[alias].close()
    logger.warning("The replica %s is left alone for %.0f s: %s", alias, _REST_SECONDS, error)
