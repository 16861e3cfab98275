"""Where a list of hits should end."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

T = TypeVar("T")

SHARE_OF_TOP = 0.7
FLOOR = 0.05
AT_LEAST = 3


def adaptive_cut(hits: Sequence[T], score: Callable[[T], float]) -> list[T]:
    """The hits within 70 % of the best score and above the floor, but three at least. `hits` are in order.

    >>> adaptive_cut([0.9, 0.8, 0.5, 0.2, 0.01], float)
    [0.9, 0.8, 0.5]
    """
    if not hits:
        return []
    least = max(FLOOR, SHARE_OF_TOP * score(hits[0]))
    return [hit for rank, hit in enumerate(hits) if rank < AT_LEAST or score(hit) >= least]


def above_floor(hits: Sequence[T], relevance: Callable[[T], float], at_least: int) -> list[T]:
    """The hits that are likelier than the floor to be relevant, but `at_least` so many. `hits` are in order.

    >>> above_floor([0.9, 0.5, 0.05, 0.01], float, at_least=1)
    [0.9, 0.5, 0.05]
    """
    return [hit for rank, hit in enumerate(hits) if rank < at_least or relevance(hit) >= FLOOR]


def diversify(hits: Sequence[T], source: Callable[[T], Hashable], at_most: int) -> list[T]:
    """No more than `at_most` hits of one source before others had their turn; the rest follow in order.

    >>> diversify(["a1", "a2", "a3", "b1"], lambda hit: hit[0], at_most=2)
    ['a1', 'a2', 'b1', 'a3']
    """
    seen: Counter[Hashable] = Counter()
    first, rest = list[T](), list[T]()
    for hit in hits:
        seen[source(hit)] += 1
        (first if seen[source(hit)] <= at_most else rest).append(hit)
    return first + rest
