"""Measures of the quality of a ranking."""

import math
from collections.abc import Collection, Sequence


def ndcg(ranking: Sequence[Collection[int]], wanted: int, depth: int = 10) -> float:
    """Returns the nDCG of a ranking whose places each answer some of `wanted` items. An item counts where it first
    occurs.

    >>> ndcg([{0}, set(), {0}], wanted=1)
    1.0
    """
    gain, seen = 0.0, set[int]()
    for place, answered in enumerate(ranking[:depth]):
        fresh = set(answered) - seen
        if fresh:
            seen |= fresh
            gain += 1 / math.log2(place + 2)
    ideal = sum(1 / math.log2(place + 2) for place in range(min(wanted, depth)))
    return gain / ideal if ideal else 0.0


def recall(ranking: Sequence[Collection[int]], wanted: int, depth: int = 10) -> float:
    """Returns the share of the wanted items that the first `depth` places answer."""
    return len(set().union(*ranking[:depth])) / wanted if wanted else 0.0


def percentile(values: Sequence[float], share: float) -> float:
    """Returns the value below which a share of all values lies, by linear interpolation.

    >>> percentile([1, 2, 3, 4], 0.5)
    2.5
    """
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
