"""What tells sentences that speak to a program from those that speak to owners: a logistic model over embeddings."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from guardian.documents.reader import read
from guardian.ingestion.addressed import MODEL, PATH, sentences_in, vectors_of
from rag.sandbox import Limits
from training.own import DATA

# Real bylaws that teach, and those that only measure: no sentence of either speaks to a program.
_TEACH = ("hoa_vintage/Bylaws.pdf", "xorg/bylaws.pdf", "towns/brookfield.pdf")
_MEASURE = ("hoa_vintage/CovenantsConditionsAndRestrictions.pdf", "towns/montague.pdf")
_STRENGTH = 30.0
# A sentence that is this likely to speak to a program is marked: of the real sentences that measure, none is.
_THRESHOLD = 0.7
_PAGES, _LIMITS = 2000, Limits(1500, 300)


def run(bylaws: Path, models: Path) -> None:
    """Train on the sentences of `data/machine`, write what guardian reads, and print how it does on the rest."""
    entries, real = _entries("train"), _sentences(bylaws, _TEACH)
    vectors = np.vstack([vectors_of([one["text"] for one in entries], models), vectors_of(real, models)])
    right = [bool(one["machine"]) for one in entries] + [False] * len(real)
    model = LogisticRegression(C=_STRENGTH, class_weight="balanced", max_iter=3000).fit(vectors, right)
    weights = [round(float(one), 4) for one in model.coef_[0]]
    kept = {"model": MODEL, "intercept": round(float(model.intercept_[0]), 4), "threshold": _THRESHOLD}
    PATH.write_text(json.dumps({**kept, "weights": weights}) + "\n")
    tests = _entries("test")
    for language in ("en", "fr"):
        own = [one for one in tests if one["language"] == language]
        _print(language, own, model.predict_proba(vectors_of([one["text"] for one in own], models))[:, 1])
    marked = model.predict_proba(vectors_of(_sentences(bylaws, _MEASURE), models))[:, 1] >= _THRESHOLD
    print(f"{marked.sum()} of {len(marked)} sentences of other real bylaws marked")


def _entries(name: str) -> list[dict[str, Any]]:
    lines = (DATA / "machine" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _sentences(bylaws: Path, names: Sequence[str]) -> list[str]:
    documents = (read((bylaws / name).read_bytes(), _PAGES, _LIMITS, lambda *_: None) for name in names)
    found = [span.of(document.text) for document in documents for span in sentences_in(document)]
    return random.Random(1).sample(found, min(3000, len(found)))


def _print(language: str, own: list[dict[str, Any]], found: np.ndarray[Any, Any]) -> None:
    right = np.array([one["machine"] for one in own])
    marked = found >= _THRESHOLD
    print(
        f"{language}: AUROC {roc_auc_score(right, found):.3f}, {marked[right].sum()} of {right.sum()} to a program "
        f"marked, {marked[~right].sum()} of {(~right).sum()} to owners"
    )
