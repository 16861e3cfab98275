"""A number that changes whenever the record does, so that no cache serves anything stale."""

import time

from rag.retrieval.cache import read, write
from rag.retrieval.replicas import note_change

_KEY = "speeches:corpus-version"


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
