"""A few steps of training improve the reader, and its measures are those of the weights that are kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from training.batches import batch_of, batches_of, rows_of
from training.encoders import new_reader
from training.examples import Example
from training.measure import measure, score
from training.train import Recipe, train

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
