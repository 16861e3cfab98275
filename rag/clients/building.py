"""Builds OpenVINO graphs of encoders (BERT; Devlin et al., 2019) from their weights, without torch. `rag.clients.llama`
does so for another kind.

Tensors are named as torch names them: matrices are stored as `(outputs, inputs)`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import openvino.opset13 as ops
from openvino import Model, PartialShape, Type

from rag.clients.weights import Floats

# A node of a graph. OpenVINO has no types of its own for these.
Node = Any
# What masked tokens lose before the softmax: the lowest number in bfloat16.
_LOWEST = -3.3895e38
# The steps of eight bits on either side of nothing, and the smallest number that a row is scaled by.
_STEPS, _TINY = 127, 1e-9


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of an encoder that its weights do not show."""

    layers: int
    heads: int
    epsilon: float
    # Of a Llama: the heads of keys and values, and the base of the angles by which positions rotate them.
    shared_heads: int = 0
    rotary_base: float = 0.0

    @classmethod
    def of_folder(cls, folder: Path) -> "Shape":
        """Reads the sizes from the encoder's `config.json`."""
        config = json.loads((folder / "config.json").read_text())
        layers, heads = config["num_hidden_layers"], config["num_attention_heads"]
        if config["model_type"] == "llama":
            return cls(layers, heads, config["rms_norm_eps"], config["num_key_value_heads"], config["rope_theta"])
        return cls(layers, heads, config["layer_norm_eps"])


class Network:
    """Layers made from weights by name. With `eight_bits`, the matrices of the encoder's layers are kept in eight bits
    a weight, which processors multiply faster."""

    # What the names of the weights of the encoder's layers begin with.
    layers: ClassVar[str] = "encoder.encoder.layer."

    def __init__(self, weights: Mapping[str, Floats], shape: Shape, *, eight_bits: bool = False) -> None:
        self._weights = weights
        self._shape = shape
        self._eight_bits = eight_bits

    @property
    def width(self) -> int:
        """How many numbers embed a word."""
        return int(self._weights["encoder.embeddings.word_embeddings.weight"].shape[1])

    def linear(self, inputs: Node, name: str) -> Node:
        """Returns `inputs` through the matrix of a layer, and its bias if it has one."""
        product = ops.matmul(inputs, self.matrix(f"{name}.weight"), transpose_a=False, transpose_b=True)
        bias = f"{name}.bias"
        return ops.add(product, self.constant(bias)) if bias in self._weights else product

    def head(self, inputs: Node, first: str, last: str) -> Node:
        """Returns `inputs` through two layers with a GELU between them."""
        return self.linear(ops.gelu(self.linear(inputs, first), "erf"), last)

    def rows(self, name: str, numbers: Node) -> Node:
        """Returns rows of a table by their numbers."""
        return ops.gather(self.constant(f"{name}.weight"), numbers, ops.constant(0, Type.i64))

    def matrix(self, name: str) -> Node:
        """Returns the matrix of a layer; in eight bits, with a scale for each row."""
        if not (self._eight_bits and name.startswith(self.layers)):
            return self.constant(name)
        weights = self._weights[name]
        scales = np.maximum(np.abs(weights).max(axis=1, keepdims=True), _TINY) / _STEPS
        steps = np.rint(weights / scales).astype(np.int8)
        return ops.multiply(ops.convert(ops.constant(steps), Type.f32), ops.constant(scales.astype(np.float32)))

    def constant(self, name: str) -> Node:
        return ops.constant(np.ascontiguousarray(self._weights[name], np.float32))

    def states(self, embedded: Node, kinds: Node, mask: Node) -> Node:
        """Returns the states of the tokens, of shape `(texts, tokens, width)`. Takes the tokens' embeddings, of the
        same shape, and their kinds and mask, of shape `(texts, tokens)`."""
        length = ops.gather(ops.shape_of(embedded), axes(1), ops.constant(0, Type.i64))
        table = self.constant("encoder.embeddings.position_embeddings.weight")
        positions = ops.slice(table, axes(0), length, axes(1), axes(0))
        kind = self.rows("encoder.embeddings.token_type_embeddings", kinds)
        states = self._normalize(ops.add(ops.add(embedded, kind), positions), "encoder.embeddings.LayerNorm")
        hidden = hidden_by(mask)
        for layer in range(self._shape.layers):
            states = self._layer(states, hidden, f"{self.layers}{layer}")
        return states

    def _layer(self, states: Node, hidden: Node, name: str) -> Node:
        query, key, value = (
            self._part_heads(self.linear(states, f"{name}.attention.self.{one}"), self._shape.heads)
            for one in ("query", "key", "value")
        )
        read = self.linear(self._attend(query, key, value, hidden), f"{name}.attention.output.dense")
        states = self._normalize(ops.add(read, states), f"{name}.attention.output.LayerNorm")
        wide = self.head(states, f"{name}.intermediate.dense", f"{name}.output.dense")
        return self._normalize(ops.add(wide, states), f"{name}.output.LayerNorm")

    def _part_heads(self, states: Node, heads: int) -> Node:
        """Returns states as `(texts, heads, tokens, width of a head)`."""
        parted = ops.reshape(states, axes(0, 0, heads, -1), special_zero=True)
        return ops.transpose(parted, axes(0, 2, 1, 3))

    def _attend(self, query: Node, key: Node, value: Node, hidden: Node) -> Node:
        """Returns what the heads attend to, side by side, of shape `(texts, tokens, width)`."""
        read = ops.transpose(ops.scaled_dot_product_attention(query, key, value, hidden), axes(0, 2, 1, 3))
        return ops.reshape(read, axes(0, 0, -1), special_zero=True)

    def _normalize(self, states: Node, name: str) -> Node:
        plain = ops.mvn(states, axes(-1), True, self._shape.epsilon, "inside_sqrt")
        return ops.add(ops.multiply(plain, self.constant(f"{name}.weight")), self.constant(f"{name}.bias"))


def build_embedder(network: Network) -> Model:
    """Returns the graph of an embedding model: the states of the tokens."""
    embedded, kinds, mask = inputs = [words(network.width), numbers(), numbers()]
    return Model([network.states(embedded, kinds, mask)], inputs)


def hidden_by(mask: Node) -> Node:
    """Returns what each token loses before the softmax: nothing, or everything if the mask leaves it out."""
    hidden = ops.unsqueeze(ops.subtract(ops.constant(np.float32(1)), ops.convert(mask, Type.f32)), axes(1, 2))
    return ops.multiply(hidden, ops.constant(np.float32(_LOWEST)))


def words(width: int) -> Node:
    """Returns an input for embedded words, of shape `(texts, tokens, width)`."""
    return ops.parameter(PartialShape([-1, -1, width]), Type.f32)


def numbers() -> Node:
    """Returns an input for one number per token, of shape `(texts, tokens)`."""
    return ops.parameter(PartialShape([-1, -1]), Type.i64)


def shares() -> Node:
    """Returns an input that says how much each token belongs to each part of its text, of shape `(texts, parts,
    tokens)`."""
    return ops.parameter(PartialShape([-1, -1, -1]), Type.f32)


def axes(*places: int) -> Node:
    """Returns a list of numbers as a node."""
    return ops.constant(list(places), Type.i64)
