"""The reader's graph: an encoder over a window, and a score for each of its sentences."""

import openvino.opset13 as ops
from openvino import Model

from rag.clients.building import Network, axes, numbers, shares, words


def build_reader(network: Network) -> Model:
    """Returns a graph that says whether each sentence answers, as logits of shape `(windows, sentences)`. Takes
    `layout.Inputs` with the tokens embedded."""
    embedded, kinds, mask, sentences = inputs = [words(network.width), numbers(), numbers(), shares()]
    states = network.states(embedded, kinds, mask)
    first = ops.slice(states, axes(0), axes(1), axes(1), axes(1))
    own = ops.matmul(sentences, states, transpose_a=False, transpose_b=False)
    read = ops.concat([own, ops.broadcast(first, ops.shape_of(own))], axis=-1)
    return Model([ops.squeeze(network.head(read, "answers.0", "answers.2"), axes(-1))], inputs)
