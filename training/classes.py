"""Trains on what a question asks for, and leaves how a tagger reads words.

The encoder and the labels of words stay as they are, because the product's rules are tuned to them: trained further as
a whole, the tagger reads kinds no better, and a third of the questions get other slots.
"""

import math
import random
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from rag.clients.tagger.layout import Inputs, Layout
from rag.clients.tagger.local import Names
from speeches.understanding.lexicon import PRONOUNS
from training.networks import TaggerModel, class_head
from training.readings import Reading, pair_with_previous, tagger_question

_ROUNDS, _BATCH, _READ_AT_ONCE = 12, 64, 48
_RATE, _DECAY, _DROPOUT = 1e-3, 0.01, 0.2
# Every question is read so many times, each time beside another question and with other names known.
_DRAWS = 2
# How much leaning weighs beside the kind, and how kinds are smoothed.
_LEANS, _SMOOTHED = 0.2, 0.05


def train_classes(model: TaggerModel, layout: Layout, some: Sequence[Reading], known: Names, seed: int = 1) -> None:
    """Trains the kinds and the leaning of a tagger on questions, over its encoder. Its sides stay as they are, because
    some questions have a wrong one, which so small a network learns by heart."""
    torch.manual_seed(seed)
    dice = random.Random(seed)
    draws = [_summaries(model, layout, some, dice) for _ in range(_DRAWS)]
    sides = torch.zeros(len(known.kinds) + len(known.sides) + 1, dtype=torch.bool)
    sides[len(known.kinds) : -1] = True
    former, head = head_of(model.classes, sides), head_of(model.classes, ~sides)
    head[2] = nn.Dropout(_DROPOUT)
    optimizer = torch.optim.AdamW(head.parameters(), lr=_RATE, weight_decay=_DECAY)
    steps = _ROUNDS * math.ceil(len(some) / _BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _RATE, total_steps=steps + 1, pct_start=0.06)
    for round_ in range(_ROUNDS):
        order = torch.randperm(len(some))
        for start in range(0, len(some), _BATCH):
            rows = order[start : start + _BATCH]
            logits, own = head(draws[round_ % _DRAWS][rows]), [some[row] for row in rows.tolist()]
            loss = kinds_loss(logits[:, : len(known.kinds)], own, known) + leaning_loss(logits, own)
            torch.autograd.backward(loss)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
    model.classes = join_heads(former, head, sides)


def head_of(head: nn.Sequential, classes: Tensor) -> nn.Sequential:
    """Returns a copy of a head with only the hidden units that some of its classes read. `classes` marks those."""
    first, last = _layers(head)
    used = (last.weight[classes] != 0).any(0)
    return _head(first.weight[used], first.bias[used], last.weight[:, used], last.bias)


def join_heads(one: nn.Sequential, other: nn.Sequential, classes: Tensor) -> nn.Sequential:
    """Returns a head that reads the marked classes as one head does and all others as the other does."""
    (first, last), (second, end) = _layers(one), _layers(other)
    marked = classes[:, None].to(last.weight.dtype)
    rows = torch.cat([last.weight * marked, end.weight * (1 - marked)], dim=1)
    bias = torch.where(classes, last.bias, end.bias)
    return _head(torch.cat([first.weight, second.weight]), torch.cat([first.bias, second.bias]), rows, bias)


def _layers(head: nn.Sequential) -> tuple[nn.Linear, nn.Linear]:
    first, last = head[0], head[-1]
    assert isinstance(first, nn.Linear) and isinstance(last, nn.Linear)
    return first, last


def _head(weight: Tensor, bias: Tensor, last: Tensor, last_bias: Tensor) -> nn.Sequential:
    """A head with these weights."""
    head = class_head(weight.shape[1], len(weight), len(last))
    state = {"0.weight": weight, "0.bias": bias, "3.weight": last, "3.bias": last_bias}
    head.load_state_dict({name: values.detach().clone() for name, values in state.items()})
    return head


def leaning_loss(logits: Tensor, some: Sequence[Reading]) -> Tensor:
    """Returns the weighted cross entropy of the last class: whether a question leans on the one before."""
    leans = torch.tensor([float(bool(one.before)) for one in some])
    return _LEANS * nn.functional.binary_cross_entropy_with_logits(logits[:, -1], leans)


def _summaries(model: TaggerModel, layout: Layout, some: Sequence[Reading], dice: random.Random) -> Tensor:
    """What the classes of questions are read from."""
    model.eval()
    pairs = pair_with_previous(some, dice)
    order = sorted(range(len(pairs)), key=lambda place: len(pairs[place][0].text))
    found: list[Tensor] = [torch.empty(0)] * len(pairs)
    for start in range(0, len(order), _READ_AT_ONCE):
        places = order[start : start + _READ_AT_ONCE]
        asked = [tagger_question(pairs[place][0], dice, PRONOUNS, pairs[place][1]) for place in places]
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
            summaries = model.summaries(*tensors_of(layout.inputs(asked))[:4])
        for place, one in zip(places, summaries.float(), strict=True):
            found[place] = one
    return torch.stack(found)


def kinds_loss(logits: Tensor, some: Sequence[Reading], known: Names, smoothed: float = _SMOOTHED) -> Tensor:
    """Returns the smoothed cross entropy of the kinds. If only the task is known, its kinds count together."""
    shares = logits.log_softmax(dim=1)
    fitting = torch.tensor([[kind.startswith(one.kind) for kind in known.kinds] for one in some])
    own = shares.masked_fill(~fitting, -torch.inf).logsumexp(dim=1)
    return -((1 - smoothed) * own + smoothed * shares.mean(dim=1)).mean()


def tensors_of(inputs: Inputs) -> tuple[Tensor, ...]:
    """Returns a batch of questions as the network takes it."""
    return tuple(
        torch.from_numpy(np.ascontiguousarray(one))
        for one in (inputs.tokens, inputs.kinds, inputs.mask, inputs.known, inputs.words)
    )
