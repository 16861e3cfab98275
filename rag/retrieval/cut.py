"""Where a list of hits should end."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

FLOOR = 0.05
# Of the best score, what a hit must reach to be read by a chat model (DESIGN.md, "Search").
SHARE = 0.7


def above_floor(hits: Sequence[T], relevance: Callable[[T], float], at_least: int) -> list[T]:
    """The hits that are likelier than the floor to be relevant, but `at_least` so many. `hits` are in order.

    >>> above_floor([0.9, 0.5, 0.05, 0.01], float, at_least=1)
    [0.9, 0.5, 0.05]
    """
    return [hit for rank, hit in enumerate(hits) if rank < at_least or relevance(hit) >= FLOOR]


def near_the_best(
    hits: Sequence[T], score: Callable[[T], float], *, floor: float = FLOOR, at_least: int = 3, gap: float = 0.0
) -> list[T]:
    """The first hits that score at least `SHARE` of the best one and the floor, but `at_least` so many.

    With a `gap`, the list also ends before the first hit that falls behind the one before it by more than that share
    of the best score.

    >>> near_the_best([0.9, 0.8, 0.7, 0.65, 0.6], float)
    [0.9, 0.8, 0.7, 0.65]
    >>> near_the_best([0.9, 0.88, 0.87, 0.7], float, gap=0.15)
    [0.9, 0.88, 0.87]
    """
    best = score(hits[0]) if hits else 0.0
    kept: list[T] = []
    for rank, hit in enumerate(hits):
        fell = score(hits[rank - 1]) - score(hit) if rank else 0.0
        if rank >= at_least and (score(hit) < max(floor, SHARE * best) or (gap and fell > gap * best)):
            break
        kept.append(hit)
    return kept
