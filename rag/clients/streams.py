"""Lets several threads use one model in parallel, each with its own batch."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import numpy as np

from rag.clients.embedder import Vectors

# Embeds a batch. One thread at a time may call it.
Encode = Callable[[list[str]], Vectors]

# Limits of a batch: its texts, and its characters with all texts padded to the longest. Smaller batches cost more in
# overhead; larger ones do not fit in the cache of the thread that embeds them.
_MOST_TEXTS = 32
_MOST_CHARACTERS = 6_400
_FEWEST_CHARACTERS = 500


class Streams:
    """A pool of ways into a model; each batch takes whichever is free. Thread-safe.

    Threads that share one batch wait for each other at every layer. Threads with a batch each do not
    (docs/architecture.md has the figures).
    """

    def __init__(self, encoders: Sequence[Encode], dimensions: int) -> None:
        self.dimensions = dimensions
        self._count = len(encoders)
        self._free: SimpleQueue[Encode] = SimpleQueue()
        for encode in encoders:
            self._free.put(encode)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Returns unit vectors, float32 of shape `(len(texts), dimensions)`, in the order given."""
        planned = list(batches([len(text) for text in texts], self._count))
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)

        def embed(batch: list[int]) -> None:
            vectors[batch] = self._encode([texts[place] for place in batch])

        if len(planned) == 1 or self._count == 1:
            for batch in planned:
                embed(batch)
        else:
            with ThreadPoolExecutor(self._count) as threads:
                list(threads.map(embed, planned))
        return vectors

    def _encode(self, batch: list[str]) -> Vectors:
        encode = self._free.get()
        try:
            return encode(batch)
        finally:
            self._free.put(encode)


def batches(lengths: Sequence[int], streams: int) -> Iterator[list[int]]:
    """Yields batches of text indices, the longest texts first. Texts of a batch have similar lengths, to save
    padding."""
    longest_first = sorted(range(len(lengths)), key=lengths.__getitem__, reverse=True)
    # If there are few texts, every stream gets some, provided that is worth the overhead.
    characters = min(_MOST_CHARACTERS, max(_FEWEST_CHARACTERS, sum(lengths) // streams))
    first = 0
    while first < len(longest_first):
        count = max(1, min(_MOST_TEXTS, characters // max(1, lengths[longest_first[first]])))
        yield longest_first[first : first + count]
        first += count
