"""The better reader learns by adapters, which are packed and taken up again."""

from pathlib import Path

import numpy as np
import pytest
import torch

from rag.clients.building import Shape
from rag.clients.llama import Llama
from rag.clients.weights import Floats, unpack
from training.export import pack_better
from training.llama import BetterReader

_PARTS = {"query": (96, 96), "key": (96, 96), "value": (96, 96), "output": (96, 96)}
_WIDE = {"gate": (64, 96), "wide": (64, 96), "narrow": (96, 64)}


def weights(layers: int = 2) -> dict[str, Floats]:
    """Invented weights of a small Llama."""
    dice = np.random.default_rng(1)

    def some(*shape: int) -> Floats:
        return dice.normal(scale=0.2, size=shape).astype(np.float32)

    found = {"embeddings.word_embeddings.weight": some(50, 96), "norm.weight": np.ones(96, np.float32)}
    for number in range(layers):
        for part, shape in (_PARTS | _WIDE).items():
            found[f"layers.{number}.{part}.weight"] = some(*shape)
        for part in ("before_attention", "before_wide"):
            found[f"layers.{number}.{part}.weight"] = np.ones(96, np.float32)
    return found


def reader() -> BetterReader:
    """A small reader."""
    torch.manual_seed(1)
    return BetterReader(weights(), Shape(layers=2, heads=2, epsilon=1e-5, shared_heads=2, rotary_base=10_000.0))


def test_only_adapters_above_the_frozen_layers_learn() -> None:
    own = reader()
    adapters, above = own.parameter_groups(frozen=1)
    tokens = torch.randint(50, (2, 6))
    sentences = torch.full((2, 1, 6), 1 / 6)
    torch.autograd.backward(own.read(tokens, torch.zeros_like(tokens), torch.ones_like(tokens), sentences).sum())
    learning = {id(one) for one in (*adapters, *above)}
    assert {name.split(".")[1] for name, one in own.named_parameters() if one.grad is None} == {"0"}
    assert all(one.grad is None or id(one) in learning for one in own.parameters())


def test_padding_changes_nothing() -> None:
    own = reader()
    tokens, kinds = torch.randint(50, (1, 5)), torch.tensor([[0, 0, 1, 1, 1]])
    sentences = torch.tensor([[[0.0, 0.0, 0.0, 0.5, 0.5]]])
    short = own.read(tokens, kinds, torch.ones_like(tokens), sentences)
    wider = [torch.nn.functional.pad(one, (0, 3)) for one in (tokens, kinds, torch.ones_like(tokens), sentences)]
    assert torch.allclose(short, own.read(*wider), atol=1e-5)


def test_what_it_learnt_is_packed_and_merged(tmp_path: Path) -> None:
    own = reader()
    for layer in own.layers:
        for part in (*_PARTS, *_WIDE):
            torch.nn.init.normal_(layer.get_submodule(part).get_parameter("up"), std=0.1)
    state = {name: values.detach().numpy() for name, values in own.state_dict().items()}
    pack_better(state, tmp_path / "better.npz")
    plain = {f"encoder.{name}": values for name, values in weights().items()}
    found = unpack(tmp_path / "better.npz", plain)
    learnt = state["layers.1.gate.up"] @ state["layers.1.gate.down"]
    merged = found["encoder.layers.1.gate.weight"] - plain["encoder.layers.1.gate.weight"]
    assert np.linalg.norm(merged - learnt) < 0.2 * np.linalg.norm(learnt)
    assert {"answers.0.weight", "encoder.kinds.weight"} < found.keys()


@pytest.mark.slow
def test_a_row_of_zeros_stays_zero() -> None:
    table = weights()
    table["layers.0.gate.weight"][3] = 0
    own = {f"encoder.{name}": values for name, values in table.items()}
    network = Llama(own, Shape(2, 2, 1e-5, 2, 10_000.0), eight_bits=True)
    scaled = network.matrix("encoder.layers.0.gate.weight")
    steps, scales = (scaled.input_value(place).get_node() for place in (0, 1))
    rows = steps.input_value(0).get_node().data * scales.data
    assert np.abs(rows - table["layers.0.gate.weight"]).max() < 0.01
    assert not rows[3].any()
