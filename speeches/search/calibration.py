"""How the scores of each embedding model map to relevance: data, made by `manage.py calibrate`."""

import json
from functools import cache
from pathlib import Path

from rag.retrieval.calibration import Calibration

PATH = Path(__file__).resolve().parent.parent / "data" / "calibration.json"

# For a model that nobody has calibrated yet: relevance is one half at a score that most good passages reach.
_UNKNOWN = Calibration(intercept=-6.0, slope=12.0)


@cache
def calibration(model_name: str, mode: str) -> Calibration:
    """The curve for a model's scores in a search mode."""
    known = json.loads(PATH.read_text()) if PATH.exists() else {}
    curve = known.get(model_name, {}).get(mode)
    return Calibration(**curve) if curve else _UNKNOWN
