"""Turns examples into batches of windows for torch, with labels for each sentence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from rag.clients.reader.layout import Layout, Text, Window
from training.examples import Example


@dataclass(frozen=True, slots=True)
class Row:
    """An example, laid out in its first window. Its passage was cut to fit into one, or nearly."""

    example: Example
    window: Window


@dataclass(slots=True)
class Batch:
    """The inputs of a reader, and the outputs wanted."""

    inputs: tuple[Tensor, Tensor, Tensor, Tensor]
    # 1 for a sentence that answers, 0 for one that does not, -1 for padding and unknown sentences.
    answers: Tensor
    # The number of each window's contrast.
    contrasts: Tensor


def rows_of(examples: Iterable[Example], layout: Layout) -> list[Row]:
    """Lays out examples."""
    return [Row(one, layout.windows(one.question, Text(one.sentences, one.header))[0]) for one in examples]


def batch_of(rows: Sequence[Row], layout: Layout) -> Batch:
    """Batches rows."""
    inputs = layout.side_by_side([row.window for row in rows])
    answers = np.full(inputs.sentences.shape[:2], -1, np.float32)
    for number, row in enumerate(rows):
        example, places = row.example, [place for place, _, _ in row.window.places]
        answers[number, : len(places)] = [-1 if one in example.unknown else one in example.answers for one in places]
    numbers: dict[str | int, int] = {}
    contrasts = [numbers.setdefault(row.example.contrast or place, len(numbers)) for place, row in enumerate(rows)]
    tokens, kinds, mask, sentences = map(torch.from_numpy, (inputs.tokens, inputs.kinds, inputs.mask, inputs.sentences))
    return Batch((tokens, kinds, mask, sentences), torch.from_numpy(answers), torch.tensor(contrasts))


def batches_of(rows: Iterable[Row], most: int) -> list[list[Row]]:
    """Returns batches of about `most` tokens, including padding. Rows of a batch have similar lengths, and each
    contrast stays in one batch."""
    together: dict[str | int, list[Row]] = {}
    for place, row in enumerate(rows):
        together.setdefault(row.example.contrast or place, []).append(row)
    batches: list[list[Row]] = []
    for own in sorted(together.values(), key=_width):
        if not batches or (len(batches[-1]) + len(own)) * _width(own) > most:
            batches.append([])
        batches[-1] += own
    return batches


def _width(rows: Sequence[Row]) -> int:
    return max(len(row.window.ids) for row in rows)
