"""OpenVINO models around the encoders from wheels. Models of our own are merged once from the wheel and the trained
difference."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.clients.exporting import MODEL
from rag.clients.graphs import ExportError, compile_graph, cores, export_once
from rag.clients.words import Words, open_words

# The encoder of a language. The multilingual one reads all other languages.
ENCODERS = {"en": "all-MiniLM-L6-v2"}
MULTILINGUAL = "multilingual-e5-small"

# What encoders call the tokens for beginning, end, padding and unknown.
_SPECIAL = (
    ("[CLS]", "[SEP]", "[PAD]", "[UNK]"),
    ("<s>", "</s>", "<pad>", "<unk>"),
    ("<|im_start|>", "<|im_end|>", "<|endoftext|>", "<|endoftext|>"),
)

# Another one for each change to the graphs: those in data folders are made anew.
_GRAPHS = b"2"


class ModelError(RuntimeError):
    """A model of our own could not be loaded. The message says what to check."""


@cache
def open_tokenizer(file: Path) -> tuple[Any, tuple[int, int, int, int]]:
    """Returns this process's only tokenizer of a file, without truncation or padding, and its token ids for beginning,
    end, padding and unknown."""
    from tokenizers import Tokenizer

    tokenizer: Any = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    # No text can hold a token that begins or ends one.
    tokenizer.encode_special_tokens = True
    names = next(names for names in _SPECIAL if tokenizer.token_to_id(names[0]) is not None)
    first, between, padding, other = map(tokenizer.token_to_id, names)
    return tokenizer, (first, between, padding, other)


def encoder_of(language: str) -> str:
    """Returns the encoder that reads a language."""
    return ENCODERS.get(language, MULTILINGUAL)


class Model:
    """A graph around an encoder, with the encoder's word embeddings. Thread-safe."""

    def __init__(self, folder: Path, words: Words, streams: int, *, exact: bool = False) -> None:
        self.tokenizer = words.tokenizer
        self._words = words
        self._compiled = compile_graph(folder / MODEL, streams, exact=exact)

    def infer(self, tokens: NDArray[np.int64], *others: NDArray[Any]) -> list[NDArray[np.float32]]:
        """Returns the outputs for tokens and their other inputs."""
        request = self._compiled.create_infer_request()
        found = request.infer([self._words.of(tokens), *others], share_inputs=True)
        return [found[place].copy() for place in range(len(found))]


def digest_of(weights: Path) -> str:
    """Returns a short hash that identifies a file of weights and how graphs are built."""
    return hashlib.sha256(_GRAPHS + weights.read_bytes()).hexdigest()[:12]


def open_model(kind: str, encoder: str, weights: Path, cache_folder: Path, *, exact: bool = False) -> Model:
    """Opens a model of our own, merged on first use and again for new weights. With `exact`, infers in single
    precision. Raises ModelError."""
    try:
        folder = export_once(cache_folder / f"{encoder}-{kind}-{digest_of(weights)}", kind, encoder)
        return Model(folder, open_words(encoder, cache_folder), cores(), exact=exact)
    except (OSError, ImportError, ValueError, RuntimeError, ExportError) as error:
        raise ModelError(f"The {kind} could not be loaded ({error}). Run `make install` again.") from error
