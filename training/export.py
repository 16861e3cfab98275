"""Turns trained weights into what ships: the packed difference, and the scale from logits to probabilities."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression

from rag.clients.reader.layout import Layout
from rag.clients.reader.local import DATA, SCALES
from rag.clients.weights import Floats, pack, pack_adapters, unpack, unpack_adapters
from training.encoders import AnyReader, new_reader
from training.examples import Example
from training.llama import BetterReader

# Parts of the better reader as the product names them.
_ENCODER, _DOWN, _UP = "encoder.", ".down", ".up"


def export(name: str, trained: Path) -> None:
    """Packs a reader's weights beside the code that reads them."""
    model, _ = new_reader(name)
    kept = torch.load(trained, map_location="cpu")
    state = {key: values.float().numpy() for key, values in kept.items()}
    if isinstance(model, BetterReader):
        pack_better(state, DATA / f"{name}.npz")
        return
    own = {key: values.numpy() for key, values in model.state_dict().items() if key.startswith(_ENCODER)}
    pack(state, own, DATA / f"{name}.npz")


def pack_better(state: Mapping[str, Floats], path: Path) -> None:
    """Packs what the better reader learnt: its adapters, and what stands above and below them."""
    adapters = {
        f"{_ENCODER}{key.removesuffix(_DOWN)}.weight": (values, state[key.removesuffix(_DOWN) + _UP])
        for key, values in state.items()
        if key.endswith(_DOWN)
    }
    heads = {key: values for key, values in state.items() if key.startswith("answers.")}
    pack_adapters(adapters, heads | {f"{_ENCODER}kinds.weight": state["kinds.weight"]}, path)


def packed_reader(name: str) -> tuple[AnyReader, Layout]:
    """Returns a reader with the shipped weights."""
    model, layout = new_reader(name)
    state = model.state_dict()
    path = DATA / f"{name}.npz"
    if isinstance(model, BetterReader):
        state |= _better_state(path, {key: values.numpy() for key, values in state.items()})
    else:
        own = {key: values.numpy() for key, values in state.items() if key.startswith(_ENCODER)}
        state |= {key: torch.from_numpy(values) for key, values in unpack(path, own).items()}
    model.load_state_dict(state)
    return model, layout


def _better_state(path: Path, own: Mapping[str, Floats]) -> dict[str, torch.Tensor]:
    """Returns what the better reader learnt, by the names of its parameters."""
    with np.load(path, allow_pickle=False) as kept:
        found = {key.removeprefix(_ENCODER): kept[key].astype(np.float32) for key in kept.files if ":" not in key}
    for key, (down, up) in unpack_adapters(path, {f"{_ENCODER}{key}": values for key, values in own.items()}).items():
        part = key.removeprefix(_ENCODER).removesuffix(".weight")
        found |= {f"{part}{_DOWN}": down, f"{part}{_UP}": up}
    return {key: torch.from_numpy(values) for key, values in found.items()}


def calibrate(name: str, examples: Sequence[Example], scores: Sequence[list[float]]) -> None:
    """Fits the scale that turns sentence logits into probabilities (Platt, 1999), on the scores of examples that no
    training saw."""
    rows = [
        (logit, place in example.answers)
        for example, sentences in zip(examples, scores, strict=True)
        for place, logit in enumerate(sentences)
        if place not in example.unknown
    ]
    logits, right = zip(*rows, strict=True)
    fitted = LogisticRegression(C=1e6).fit(np.asarray(logits)[:, None], right)
    scales = json.loads(SCALES.read_text()) if SCALES.exists() else {}
    scales[name] = {"weight": round(float(fitted.coef_[0, 0]), 4), "intercept": round(float(fitted.intercept_[0]), 4)}
    SCALES.write_text(json.dumps(scales, indent=2) + "\n")
