"""The reader's graph: an encoder over a window, a score for each of its sentences, and one for a claim."""

import numpy as np
import openvino.opset13 as ops
from openvino import Model

from rag.clients.building import Network, axes, numbers, shares, words


def build_reader(network: Network) -> Model:
    """Returns a graph with two outputs: whether each sentence answers, of shape `(windows, sentences)`, and whether the
    passage proves a claim put in place of the question, of shape `(windows, 1)`. Takes `layout.Inputs` with the tokens
    embedded."""
    embedded, kinds, mask, sentences = inputs = [words(), numbers(), numbers(), shares()]
    states = network.states(embedded, kinds, mask)
    first = ops.slice(states, axes(0), axes(1), axes(1), axes(1))
    own = ops.matmul(sentences, states, transpose_a=False, transpose_b=False)
    read = ops.concat([own, ops.broadcast(first, ops.shape_of(own))], axis=-1)
    # As many sentences as there are: each one's shares of its tokens sum to one.
    count = ops.maximum(ops.reduce_sum(sentences, axes(1, 2)), ops.constant(np.float32(1)))
    mean = ops.divide(ops.reduce_sum(own, axes(1)), ops.unsqueeze(count, axes(1)))
    whole = ops.concat([mean, ops.squeeze(first, axes(1))], axis=-1)
    answers = ops.squeeze(network.head(read, "answers.0", "answers.2"), axes(-1))
    return Model([answers, network.head(whole, "supports.0", "supports.2")], inputs)
