"""Logistic models over the vectors of texts: which sentences speak to a program, which questions no bylaws answer."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from rag.clients.embedder import Vectors
from training.own import DATA


def entries(folder: str, name: str) -> list[dict[str, Any]]:
    """What people wrote for a model, to train or to test it, as `data/README.md` tells."""
    lines = (DATA / folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def fitted(vectors: Vectors, right: Sequence[bool], strength: float) -> LogisticRegression:
    """A model that tells texts that are `right` from the others; the stronger, the less it is held back."""
    return LogisticRegression(C=strength, class_weight="balanced", max_iter=3000).fit(vectors, right)


def values(model: LogisticRegression, threshold: float) -> dict[str, Any]:
    """A model as `rag.clients.linear` reads it."""
    weights = [round(float(one), 4) for one in model.coef_[0]]
    return {"intercept": round(float(model.intercept_[0]), 4), "threshold": threshold, "weights": weights}


def write(path: Path, models: dict[str, dict[str, Any]]) -> None:
    """Keep models by the names of the embedding models whose vectors they take."""
    path.write_text(json.dumps(models) + "\n")


def describe(name: str, right: Sequence[bool], likely: np.ndarray[Any, Any], threshold: float) -> str:
    """How a model does on texts that it was not fitted on, in words."""
    own, marked = np.array(right, dtype=bool), likely >= threshold
    area = roc_auc_score(own, likely)
    found, wrongly = f"{marked[own].sum()} of {own.sum()} found", f"{marked[~own].sum()} of {(~own).sum()} wrongly"
    return f"{name}: AUROC {area:.3f}, {found}, {wrongly}"
