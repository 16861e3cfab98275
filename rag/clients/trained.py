"""Models of our own: an encoder's wheel and the trained difference to it, merged once into an OpenVINO graph."""

import hashlib
from pathlib import Path
from typing import Any

from rag.clients.exporting import MODEL
from rag.clients.graphs import ExportError, compile_graph, cores, export_once

# Which encoder reads a language; the multilingual one reads all others.
ENCODERS = {"en": "all-MiniLM-L6-v2"}
MULTILINGUAL = "multilingual-e5-small"


class ModelError(RuntimeError):
    """A model of our own could not be loaded; the message says what to check."""


def open_tokenizer(file: Path) -> tuple[Any, tuple[int, int, int, int]]:
    """A tokenizer that neither cuts nor pads, and the ids of its tokens for a beginning, an end, padding and what it
    does not know."""
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


def opened(kind: str, encoder: str, weights: Path, cache_folder: Path) -> tuple[Path, Any]:
    """The folder of a merged model, which holds its tokenizer, and the compiled model. Newer weights make a new one.
    Raises ModelError."""
    try:
        digest = hashlib.sha256(weights.read_bytes()).hexdigest()[:12]
        folder = export_once(cache_folder / f"{kind}-{encoder}-{digest}", kind, encoder)
        return folder, compile_graph(folder / MODEL, cores())
    except (OSError, ImportError, ValueError, RuntimeError, ExportError) as error:
        raise ModelError(f"The {kind} could not be loaded ({error}). Run `make install` again.") from error
