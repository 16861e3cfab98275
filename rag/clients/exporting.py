"""`python -m rag.clients.exporting KIND NAME FOLDER`: exports a model to a folder in OpenVINO's format.

KIND is `embedder` for an embedding model, `reader` or `tagger` for a model of our own around an encoder, and `words`
for an encoder's table of word embeddings and its tokenizer. The graphs of encoders from wheels take embedded words, so
all of them share one table. Only models from elsewhere need torch.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rag.clients.weights import Floats, unpack
from rag.clients.wheels import INSTALLED, LANGUAGE_MODELS, TUNED, TUNED_WEIGHTS, UNPACK, weights_of

if TYPE_CHECKING:
    from openvino import Model

    from rag.clients.building import Network

MODEL, TOKENIZER, LONGEST, WORDS = "model.xml", "tokenizer.json", "sentence_bert_config.json", "words.npy"
_WEIGHTS, _WORDS = "model.safetensors", "embeddings.word_embeddings.weight"


def main() -> None:
    """Exports what the command line names."""
    kind, name, folder = sys.argv[1:]
    target = Path(folder)
    if kind == "words":
        export_words(name, target)
    elif kind == "embedder" and name not in INSTALLED:
        export_of_the_library(name, target)
    else:
        export_encoder(kind, name, target)


def export_words(name: str, target: Path) -> None:
    """Writes an encoder's table of word embeddings, of shape `(words, width)`, in half precision, and its tokenizer."""
    with encoder_folder(name) as folder:
        np.save(target / WORDS, read_weights(folder)[_WORDS].astype(np.float16))
        for file in (TOKENIZER, LONGEST):
            (target / file).write_bytes((folder / file).read_bytes())


def export_encoder(kind: str, name: str, target: Path) -> None:
    """Writes the graph of a model around a wheel's encoder, with the trained difference applied if there is one.
    Weights are kept in half precision, a reader's matrices in eight bits."""
    import openvino

    from rag.clients.building import Network, Shape
    from rag.clients.llama import Llama

    build, trained = _parts_of(kind, name)
    with encoder_folder(TUNED.get(name, name)) as folder:
        weights = {f"encoder.{key}": values for key, values in read_weights(folder).items()}
        shape = Shape.of_folder(folder)
    if trained:
        weights |= unpack(trained, weights)
    network = Llama if name in LANGUAGE_MODELS else Network
    openvino.save_model(build(network(weights, shape, eight_bits=kind == "reader")), target / MODEL)


def _parts_of(kind: str, name: str) -> "tuple[Callable[[Network], Model], Path | None]":
    """Returns what builds the graph of a kind, and the file of the trained difference; None if it is the encoder
    itself."""
    if kind == "reader":
        from rag.clients.reader.local import DATA
        from rag.clients.reader.network import build_reader

        return build_reader, DATA / f"{name}.npz"
    if kind == "tagger":
        from rag.clients.tagger.local import DATA
        from rag.clients.tagger.network import build_tagger

        return build_tagger, DATA / f"{name}.npz"
    if kind != "embedder":
        raise ValueError(f"There is no kind of model called {kind!r}.")
    from rag.clients.building import build_embedder

    return build_embedder, TUNED_WEIGHTS / f"{name}.npz" if name in TUNED else None


def export_of_the_library(name: str, target: Path) -> None:
    """Exports an embedding model from a folder, or by a name that sentence-transformers knows. Weights are stored in
    half precision, because fast processors infer with no more."""
    import openvino
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(name, backend="openvino", model_kwargs={"device": "CPU"})
    model.save_pretrained(str(target))
    whole = target / "openvino" / "openvino_model.xml"
    openvino.save_model(openvino.Core().read_model(whole), target / "half.xml")
    for half in (target / "half.xml", target / "half.bin"):
        half.replace(whole.with_suffix(half.suffix))


@contextmanager
def encoder_folder(name: str) -> Iterator[Path]:
    """Yields the folder with the weights of an encoder from a wheel, which sentence-transformers can open. That of a
    packed encoder exists only inside the context. Raises ValueError."""
    source = weights_of(name)
    if source is None:
        raise ValueError(f"The wheel with the weights of {name} is not installed; `make install` brings it.")
    unpack_to = UNPACK.get(Path(source).name)
    if unpack_to is None:
        yield Path(source)
        return
    with tempfile.TemporaryDirectory() as unpacked:
        unpack_to(Path(source), Path(unpacked))
        yield Path(unpacked)


def read_weights(folder: Path) -> dict[str, Floats]:
    """Returns an encoder's weights by name."""
    from safetensors.numpy import load_file

    return load_file(folder / _WEIGHTS)


if __name__ == "__main__":
    os.environ.setdefault("HF_HUB_OFFLINE", "1" if sys.argv[2] in (*INSTALLED, *LANGUAGE_MODELS) else "0")
    main()
