"""A cache that outlives Redis: while Redis is down, the database keeps the counts."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from rag.retrieval.cache import is_away, leave_alone

# The migration rag.0007 creates it.
TABLE = "rag_count"
# Maximum rows of the table.
_MOST = 100_000

Value = TypeVar("Value")


class RedisOrDatabase(BaseCache):
    """Uses Redis, and while Redis is down a database table. Neither knows the other's values, so a count restarts at
    each switch."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._redis = RedisCache(server, params)
        self._database = DatabaseCache(TABLE, {**params, "OPTIONS": {"MAX_ENTRIES": _MOST}})

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._first(lambda cache: cache.add(key, value, timeout, version))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._first(lambda cache: cache.get(key, default, version))

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._first(lambda cache: cache.set(key, value, timeout, version))

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._first(lambda cache: cache.touch(key, timeout, version))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._first(lambda cache: cache.delete(key, version))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return self._first(lambda cache: cache.incr(key, delta, version))

    def clear(self) -> None:
        self._first(lambda cache: cache.clear())

    def _first(self, action: Callable[[BaseCache], Value]) -> Value:
        """Runs an action on Redis or, while it is down, on the database, and returns its result."""
        if not is_away():
            try:
                return action(self._redis)
            except (RedisError, OSError) as error:
                leave_alone(error)
        return action(self._database)
