"""A cache that may be away: with Redis down everything still works, only slower."""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import caches
from redis.exceptions import RedisError

from rag.metrics import CACHE_HITS, CACHE_MISSES

logger = logging.getLogger(__name__)

T = TypeVar("T")

# After a failure Redis is left alone for so long, or every search would wait for it anew.
_PAUSE_SECONDS = 5.0
_away_until = 0.0


def remember(key: str, seconds: int, make: Callable[[], T]) -> T:
    """The value under `key`, or what `make` returns, kept for `seconds`. `make` never returns None.

    Hits and misses are counted under what the key begins with, `speeches:search` or `rag:query`.
    """
    if settings.RAG_CACHE_DISABLE:
        return make()
    what = ":".join(key.split(":")[:2])
    found: T | None = read(key)
    if found is None:
        CACHE_MISSES.labels(what).inc()
        found = make()
        write(key, found, seconds)
    else:
        CACHE_HITS.labels(what).inc()
    return found


def read(key: str) -> Any:
    """The value under a key; None if there is none or Redis is away."""
    return guarded(lambda: caches["results"].get(key))


def write(key: str, value: Any, seconds: int | None) -> bool:
    """Keep a value for `seconds` (None: until replaced). False if Redis is away."""

    def keep() -> bool:
        caches["results"].set(key, value, timeout=seconds)
        return True

    return guarded(keep) is True


def guarded(action: Callable[[], Any]) -> Any:
    """What an action on the cache returns; None if Redis is away."""
    if is_away():
        return None
    try:
        return action()
    except (RedisError, OSError) as error:
        leave_alone(error)
        return None


def is_away() -> bool:
    """Whether Redis was away a moment ago."""
    return time.monotonic() < _away_until


def leave_alone(error: Exception) -> None:
    """Ask nothing of Redis for a while, in this process."""
    global _away_until
    _away_until = time.monotonic() + _PAUSE_SECONDS
    logger.warning("Redis is away, going on without it: %s", error)
