"""Measures times and prints tables of them."""

import time
from collections.abc import Callable, Sequence

from rag.retrieval.measures import percentile


def times(action: Callable[[int], object], count: int) -> list[float]:
    """Returns the milliseconds of each of `count` runs. The action gets the number of its run."""
    taken = []
    for number in range(count):
        started = time.perf_counter()
        action(number)
        taken.append((time.perf_counter() - started) * 1000)
    return taken


def median(values: Sequence[float]) -> float:
    return percentile(values, 0.5)


def p95(values: Sequence[float]) -> float:
    return percentile(values, 0.95)


def print_table(title: str, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Prints a table that can be pasted into Markdown."""
    print(f"\n{title}\n")
    print(f"| {' | '.join(header)} |")
    print(f"|{'|'.join('---' for _ in header)}|")
    for row in rows:
        print(f"| {' | '.join(f'{cell:.2f}' if isinstance(cell, float) else str(cell) for cell in row)} |")
