"""One model used by several threads side by side, each with a batch of its own."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import numpy as np

from rag.clients.embedder import Vectors

# Embeds a batch; of one thread at a time.
Encode = Callable[[list[str]], Vectors]

# Texts of a batch, and their characters when all are as long as the longest: less has more overhead than work,
# and of more than these less stays in the cache of the one thread that embeds them.
_MOST_TEXTS = 32
_MOST_CHARACTERS = 6_400
_FEWEST_CHARACTERS = 500


class Streams:
    """Ways into a model, of which every caller's batches take whichever is free. Safe to share between threads.

    On one batch together, threads wait for one another at every layer; each on its own they do not
    (docs/architecture.md has the figures).
    """

    def __init__(self, encoders: Sequence[Encode], dimensions: int) -> None:
        self.dimensions = dimensions
        self._count = len(encoders)
        self._free: SimpleQueue[Encode] = SimpleQueue()
        for encode in encoders:
            self._free.put(encode)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Float32 of shape `(len(texts), dimensions)` and length one, in the order given."""
        planned = list(batches([len(text) for text in texts], self._count))
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)

        def embed(batch: list[int]) -> None:
            vectors[batch] = self._encoded([texts[place] for place in batch])

        if len(planned) == 1 or self._count == 1:
            for batch in planned:
                embed(batch)
        else:
            with ThreadPoolExecutor(self._count) as threads:
                list(threads.map(embed, planned))
        return vectors

    def _encoded(self, batch: list[str]) -> Vectors:
        encode = self._free.get()
        try:
            return encode(batch)
        finally:
            self._free.put(encode)


def batches(lengths: Sequence[int], streams: int) -> Iterator[list[int]]:
    """Places of texts, the longest first: those of a batch are of like length, so that little is padded."""
    longest_first = sorted(range(len(lengths)), key=lengths.__getitem__, reverse=True)
    # Of few texts every stream gets some, if that is worth its while.
    characters = min(_MOST_CHARACTERS, max(_FEWEST_CHARACTERS, sum(lengths) // streams))
    first = 0
    while first < len(longest_first):
        count = max(1, min(_MOST_TEXTS, characters // max(1, lengths[longest_first[first]])))
        yield longest_first[first : first + count]
        first += count
