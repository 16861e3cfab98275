"""Models around the encoders that come as wheels, as OpenVINO graphs: those of our own are merged once from the wheel
and the trained difference to it."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.clients.exporting import MODEL
from rag.clients.graphs import ExportError, compile_graph, cores, export_once
from rag.clients.words import Words, open_words

# Which encoder reads a language; the multilingual one reads all others.
ENCODERS = {"en": "all-MiniLM-L6-v2"}
MULTILINGUAL = "multilingual-e5-small"


class ModelError(RuntimeError):
    """A model of our own could not be loaded; the message says what to check."""


@cache
def open_tokenizer(file: Path) -> tuple[Any, tuple[int, int, int, int]]:
    """The one tokenizer of a file in this process, which neither cuts nor pads, and the ids of its tokens for a
    beginning, an end, padding and what it does not know."""
    from tokenizers import Tokenizer

    tokenizer: Any = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    bert = tokenizer.token_to_id("[CLS]") is not None
    first, between, padding, other = map(
        tokenizer.token_to_id, ("[CLS]", "[SEP]", "[PAD]", "[UNK]") if bert else ("<s>", "</s>", "<pad>", "<unk>")
    )
    return tokenizer, (first, between, padding, other)


def encoder_of(language: str) -> str:
    """The encoder that reads a language."""
    return ENCODERS.get(language, MULTILINGUAL)


class Model:
    """A graph around an encoder, with the encoder's words. Safe to share between threads."""

    def __init__(self, folder: Path, words: Words, streams: int, *, exact: bool = False) -> None:
        self.tokenizer = words.tokenizer
        self._words = words
        self._compiled = compile_graph(folder / MODEL, streams, exact=exact)

    def infer(self, tokens: NDArray[np.int64], *others: NDArray[Any]) -> list[NDArray[np.float32]]:
        """The outputs, for tokens and the inputs that belong to them."""
        request = self._compiled.create_infer_request()
        found = request.infer([self._words.of(tokens), *others], share_inputs=True)
        return [found[place].copy() for place in range(len(found))]


def digest_of(weights: Path) -> str:
    """What tells a file of weights from others."""
    return hashlib.sha256(weights.read_bytes()).hexdigest()[:12]


def open_model(kind: str, encoder: str, weights: Path, cache_folder: Path, *, exact: bool = False) -> Model:
    """A model of our own, merged once; `exact` in single precision. Newer weights make a new one. Raises ModelError."""
    try:
        folder = export_once(cache_folder / f"{encoder}-{kind}-{digest_of(weights)}", kind, encoder)
        return Model(folder, open_words(encoder, cache_folder), cores(), exact=exact)
    except (OSError, ImportError, ValueError, RuntimeError, ExportError) as error:
        raise ModelError(f"The {kind} could not be loaded ({error}). Run `make install` again.") from error
