"""A number that moves whenever the record changes, so that nothing stale is served from the cache."""

import logging
import time

from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

_KEY = "speeches:corpus-version"


def corpus_version() -> int | None:
    """The number of the record as it is now; None while Redis is away, when nothing can be cached either."""
    try:
        return int(cache.get_or_set(_KEY, _now, timeout=None) or 0)
    except RedisError:
        return None


def corpus_changed() -> None:
    """Note that the record has changed."""
    try:
        cache.set(_KEY, _now(), timeout=None)
    except RedisError as error:
        logger.warning("Redis is away (%s); results cached before may be served for an hour", error)


def _now() -> int:
    return time.time_ns()
