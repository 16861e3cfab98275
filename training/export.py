"""From trained weights to what the product ships: the packed difference, and how logits become probabilities."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression

from rag.clients.reader.layout import Layout
from rag.clients.reader.local import DATA, SCALES
from rag.clients.reader.model import ReaderModel
from rag.clients.reader.weights import pack, unpack
from training.encoders import new_reader
from training.examples import Example
from training.measure import score


def export(name: str, trained: Path) -> None:
    """Pack the weights of a reader beside the code that reads them."""
    model, _ = new_reader(name)
    own = {key: values.numpy() for key, values in model.state_dict().items() if key.startswith("encoder.")}
    state = torch.load(trained, map_location="cpu")
    DATA.mkdir(exist_ok=True)
    pack({key: values.float().numpy() for key, values in state.items()}, own, DATA / f"{name}.npz")


def packed_reader(name: str) -> tuple[ReaderModel, Layout]:
    """A reader with the weights that are shipped."""
    model, layout = new_reader(name)
    state = model.state_dict()
    own = {key: values.numpy() for key, values in state.items() if key.startswith("encoder.")}
    state |= {key: torch.from_numpy(values) for key, values in unpack(DATA / f"{name}.npz", own).items()}
    model.load_state_dict(state)
    return model, layout


def calibrate(name: str, reader: ReaderModel, layout: Layout, examples: Sequence[Example]) -> None:
    """Fit the scale by which each head's logits are probabilities (Platt, 1999), on examples that no training saw."""
    logits: dict[str, list[float]] = {"answers": [], "supports": []}
    right: dict[str, list[bool]] = {"answers": [], "supports": []}
    for example, (sentences, claim) in zip(examples, score(reader, layout, examples), strict=True):
        if example.supported is not None:
            logits["supports"].append(claim)
            right["supports"].append(example.supported)
            continue
        logits["answers"] += sentences
        right["answers"] += [place in example.answers for place in range(len(sentences))]
    known = json.loads(SCALES.read_text()) if SCALES.exists() else {}
    known[name] = {head: _scale(logits[head], right[head]) for head in logits}
    SCALES.write_text(json.dumps(known, indent=2) + "\n")


def _scale(logits: Sequence[float], right: Sequence[bool]) -> dict[str, float]:
    fitted = LogisticRegression(C=1e6).fit(np.asarray(logits)[:, None], right)
    return {"weight": round(float(fitted.coef_[0, 0]), 4), "intercept": round(float(fitted.intercept_[0]), 4)}
