"""The tagger's graph: an encoder over a question, labels for each word, and classes for the whole."""

import numpy as np
import openvino.opset13 as ops
from openvino import Model, Type

from rag.clients.building import Network, axes, numbers, shares, words


def build_tagger(network: Network) -> Model:
    """Returns a graph with two outputs: the logits of each word's labels, of shape `(questions, words, labels)`, and of
    each question's classes, of shape `(questions, classes)`. Takes `layout.Inputs` with the tokens embedded."""
    embedded, kinds, mask, known, places = inputs = [words(network.width), numbers(), numbers(), numbers(), shares()]
    states = network.states(ops.add(embedded, network.rows("known", known)), kinds, mask)
    own = ops.convert(ops.unsqueeze(ops.multiply(mask, kinds), axes(2)), Type.f32)
    count = ops.maximum(ops.reduce_sum(own, axes(1)), ops.constant(np.float32(1)))
    mean = ops.divide(ops.reduce_sum(ops.multiply(states, own), axes(1)), count)
    first = ops.gather(states, ops.constant(0, Type.i64), ops.constant(1, Type.i64))
    whole = ops.concat([first, mean], axis=-1)
    read = ops.matmul(places, states, transpose_a=False, transpose_b=False)
    return Model([network.linear(read, "labels.1"), network.head(whole, "classes.0", "classes.3")], inputs)
