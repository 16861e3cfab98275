"""An entailment model: a tiny one made here, because the tests only check that its labels are read correctly."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rag.clients.support import CrossEncoderSupport, SupportError, open_support

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a cross-encoder with random weights and an entailment model's labels, saved like one from a hub."""
    transformers: Any = import_module("transformers")
    folder = tmp_path_factory.mktemp("tiny")
    words = "[PAD] [UNK] [CLS] [SEP] [MASK] rates rose fell".split()
    (folder / "vocab.txt").write_text("\n".join(words))
    transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(str(folder))
    labels = {0: "contradiction", 1: "ENTAILMENT", 2: "neutral"}
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8,
        num_labels=3, id2label=labels, label2id={label: number for number, label in labels.items()},
    )  # fmt: skip
    transformers.BertForSequenceClassification(config).save_pretrained(str(folder))
    return str(folder)


def test_the_share_of_the_entailment_label_is_given(tiny: str) -> None:
    import numpy as np

    support = CrossEncoderSupport(tiny)
    pairs = [("rates rose", "rates rose"), ("rates rose", "rates fell")]
    given = support.entailment(pairs)
    logits = support._model.logits(pairs)
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    assert given == pytest.approx([float(row[1]) for row in shares], abs=1e-5)
    assert support.entailment([]) == []


def test_a_model_that_is_not_there_says_what_to_check(tmp_path: Path) -> None:
    with pytest.raises(SupportError, match="SUPPORT_MODEL"):
        CrossEncoderSupport(str(tmp_path / "nothing")).entailment([("a", "b")])


def test_one_client_a_model() -> None:
    assert open_support("x") is open_support("x")
