"""Counters for `/metrics`. Dashboards depend on their names."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import Counter, Histogram

QUERIES = Counter("queries_total", "Searches, questions and quotations that were answered.", ["kind"])
SECONDS = Histogram(
    "query_seconds",
    "How long a search, a question or a quotation took.",
    ["kind"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60),
)
CACHE_HITS = Counter("cache_hits", "What the cache had ready.", ["what"])
CACHE_MISSES = Counter("cache_misses", "What had to be made anew.", ["what"])


@contextmanager
def counting(kind: str) -> Iterator[None]:
    """Records the code inside as one query of a kind, unless it raises. Also works as a decorator."""
    started = time.perf_counter()
    yield
    count_query(kind, time.perf_counter() - started)


def count_query(kind: str, seconds: float) -> None:
    """Records a query of a kind that took `seconds`."""
    QUERIES.labels(kind).inc()
    SECONDS.labels(kind).observe(seconds)
