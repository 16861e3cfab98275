"""One model used by several threads side by side, each with a batch of its own."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import numpy as np

from rag.clients.embedder import Vectors

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

# Texts of a batch, and their characters when all are as long as the longest: less has more overhead than work,
# and of more than these less stays in the cache of the one thread that embeds them.
_MOST_TEXTS = 32
_MOST_CHARACTERS = 6_400
_FEWEST_CHARACTERS = 500


class Streams:
    """Copies of a model, of which every caller's batches take whichever is free. Safe to share between threads.

    On one batch together, threads wait for one another at every layer; each on its own they do not
    (docs/architecture.md has the figures).
    """

    def __init__(self, models: "Sequence[SentenceTransformer]") -> None:
        self.dimensions = int(models[0].get_embedding_dimension() or 0)
        self._count = len(models)
        self._free: SimpleQueue[SentenceTransformer] = SimpleQueue()
        for model in models:
            self._free.put(model)

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

    def _encoded(self, batch: list[str]) -> Any:
        model = self._free.get()
        try:
            return model.encode(batch, batch_size=_MOST_TEXTS, normalize_embeddings=True, show_progress_bar=False)
        finally:
            self._free.put(model)


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


def twin(first: "SentenceTransformer", uncompiled: "SentenceTransformer") -> "SentenceTransformer":
    """A copy with a tokenizer of its own, which no two threads may use, and the weights that another has compiled."""
    # What Hugging Face's layer over OpenVINO calls to infer is no part of its types.
    compiled: Any = first[0]
    copy: Any = uncompiled[0]
    request = compiled.auto_model.request.create_infer_request()
    copy.auto_model.request = lambda inputs: request.infer(inputs, share_inputs=True)
    return uncompiled
