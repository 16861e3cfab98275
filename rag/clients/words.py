"""An encoder's word embeddings and tokenizer, shared by all models around it."""

import json
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.clients.exporting import LONGEST, TOKENIZER, WORDS
from rag.clients.graphs import export_once

Floats = NDArray[np.float32]


class Words:
    """A table of word embeddings.

    Its file is memory-mapped: only words that occur take memory, once for all processes. `tokenizer` is the file of the
    tokenizer that numbers the words, `longest` the number of tokens that the encoder reads.
    """

    def __init__(self, folder: Path) -> None:
        self._table: NDArray[np.float16] = np.load(folder / WORDS, mmap_mode="r")
        self.tokenizer = folder / TOKENIZER
        self.longest: int = json.loads((folder / LONGEST).read_text())["max_seq_length"]

    def of(self, tokens: NDArray[np.int64]) -> Floats:
        """Returns the embeddings of tokens of any shape, along a new last dimension."""
        return np.asarray(self._table[tokens], dtype=np.float32)


@cache
def open_words(encoder: str, cache_folder: Path) -> Words:
    """Returns this process's only table of an encoder. Raises ExportError, OSError or ValueError."""
    return Words(export_once(cache_folder / f"{encoder}-words", "words", encoder))
