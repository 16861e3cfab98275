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

# What has no label teaches nothing.
IGNORED = -100
_ROUNDS, _BATCH, _READ_AT_ONCE = 6, 64, 48
_HIDDEN, _RATE, _DECAY, _DROPOUT = 512, 2e-3, 0.01, 0.4
# Every question is read so many times, each time beside another question and with other names known.
_DRAWS = 2
# How much leaning and the side of a vote weigh beside the kind, and how kinds are smoothed.
_LEANS, _SIDES, _SMOOTHED = 0.2, 0.2, 0.05


def train_classes(model: TaggerModel, layout: Layout, some: Sequence[Reading], known: Names, seed: int = 1) -> None:
    """Trains the kinds, the sides and the leaning of a tagger anew on questions, over its encoder."""
    torch.manual_seed(seed)
    dice = random.Random(seed)
    draws = [_summaries(model, layout, some, dice) for _ in range(_DRAWS)]
    head = class_head(draws[0].shape[1], _HIDDEN, len(known.kinds) + len(known.sides) + 1, _DROPOUT)
    optimizer = torch.optim.AdamW(head.parameters(), lr=_RATE, weight_decay=_DECAY)
    steps = _ROUNDS * math.ceil(len(some) / _BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _RATE, total_steps=steps + 1, pct_start=0.06)
    for round_ in range(_ROUNDS):
        order = torch.randperm(len(some))
        for start in range(0, len(some), _BATCH):
            rows = order[start : start + _BATCH]
            logits, own = head(draws[round_ % _DRAWS][rows]), [some[row] for row in rows.tolist()]
            torch.autograd.backward(classes_loss(logits, own, known))
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
    model.classes = head.eval()


def classes_loss(logits: Tensor, some: Sequence[Reading], known: Names, kinds: float = 1.0) -> Tensor:
    """Returns the sum of the cross entropies of kind, weighted by `kinds`, of side, and of leaning."""
    entropy, first = nn.functional.cross_entropy, len(known.kinds)
    labelled = [one.side if one.kind.startswith("vote/") else None for one in some]
    sides = torch.tensor([IGNORED if one is None else known.sides.index(one) for one in labelled])
    leans = torch.tensor([float(bool(one.before)) for one in some])
    lost = kinds * kinds_loss(logits[:, :first], some, known)
    lost = lost + _LEANS * nn.functional.binary_cross_entropy_with_logits(logits[:, -1], leans)
    if bool((sides != IGNORED).any()):
        lost = lost + _SIDES * entropy(logits[:, first:-1], sides, ignore_index=IGNORED)
    return lost


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
