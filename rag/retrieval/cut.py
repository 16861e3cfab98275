"""Decides where a list of hits ends."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

FLOOR = 0.05
# The share of the best score that a hit must reach for a chat model to read it.
SHARE = 0.7


def above_floor(hits: Sequence[T], relevance: Callable[[T], float], at_least: int) -> list[T]:
    """Returns the hits whose relevance reaches the floor, and in any case the first `at_least`. `hits` are in order.

    >>> above_floor([0.9, 0.5, 0.05, 0.01], float, at_least=1)
    [0.9, 0.5, 0.05]
    """
    return [hit for rank, hit in enumerate(hits) if rank < at_least or relevance(hit) >= FLOOR]


def near_the_best(
    hits: Sequence[T], score: Callable[[T], float], *, floor: float = FLOOR, at_least: int = 3, gap: float = 0.0
) -> list[T]:
    """Returns the first hits that reach both the floor and `SHARE` of the best score, and in any case `at_least` of
    them.

    With a `gap`, the list also ends before a hit that falls behind its predecessor by more than that share of the best
    score.

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
