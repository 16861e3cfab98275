"""The graphs that the product builds compute what the networks in training compute."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from django.conf import settings

from rag.clients.reader.layout import Text
from rag.clients.reader.local import DATA as READERS
from rag.clients.reader.two_stage import BETTER
from rag.clients.tagger.layout import Question
from rag.clients.tagger.local import DATA as TAGGERS
from rag.clients.trained import ENCODERS, MULTILINGUAL, Model, open_model
from training.export import packed_reader
from training.tagger import packed_tagger

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]

_BOTH = [ENCODERS["en"], MULTILINGUAL]


# The product keeps a reader's matrices in eight bits a weight, and training does not.
_APART = 0.3


@pytest.mark.parametrize("encoder", [*_BOTH, BETTER])
def test_the_reader(encoder: str) -> None:
    network, layout = packed_reader(encoder)
    texts = [
        Text(("The levy rises to 12 per cent.", "Members disagreed."), "Ms Example, 1 May 2024, Budget"),
        Text(("Order!",)),
    ]
    batch = layout.side_by_side([layout.windows("By how much does the levy rise?", one)[0] for one in texts])
    inputs = (batch.tokens, batch.kinds, batch.mask, batch.sentences)
    (answers,) = _built("reader", encoder, READERS).infer(*inputs)
    (expected,) = _computed(network, inputs)
    present = batch.sentences.any(axis=-1)
    assert np.abs(answers - expected)[present].max() < _APART
    assert np.ptp(expected[present]) > 5


@pytest.mark.parametrize("encoder", _BOTH)
def test_the_tagger(encoder: str) -> None:
    network, layout = packed_tagger(encoder)
    some = [
        Question("who voted against the bill".split(), ["", "", "", "", "bill"], [False] * 4 + [True]),
        Question(["why", "?"], ["", ""], [False, False], before="what did Ms Example say".split()),
    ]
    batch = layout.inputs(some)
    inputs = (batch.tokens, batch.kinds, batch.mask, batch.known, batch.words)
    labels, classes = _built("tagger", encoder, TAGGERS).infer(*inputs)
    expected = _computed(network, inputs)
    present = batch.words.any(axis=-1)
    assert np.abs(labels - expected[0])[present].max() < 0.02
    # Training lowers what asks for an answer only in what it exports.
    assert np.abs(np.diff(classes - expected[1], axis=0)).max() < 0.02


def _built(kind: str, encoder: str, weights: Path) -> Model:
    """Returns the product's graph, in single precision."""
    return open_model(kind, encoder, weights / f"{encoder}.npz", Path(settings.DATA_FOLDER) / "models", exact=True)


def _computed(network: Any, inputs: tuple[Any, ...]) -> list[Any]:
    """Returns what the network in torch computes."""
    network.eval()
    with torch.no_grad():
        read = network.read(*map(torch.from_numpy, inputs))
    return [one.numpy() for one in (read if isinstance(read, tuple) else (read,))]
