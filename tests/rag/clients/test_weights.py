"""A trained reader is packed into a small file."""

from pathlib import Path

import numpy as np

from rag.clients.weights import pack, pack_adapters, unpack


def test_what_is_unpacked_is_what_was_packed_but_for_the_rounding(tmp_path: Path) -> None:
    dice = np.random.default_rng(1)
    plain = dice.normal(size=(64, 96)), dice.normal(size=7), np.ones(3)
    names = "encoder.wide", "encoder.bias", "encoder.same"
    own = {name: values.astype(np.float32) for name, values in zip(names, plain, strict=True)}
    trained = {
        "encoder.wide": own["encoder.wide"] + dice.normal(scale=0.01, size=(64, 96)).astype(np.float32),
        "encoder.bias": own["encoder.bias"] + 0.1,
        "encoder.same": own["encoder.same"],
        "head": dice.normal(size=(4, 4)).astype(np.float32),
    }
    pack(trained, own, tmp_path / "reader.npz")
    found = unpack(tmp_path / "reader.npz", own)
    assert found.keys() == {"encoder.wide", "encoder.bias", "head"}
    for name, values in found.items():
        assert np.abs(values - trained[name]).max() < 0.005
    # Each weight shrinks from four bytes to half a byte, plus a little for the scales.
    assert (tmp_path / "reader.npz").stat().st_size < 64 * 96


def test_adapters_are_merged_into_the_matrices_that_they_adapt(tmp_path: Path) -> None:
    dice = np.random.default_rng(1)
    down, up, wide = (dice.normal(size=shape).astype(np.float32) for shape in ((8, 96), (64, 8), (64, 96)))
    head = {"head": np.ones((2, 2), np.float32)}
    pack_adapters({"encoder.wide": (down, up)}, head, tmp_path / "reader.npz")
    found = unpack(tmp_path / "reader.npz", {"encoder.wide": wide})
    assert found.keys() == {"encoder.wide", "head"}
    added = found["encoder.wide"] - wide
    assert np.linalg.norm(added - up @ down) < 0.15 * np.linalg.norm(up @ down)
