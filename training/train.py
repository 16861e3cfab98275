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
from training.batches import Batch, batch_of, batches_of
from training.examples import Example
from training.measure import Measures, measure
from training.networks import ReaderModel


@dataclass(frozen=True, slots=True)
class Recipe:
    """Hyperparameters of training.

    `tokens` is the size of a batch, including padding. `support` weighs claims against questions, `contrast` the
    contrast loss. A sentence that answers counts `answer` times one that does not. The embeddings and the lowest
    `frozen` layers stay fixed.
    """

    rounds: int = 1
    rate: float = 1e-4
    head_rate: float = 5e-4
    warm_up: float = 0.06
    decay: float = 0.01
    tokens: int = 6000
    support: float = 0.5
    answer: float = 2.0
    contrast: float = 1.0
    seed: int = 1
    frozen: int = 0


def train(
    reader: ReaderModel,
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
    batches = batches_of(examples, layout, recipe.tokens)
    steps = recipe.rounds * len(batches)
    optimizer, schedule = _optimizer(reader, recipe, steps)
    best: Measures | None = None
    started, lost, step = time.monotonic(), 0.0, 0
    for round_ in range(recipe.rounds):
        order = list(range(len(batches)))
        random.Random(recipe.seed + round_).shuffle(order)
        for place in order:
            reader.train()
            loss = _loss(reader, batch_of(batches[place], layout), recipe, device)
            torch.autograd.backward(loss)
            torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
            lost, step = 0.98 * lost + 0.02 * float(loss.detach()), step + 1
            if step % 50 == 0:
                _tell(step, steps, lost / (1 - 0.98**step), started)
            if step % math.ceil(steps / looks) == 0 or step == steps:
                measures = measure(reader, layout, validation, device)
                print(f"{step}/{steps}  {measures}", flush=True)
                if best is None or measures.overall > best.overall:
                    best = measures
                    torch.save(reader.state_dict(), kept)
    assert best is not None
    reader.load_state_dict(torch.load(kept, map_location=device))
    return best


def _optimizer(reader: ReaderModel, recipe: Recipe, steps: int) -> tuple[torch.optim.Optimizer, Any]:
    """Returns AdamW with linear warm-up and linear decay. The embeddings stay fixed."""
    reader.encoder.embeddings.requires_grad_(False)
    for layer in reader.encoder.encoder.layer[: recipe.frozen]:
        layer.requires_grad_(False)
    own = [one for one in reader.encoder.parameters() if one.requires_grad]
    heads = [*reader.answers.parameters(), *reader.supports.parameters()]
    groups = [{"params": own, "lr": recipe.rate}, {"params": heads, "lr": recipe.head_rate}]
    optimizer = torch.optim.AdamW(groups, weight_decay=recipe.decay)
    warm = max(1, int(recipe.warm_up * steps))

    def share(step: int) -> float:
        return (step + 1) / warm if step < warm else max(0.0, (steps - step) / (steps - warm))

    return optimizer, torch.optim.lr_scheduler.LambdaLR(optimizer, share)


def _loss(reader: ReaderModel, batch: Batch, recipe: Recipe, device: str) -> Tensor:
    """Returns the sum of the cross entropies of sentences, claims and contrasts."""
    with torch.autocast(device, dtype=torch.bfloat16):
        answers, supports = reader.read(*(part.to(device) for part in batch.inputs))
    answers, supports = answers.float(), supports.float()
    wanted, supported = batch.answers.to(device), batch.supported.to(device)
    weights = (wanted >= 0) * torch.where(wanted > 0, recipe.answer, 1.0)
    of_answers = binary_cross_entropy_with_logits(answers, wanted.clamp(min=0), weights, reduction="sum")
    of_claims = binary_cross_entropy_with_logits(
        supports, supported.clamp(min=0), (supported >= 0).float(), reduction="sum"
    )
    of_contrasts = _contrast_loss(answers, wanted, batch.contrasts.to(device))
    return (of_answers + recipe.support * of_claims + recipe.contrast * of_contrasts) / len(wanted)


def _contrast_loss(logits: Tensor, wanted: Tensor, contrasts: Tensor) -> Tensor:
    """Returns the cross entropy of the sentences that answer among all of their contrast, summed over the contrasts."""
    lost = logits.new_zeros(())
    for number in range(int(contrasts.max()) + 1):
        own, right = logits[contrasts == number], wanted[contrasts == number]
        if bool((right > 0).any()):
            lost = lost + own[right >= 0].logsumexp(0) - own[right > 0].logsumexp(0)
    return lost


def _tell(step: int, steps: int, loss: float, started: float) -> None:
    spent = time.monotonic() - started
    print(
        f"{step}/{steps}  loss {loss:.3f}  {spent / 60:.0f} min, {spent / step * (steps - step) / 60:.0f} left",
        flush=True,
    )
