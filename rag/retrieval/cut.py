"""Where a list of hits should end."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

FLOOR = 0.05


def above_floor(hits: Sequence[T], relevance: Callable[[T], float], at_least: int) -> list[T]:
    """The hits that are likelier than the floor to be relevant, but `at_least` so many. `hits` are in order.

    >>> above_floor([0.9, 0.5, 0.05, 0.01], float, at_least=1)
    [0.9, 0.5, 0.05]
    """
    return [hit for rank, hit in enumerate(hits) if rank < at_least or relevance(hit) >= FLOOR]
