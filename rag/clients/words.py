"""The word embeddings and the tokenizer of an encoder, which all models around it share."""

import json
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.clients.exporting import LONGEST, TOKENIZER, WORDS
from rag.clients.graphs import export_once

Floats = NDArray[np.float32]


class Words:
    """A table of word embeddings. Its file is mapped, so that only the words that were met take memory, and those once
    for all processes. `tokenizer` is the file of the tokenizer that numbers them, `longest` how many tokens of a text
    the encoder reads."""

    def __init__(self, folder: Path) -> None:
        self._table: NDArray[np.float16] = np.load(folder / WORDS, mmap_mode="r")
        self.tokenizer = folder / TOKENIZER
        self.longest: int = json.loads((folder / LONGEST).read_text())["max_seq_length"]

    def of(self, tokens: NDArray[np.int64]) -> Floats:
        """The embeddings of tokens of any shape, as its last dimension."""
        return np.asarray(self._table[tokens], dtype=np.float32)


@cache
def open_words(encoder: str, cache_folder: Path) -> Words:
    """The one table of an encoder in this process. Raises ExportError, OSError or ValueError."""
    return Words(export_once(cache_folder / f"{encoder}-words", "words", encoder))
