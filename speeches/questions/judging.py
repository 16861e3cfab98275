"""The judge of whether there is an answer: data, made by `manage.py calibrate`."""

import json
from functools import cache
from pathlib import Path

from rag.answering.judge import Judge
from rag.answering.weigh import FEATURES

PATH = Path(__file__).resolve().parent.parent / "data" / "judge.json"


@cache
def judge() -> Judge:
    """The fitted judge."""
    known = json.loads(PATH.read_text())
    return Judge(known["intercept"], tuple(known["weights"][name] for name in FEATURES), known["threshold"])


def save(fitted: Judge, path: Path = PATH) -> None:
    """Keep a judge as data."""
    weights = dict(zip(FEATURES, fitted.weights, strict=True))
    values = {"intercept": fitted.intercept, "weights": weights, "threshold": fitted.threshold}
    path.write_text(json.dumps(values, indent=2) + "\n")
    judge.cache_clear()
