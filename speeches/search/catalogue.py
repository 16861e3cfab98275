"""The few chambers and parties of the record, in memory, to name what a chunk only numbers."""

from dataclasses import dataclass
from functools import lru_cache

from speeches.models import Chamber, Party
from speeches.search.version import corpus_version


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Chambers and parties by key."""

    chambers: dict[int, Chamber]
    parties: dict[int, Party]


def catalogue() -> Catalogue:
    """The catalogue of the record as it is now."""
    version = corpus_version()
    return _load() if version is None else _cached(version)


@lru_cache(maxsize=1)
def _cached(version: int) -> Catalogue:
    return _load()


def _load() -> Catalogue:
    return Catalogue(Chamber.objects.in_bulk(), Party.objects.in_bulk())
