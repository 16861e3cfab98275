"""Training goes on with what questions ask for, and leaves how their words are read."""

from typing import Any

import pytest
import torch
from transformers import BertConfig, BertModel

from rag.clients.tagger.layout import Layout
from rag.clients.tagger.local import Names
from rag.clients.trained import encoder_of
from training.classes import classes_loss, train_classes
from training.encoders import open_encoder
from training.networks import TaggerModel
from training.readings import Reading, Slot

KNOWN = Names(("O", "B-bill"), ("fact/chair", "vote/names"), ("", "no"))
ASKED = [
    Reading("Who chairs it?", "fact/chair", ()),
    Reading("Who voted against Bill C-7?", "vote/names", (Slot("bill", 18, 26),), "no"),
    Reading("Who voted?", "vote/names", (), None),
] * 8


@pytest.mark.slow
def test_kinds_are_learnt_and_the_encoder_and_the_labels_of_words_stay() -> None:
    torch.manual_seed(1)
    with open_encoder(encoder_of("en")) as (_, folder):
        layout = Layout(folder / "tokenizer.json")
    sizes = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    encoder: Any = BertModel
    model = TaggerModel(encoder(BertConfig.from_dict(sizes)), len(KNOWN.labels), 5)
    before = {name: weights.clone() for name, weights in model.state_dict().items()}
    train_classes(model, layout, ASKED, KNOWN)
    changed = {name for name, weights in model.state_dict().items() if not torch.equal(weights, before[name])}
    assert changed and all(name.startswith("classes.") for name in changed)


@pytest.mark.parametrize(("side", "taught"), [("no", True), (None, False)])
def test_a_side_that_nobody_labelled_teaches_nothing(side: str | None, taught: bool) -> None:
    logits = torch.zeros(1, 5, requires_grad=True)
    lost = classes_loss(logits, [Reading("Who voted against it?", "vote/names", (), side)], KNOWN)
    (slope,) = torch.autograd.grad(lost, logits)
    assert bool(slope[0, 2:4].any()) is taught
