"""Training goes on from the shipped tagger and teaches it kinds of question that it did not know."""

from typing import Any

import pytest
import torch
from transformers import BertConfig, BertModel

from training.networks import TaggerModel
from training.tagger import go_partway


def small(value: float) -> TaggerModel:
    """A tagger of three classes whose weights all have one value."""
    sizes = {"vocab_size": 8, "hidden_size": 4, "intermediate_size": 4}
    config = BertConfig.from_dict({**sizes, "num_hidden_layers": 1, "num_attention_heads": 1})
    encoder: Any = BertModel
    model = TaggerModel(encoder(config), labels=2, classes=3)
    for weights in model.parameters():
        torch.nn.init.constant_(weights, value)
    return model


def test_partway_lies_between_both_but_for_what_the_former_did_not_know() -> None:
    former, model = small(0.0), small(1.0)
    go_partway(former, model, fresh=[2])
    state = model.state_dict()
    assert state["classes.3.bias"].tolist() == pytest.approx([0.41, 0.41, 2.0])
    assert state["classes.3.weight"][2].unique().tolist() == [1.0]
    assert state["labels.1.weight"].unique().tolist() == pytest.approx([0.41])
