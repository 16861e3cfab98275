"""Builds OpenVINO graphs of a Llama (Touvron et al., 2023) that reads in both directions, as an encoder does."""

import numpy as np
import openvino.opset13 as ops
from openvino import Type

from rag.clients.building import Network, Node, axes, hidden_by
from rag.clients.weights import Floats

# How many positions there are.
_LONGEST = 512


class Llama(Network):
    """Layers of a Llama. `kinds`, which tell a question from its passage, were learnt with what stands above it."""

    layers = "encoder.layers."

    def states(self, embedded: Node, kinds: Node, mask: Node) -> Node:
        """Returns the states of the tokens, of shape `(texts, tokens, width)`. Takes the tokens' embeddings, of the
        same shape, and their kinds and mask, of shape `(texts, tokens)`."""
        length = ops.gather(ops.shape_of(embedded), axes(1), ops.constant(0, Type.i64))
        angles = _angles(self.width // self._shape.heads, self._shape.rotary_base)
        turns = [
            ops.slice(ops.constant(one), axes(0), length, axes(1), axes(0)) for one in (np.cos(angles), np.sin(angles))
        ]
        states, hidden = ops.add(embedded, self.rows("encoder.kinds", kinds)), hidden_by(mask)
        for layer in range(self._shape.layers):
            states = self._block(states, hidden, turns, f"{self.layers}{layer}")
        return self._normalize(states, "encoder.norm")

    def _block(self, states: Node, hidden: Node, turns: list[Node], name: str) -> Node:
        """Returns the states after a layer."""
        calm = self._normalize(states, f"{name}.before_attention")
        few = self._shape.shared_heads
        query = self._part_heads(self.linear(calm, f"{name}.query"), self._shape.heads)
        key, value = (self._part_heads(self.linear(calm, f"{name}.{one}"), few) for one in ("key", "value"))
        query, key = _turn(query, turns), _turn(key, turns)
        read = self._attend(query, self._repeat(key), self._repeat(value), hidden)
        states = ops.add(states, self.linear(read, f"{name}.output"))
        calm = self._normalize(states, f"{name}.before_wide")
        wide = ops.multiply(ops.swish(self.linear(calm, f"{name}.gate")), self.linear(calm, f"{name}.wide"))
        return ops.add(states, self.linear(wide, f"{name}.narrow"))

    def _repeat(self, shared: Node) -> Node:
        """Returns one head of keys or values for each head of queries; several of these share one."""
        times = self._shape.heads // self._shape.shared_heads
        parts = ops.concat([ops.unsqueeze(shared, axes(2))] * times, axis=2)
        each = self.width // self._shape.heads
        return ops.reshape(parts, axes(0, self._shape.heads, -1, each), special_zero=True)

    def _normalize(self, states: Node, name: str) -> Node:
        """Divides states by their root mean square (Zhang and Sennrich, 2019)."""
        mean = ops.reduce_mean(ops.power(states, ops.constant(np.float32(2))), axes(-1), keep_dims=True)
        root = ops.sqrt(ops.add(mean, ops.constant(np.float32(self._shape.epsilon))))
        return ops.multiply(ops.divide(states, root), self.constant(f"{name}.weight"))


def _angles(width: int, base: float) -> Floats:
    """Returns the angles by which each position turns each pair of numbers (Su et al., 2021), of shape `(positions,
    width)`."""
    speeds = base ** -(np.arange(0, width, 2) / width)
    angles = np.arange(_LONGEST)[:, None] * speeds
    return np.concatenate([angles, angles], axis=-1).astype(np.float32)


def _turn(states: Node, turns: list[Node]) -> Node:
    first, second = (ops.split(states, ops.constant(-1, Type.i64), 2)).outputs()
    turned = ops.concat([ops.negative(second), first], axis=-1)
    return ops.add(ops.multiply(states, turns[0]), ops.multiply(turned, turns[1]))
