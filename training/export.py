"""Turns trained weights into what ships: the packed difference, and the scale from logits to probabilities."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression

from rag.clients.reader.layout import Layout
from rag.clients.reader.local import DATA, SCALES
from rag.clients.weights import pack, unpack
from training.encoders import new_reader
from training.examples import Example
from training.networks import ReaderModel


def export(name: str, trained: Path) -> None:
    """Packs a reader's weights beside the code that reads them."""
    model, _ = new_reader(name)
    own = {key: values.numpy() for key, values in model.state_dict().items() if key.startswith("encoder.")}
    state = torch.load(trained, map_location="cpu")
    pack({key: values.float().numpy() for key, values in state.items()}, own, DATA / f"{name}.npz")


def packed_reader(name: str) -> tuple[ReaderModel, Layout]:
    """Returns a reader with the shipped weights."""
    model, layout = new_reader(name)
    state = model.state_dict()
    own = {key: values.numpy() for key, values in state.items() if key.startswith("encoder.")}
    state |= {key: torch.from_numpy(values) for key, values in unpack(DATA / f"{name}.npz", own).items()}
    model.load_state_dict(state)
    return model, layout


def calibrate(name: str, examples: Sequence[Example], scores: Sequence[tuple[list[float], float]]) -> None:
    """Fits the scale that turns sentence logits into probabilities (Platt, 1999), on the scores of examples that no
    training saw."""
    rows = [
        (logit, place in example.answers)
        for example, (sentences, _) in zip(examples, scores, strict=True)
        for place, logit in enumerate(sentences)
        if example.supported is None and place not in example.unknown
    ]
    logits, right = zip(*rows, strict=True)
    fitted = LogisticRegression(C=1e6).fit(np.asarray(logits)[:, None], right)
    scales = json.loads(SCALES.read_text()) if SCALES.exists() else {}
    scales[name] = {"weight": round(float(fitted.coef_[0, 0]), 4), "intercept": round(float(fitted.intercept_[0]), 4)}
    SCALES.write_text(json.dumps(scales, indent=2) + "\n")
