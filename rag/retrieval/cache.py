"""A cache that may be down. Without Redis everything still works, only slower."""

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

# After a failure Redis is not asked again for this long; otherwise every search would wait for it.
_PAUSE_SECONDS = 5.0
_away_until = 0.0


def remember(key: str, seconds: int, make: Callable[[], T]) -> T:
    """Returns the value under `key`. If there is none, calls `make` and keeps the result for `seconds`. `make` must not
    return None.

    Counts hits and misses under the key's first two parts, such as `speeches:search` or `rag:query`.
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
    """Returns the value under a key; None if there is none or Redis is down."""
    return run_guarded(lambda: caches["results"].get(key))


def write(key: str, value: Any, seconds: int | None) -> bool:
    """Stores a value for `seconds` (None: until replaced). Returns False if Redis is down."""

    def keep() -> bool:
        caches["results"].set(key, value, timeout=seconds)
        return True

    return run_guarded(keep) is True


def run_guarded(action: Callable[[], Any]) -> Any:
    """Runs an action on the cache and returns its result; None if Redis is down."""
    if is_away():
        return None
    try:
        return action()
    except (RedisError, OSError) as error:
        leave_alone(error)
        return None


def is_away() -> bool:
    """Whether Redis failed within the last few seconds."""
    return time.monotonic() < _away_until


def leave_alone(error: Exception) -> None:
    """Stops this process from asking Redis for a while."""
    global _away_until
    _away_until = time.monotonic() + _PAUSE_SECONDS
    logger.warning("Redis is away, going on without it: %s", error)
