"""Trains the logistic models that separate questions that no bylaws can answer from questions about a rule. They use
the query vectors that the search computes anyway, one model per embedding model."""

from pathlib import Path
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import cross_val_predict

from guardian.chat.outside import ENGLISH, MULTILINGUAL, PATH
from rag.clients.embedder import Vectors
from rag.clients.open_embedder import open_embedder
from training import own
from training.linear import describe, entries, fit_model, values, write

_STRENGTH = 10.0
# The share of questions about a rule that may be refused, in cross-validation with this many parts.
_WRONGLY, _PARTS = 0.02, 5


def run(models: Path) -> None:
    """Trains on `data/outside` and on owners' questions about bylaws, writes the models for guardian, and prints how
    they do on the rest."""
    taught, tests = entries("outside", "train"), entries("outside", "test")
    rules = [_rule(one) for one in own.questions(own.DATA / "train") if own.is_rule(one)]
    kept = {}
    for name, languages in ((ENGLISH, ("en",)), (MULTILINGUAL, ("en", "fr"))):
        learning = [one for one in [*taught, *rules] if one["language"] in languages]
        vectors, right = _vectors(name, learning, models), np.array([one["outside"] for one in learning])
        model = fit_model(vectors, right.tolist(), _STRENGTH)
        judged = cross_val_predict(clone(model), vectors, right, cv=_PARTS, method="predict_proba")[:, 1]
        threshold = round(float(np.quantile(judged[~right], 1 - _WRONGLY)), 3)
        kept[name] = values(model, threshold)
        for language in languages:
            mine = [one for one in tests if one["language"] == language]
            likely = model.predict_proba(_vectors(name, mine, models))[:, 1]
            print(describe(f"{name}, {language}", [one["outside"] for one in mine], likely, threshold))
    write(PATH, kept)


def _rule(entry: dict[str, Any]) -> dict[str, Any]:
    return {"q": entry["q"], "language": entry["language"], "outside": False}


def _vectors(name: str, some: list[dict[str, Any]], models: Path) -> Vectors:
    embedder = open_embedder(name, models)
    return np.vstack([embedder.embed_query(one["q"]) for one in some])
