"""A few steps of training improve the reader, and its measures are those of the weights that are kept."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from training.batches import batch_of, batches_of, rows_of
from training.encoders import new_reader
from training.examples import Example
from training.feeding import lay_out, make_batches
from training.measure import measure, score
from training.train import Recipe, _contrast_loss, train

COLOURS = ("red", "green", "blue", "white", "black", "brown")


def examples(offset: int = 0) -> list[Example]:
    """Examples: one sentence of three gives the door's colour, or none does."""
    told = [
        Example(
            "What colour is the door?",
            ("The roof leaks.", f"The door is {colour}.", f"Number {offset + place} is a house."),
            frozenset({1}),
        )
        for place, colour in enumerate(COLOURS)
    ]
    silent = [
        Example("What colour is the door?", ("The roof leaks.", f"Number {offset + place} is a house."), frozenset())
        for place in range(6)
    ]
    return [*told, *silent]


def feed(workers: int) -> None:
    """Lays out and batches examples in so many processes, and compares that with what this one makes."""
    _, layout = new_reader("all-MiniLM-L6-v2")
    rows = lay_out(examples() * 100, layout, workers)
    assert rows == rows_of(examples() * 100, layout)
    batches = batches_of(rows[:12], most=60)
    order = list(reversed(range(len(batches))))
    for place, made in zip(order, make_batches(batches, order, layout, workers), strict=True):
        own = batch_of(batches[place], layout)
        assert torch.equal(made.answers, own.answers)
        assert all(map(torch.equal, made.inputs, own.inputs))


def test_examples_are_laid_out_and_batched_in_order() -> None:
    feed(workers=0)


@pytest.mark.slow
def test_other_processes_lay_out_and_batch_as_this_one_does() -> None:
    # They are forked. The process of the tests has threads and connections, which do not survive that.
    alone = "from tests.training.test_train import feed; feed(workers=2)"
    subprocess.run([sys.executable, "-c", alone], cwd=Path(__file__).parents[2], check=True)


@pytest.mark.slow
@pytest.mark.no_cover
def test_it_keeps_the_best_weights_and_what_it_measures_is_theirs(tmp_path: Path) -> None:
    reader, layout = new_reader("all-MiniLM-L6-v2")
    before = measure(reader, layout, examples(10))
    recipe = Recipe(rounds=3, tokens=600, head_rate=2e-3)
    measures = train(reader, layout, examples(), examples(10), recipe, tmp_path / "kept.pt", looks=1)
    assert measures.overall > before.overall
    assert measures.overall == measure(reader, layout, examples(10)).overall
    logits = score(reader, layout, examples(20))[0]
    assert len(logits) == 3


def test_what_is_to_be_told_apart_is_read_together() -> None:
    _, layout = new_reader("all-MiniLM-L6-v2")
    short, long = examples()[:6], examples()[6:12]
    mixed = [replace(one, contrast="one") for one in (short[0], long[0])]
    batches = batches_of(rows_of([*short[1:], mixed[0], *long[1:], mixed[1]], layout), most=60)
    assert len(batches) > 2
    (rows,) = [batch for batch in batches if mixed[0] in [row.example for row in batch]]
    holding = [row.example for row in rows]
    assert mixed[1] in holding
    contrasts = batch_of(rows, layout).contrasts.tolist()
    assert contrasts[holding.index(mixed[0])] == contrasts[holding.index(mixed[1])]
    assert len(set(contrasts)) == len(holding) - 1


def test_a_contrast_s_loss_is_the_cross_entropy_of_its_answers_among_all_its_sentences() -> None:
    logits = torch.tensor([[90.0, 1.0, 0.0], [2.0, -80.0, 5.0], [3.0, 3.0, 3.0]], requires_grad=True)
    wanted = torch.tensor([[1.0, 0.0, -1.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]])
    # The first window stands alone, the others share a contrast.
    loss = _contrast_loss(logits, wanted, torch.tensor([0, 1, 1]))
    of_first = torch.logsumexp(torch.tensor([90.0, 1.0]), 0) - 90
    of_second = torch.logsumexp(torch.tensor([2.0, -80.0, 5.0, 3.0, 3.0]), 0) + 80
    assert loss.item() == pytest.approx((of_first + of_second).item())
    torch.autograd.backward(loss)
    assert logits.grad is not None
    assert logits.grad[1, 1].item() == pytest.approx(-1.0)
    assert logits.grad[0, 2] == logits.grad[2, 2] == 0


def test_a_contrast_without_an_answer_loses_nothing() -> None:
    logits = torch.tensor([[4.0, 5.0]], requires_grad=True)
    loss = _contrast_loss(logits, torch.zeros(1, 2), torch.tensor([0]))
    assert loss.item() == 0
