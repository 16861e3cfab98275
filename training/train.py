"""Trains a reader: batches of similar length, bfloat16, an occasional line of progress, the best weights kept."""

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from rag.clients.reader.layout import Layout
from rag.clients.reader.two_stage import BETTER
from training.batches import Batch, batches_of
from training.encoders import AnyReader
from training.examples import Example
from training.feeding import lay_out, make_batches, workers_for
from training.measure import Measures, measure

# The greatest of a sum's exponentials is one. An empty sum is raised to this, so that its logarithm has a slope.
_LEAST = 0.5


@dataclass(frozen=True, slots=True)
class Recipe:
    """Hyperparameters of training.

    `tokens` is the size of a batch, including padding. `contrast` weighs the contrast loss. A sentence that answers
    counts `answer` times one that does not. The lowest `frozen` layers stay fixed.
    """

    rounds: int = 1
    rate: float = 1e-4
    head_rate: float = 5e-4
    warm_up: float = 0.06
    decay: float = 0.01
    tokens: int = 6000
    answer: float = 2.0
    contrast: float = 1.0
    seed: int = 1
    frozen: int = 0


def recipe_of(name: str) -> Recipe:
    """Returns the recipe for a reader made of an encoder. Adapters learn faster than whole matrices."""
    return Recipe(rounds=2, rate=9e-4, tokens=56_000) if name == BETTER else Recipe()


def train(
    reader: AnyReader,
    layout: Layout,
    examples: Sequence[Example],
    validation: Sequence[Example],
    recipe: Recipe,
    kept: Path,
    looks: int = 2,
    device: str = "cpu",
) -> Measures:
    """Trains a reader in place. Measures it `looks` times on the validation examples, and saves the best weights to
    `kept`."""
    torch.manual_seed(recipe.seed)
    workers = workers_for(device)
    batches = batches_of(lay_out(examples, layout, workers), recipe.tokens)
    steps = recipe.rounds * len(batches)
    optimizer, schedule = _optimizer(reader, recipe, steps)
    best: Measures | None = None
    started, lost, step = time.monotonic(), torch.zeros((), device=device), 0
    for round_ in range(recipe.rounds):
        order = list(range(len(batches)))
        random.Random(recipe.seed + round_).shuffle(order)
        for batch in make_batches(batches, order, layout, workers):
            reader.train()
            loss = _loss(reader, batch, recipe, device)
            torch.autograd.backward(loss)
            torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
            lost, step = 0.98 * lost + 0.02 * loss.detach(), step + 1
            if step % 50 == 0:
                _tell(step, steps, float(lost) / (1 - 0.98**step), started)
            if step % math.ceil(steps / looks) == 0 or step == steps:
                measures = measure(reader, layout, validation, device)
                print(f"{step}/{steps}  {measures}", flush=True)
                if best is None or measures.overall > best.overall:
                    best = measures
                    torch.save(reader.state_dict(), kept)
    assert best is not None
    reader.load_state_dict(torch.load(kept, map_location=device))
    return best


def _optimizer(reader: AnyReader, recipe: Recipe, steps: int) -> tuple[torch.optim.Optimizer, Any]:
    """Returns AdamW with linear warm-up and linear decay."""
    own, heads = reader.parameter_groups(recipe.frozen)
    groups = [{"params": own, "lr": recipe.rate}, {"params": heads, "lr": recipe.head_rate}]
    optimizer = torch.optim.AdamW(groups, weight_decay=recipe.decay)
    warm = max(1, int(recipe.warm_up * steps))

    def share(step: int) -> float:
        return (step + 1) / warm if step < warm else max(0.0, (steps - step) / (steps - warm))

    return optimizer, torch.optim.lr_scheduler.LambdaLR(optimizer, share)


def _loss(reader: AnyReader, batch: Batch, recipe: Recipe, device: str) -> Tensor:
    """Returns the sum of the cross entropies of sentences and contrasts."""
    with torch.autocast(device, dtype=torch.bfloat16):
        answers = reader.read(*(part.to(device) for part in batch.inputs))
    answers, wanted, contrasts = answers.float(), batch.answers.to(device), batch.contrasts.to(device)
    weights = (wanted >= 0) * torch.where(wanted > 0, recipe.answer, 1.0)
    of_answers = binary_cross_entropy_with_logits(answers, wanted.clamp(min=0), weights, reduction="sum")
    return (of_answers + recipe.contrast * _contrast_loss(answers, wanted, contrasts)) / len(wanted)


def _contrast_loss(logits: Tensor, wanted: Tensor, contrasts: Tensor) -> Tensor:
    """Returns the cross entropy of the sentences that answer among all of their contrast, summed over the contrasts."""
    every, right = (_group_log_sum(logits, which, contrasts) for which in (wanted >= 0, wanted > 0))
    return (every - right)[right.isfinite()].sum()


def _group_log_sum(logits: Tensor, which: Tensor, contrasts: Tensor) -> Tensor:
    """Returns the log of the sum of exponentials over the chosen sentences of each contrast; minus infinity if it has
    none."""
    groups, chosen = contrasts[:, None].expand_as(logits)[which], logits[which]
    none = logits.new_full((len(contrasts),), -math.inf)
    most = none.scatter_reduce(0, groups, chosen.detach(), "amax")
    sums = torch.zeros_like(none).index_add(0, groups, (chosen - most[groups]).exp())
    return torch.where(most.isfinite(), sums.clamp(min=_LEAST).log() + most, none)


def _tell(step: int, steps: int, loss: float, started: float) -> None:
    spent = time.monotonic() - started
    print(
        f"{step}/{steps}  loss {loss:.3f}  {spent / 60:.0f} min, {spent / step * (steps - step) / 60:.0f} left",
        flush=True,
    )
