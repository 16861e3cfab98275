"""A number that changes whenever the record does, so that no cache serves anything stale."""

import time
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from rag.retrieval.cache import read, write
from rag.retrieval.replicas import note_change

_KEY = "speeches:corpus-version"
_T = TypeVar("_T")
# Empties what `keep_by_version` keeps of each function.
_EMPTYING: list[Callable[[], None]] = []


def corpus_version() -> int | None:
    """The number of the record as it is now; None while Redis is away, when nothing can be cached either."""
    version: int | None = read(_KEY)
    if version is None:
        version = time.time_ns()
        return version if write(_KEY, version, None) else None
    return version


def corpus_changed() -> None:
    """Note that the record has changed, for the caches and for the replicas."""
    note_change()
    write(_KEY, time.time_ns(), None)


def keep_by_version(make: Callable[[int | None], _T]) -> Callable[[int | None], _T]:
    """Decorator: keep the value made for the latest version of the record (see `corpus_version`); for None, make it
    anew each time."""
    kept = lru_cache(maxsize=1)(make)
    _EMPTYING.append(kept.cache_clear)

    @wraps(make)
    def make_once(version: int | None) -> _T:
        return make(version) if version is None else kept(version)

    return make_once


def forget_kept_values() -> None:
    """Empty the caches of all functions that `keep_by_version` decorates."""
    for empty in _EMPTYING:
        empty()
