"""Logistic models over text vectors: which sentences address a program, and which questions no bylaws can answer."""

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
    """Returns the texts that people wrote to train or test a model (`data/README.md`)."""
    lines = (DATA / folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def fit_model(vectors: Vectors, right: Sequence[bool], strength: float) -> LogisticRegression:
    """Fits a model that separates `right` texts from the others. A higher `strength` means less regularisation."""
    return LogisticRegression(C=strength, class_weight="balanced", max_iter=3000).fit(vectors, right)


def values(model: LogisticRegression, threshold: float) -> dict[str, Any]:
    """Returns a model in the form that `rag.clients.linear` reads."""
    weights = [round(float(one), 4) for one in model.coef_[0]]
    return {"intercept": round(float(model.intercept_[0]), 4), "threshold": threshold, "weights": weights}


def write(path: Path, models: dict[str, dict[str, Any]]) -> None:
    """Writes models to a file, by the names of the embedding models whose vectors they take."""
    path.write_text(json.dumps(models) + "\n")


def describe(name: str, right: Sequence[bool], likely: np.ndarray[Any, Any], threshold: float) -> str:
    """Describes how well a model does on texts that it was not fitted on."""
    own, marked = np.array(right, dtype=bool), likely >= threshold
    area = roc_auc_score(own, likely)
    found, wrongly = f"{marked[own].sum()} of {own.sum()} found", f"{marked[~own].sum()} of {(~own).sum()} wrongly"
    return f"{name}: AUROC {area:.3f}, {found}, {wrongly}"
