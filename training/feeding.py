"""Lays out examples and makes batches in other processes, so that a GPU need not wait for them."""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from torch.utils.data import DataLoader, Dataset

from rag.clients.reader.layout import Layout
from training.batches import Batch, Row, batch_of, rows_of
from training.examples import Example

# Examples that a process lays out at a time, and batches that each makes ahead.
_AT_A_TIME, _AHEAD = 500, 4
# Processes that stay free for training itself.
_FREE = 2


def workers_for(device: str) -> int:
    """Returns how many processes feed a device: none for the CPU, which has no core to spare."""
    return 0 if device == "cpu" else max(1, len(os.sched_getaffinity(0)) - _FREE)


def lay_out(examples: Sequence[Example], layout: Layout, workers: int) -> list[Row]:
    """Returns the rows of examples, in order."""
    parts = [examples[start : start + _AT_A_TIME] for start in range(0, len(examples), _AT_A_TIME)]
    return [row for part in _each(parts, partial(rows_of, layout=layout), range(len(parts)), workers) for row in part]


def make_batches(
    batches: Sequence[Sequence[Row]], order: Iterable[int], layout: Layout, workers: int
) -> Iterator[Batch]:
    """Yields the batches of rows in an order of their indices."""
    return _each(batches, partial(batch_of, layout=layout), order, workers)


def _each(items: Sequence[Any], make: Any, order: Iterable[int], workers: int) -> Iterator[Any]:
    yield from DataLoader(
        _Made(items, make),
        batch_size=None,
        sampler=list(order),
        num_workers=workers,
        prefetch_factor=_AHEAD if workers else None,
        collate_fn=_as_it_is,
    )


def _as_it_is(made: Any) -> Any:
    return made


class _Made(Dataset[Any]):
    """What a function makes of each item."""

    def __init__(self, items: Sequence[Any], make: Any) -> None:
        self._items, self._make = items, make

    def __getitem__(self, place: int) -> Any:
        return self._make(self._items[place])

    def __len__(self) -> int:
        return len(self._items)
