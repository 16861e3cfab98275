"""Examples as batches of windows for torch, with what is known of each sentence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from rag.clients.reader.layout import Layout, Text, Window
from training.examples import Example


@dataclass(slots=True)
class Batch:
    """The inputs of `ReaderModel`, and what its outputs should be."""

    inputs: tuple[Tensor, Tensor, Tensor, Tensor]
    # 1 for a sentence that answers, 0 for one that does not, -1 for none.
    answers: Tensor
    # 1 for a passage that proves a claim, 0 for one that does not, -1 for a question.
    supported: Tensor


def first_window(example: Example, layout: Layout) -> Window:
    """The window of an example: its passage was cut so that it fits into one, or nearly."""
    return layout.windows(example.question, Text(example.sentences, example.header))[0]


def batch_of(examples: Sequence[Example], layout: Layout) -> Batch:
    """Examples side by side."""
    windows = [first_window(example, layout) for example in examples]
    inputs = layout.side_by_side(windows)
    answers = torch.full(inputs.sentences.shape[:2], -1.0)
    supported = torch.full((len(examples),), -1.0)
    for row, (example, window) in enumerate(zip(examples, windows, strict=True)):
        if example.supported is not None:
            supported[row] = float(example.supported)
            continue
        for number, (place, _, _) in enumerate(window.places):
            answers[row, number] = float(place in example.answers)
    tensors = map(torch.from_numpy, (inputs.tokens, inputs.kinds, inputs.mask, inputs.sentences))
    tokens, kinds, mask, sentences = tensors
    return Batch((tokens, kinds, mask, sentences), answers, supported)


def batches_of(examples: Iterable[Example], layout: Layout, most: int) -> list[list[Example]]:
    """Batches of at most `most` tokens, padding counted, of examples of like length."""
    lengths = [(len(first_window(example, layout).ids), place, example) for place, example in enumerate(examples)]
    batches: list[list[Example]] = []
    for length, _, example in sorted(lengths, key=lambda one: one[:2]):
        if not batches or (len(batches[-1]) + 1) * length > most:
            batches.append([])
        batches[-1].append(example)
    return batches
