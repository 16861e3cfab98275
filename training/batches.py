"""Turns examples into batches of windows for torch, with labels for each sentence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from rag.clients.reader.layout import Layout, Text, Window
from training.examples import Example


@dataclass(slots=True)
class Batch:
    """The inputs of `ReaderModel`, and the outputs wanted."""

    inputs: tuple[Tensor, Tensor, Tensor, Tensor]
    # 1 for a sentence that answers, 0 for one that does not, -1 for padding, unknown sentences and claims.
    answers: Tensor
    # 1 for a passage that proves a claim, 0 for one that does not, -1 for a question.
    supported: Tensor
    # The number of each window's contrast.
    contrasts: Tensor


def first_window(example: Example, layout: Layout) -> Window:
    """Returns the first window of an example. Its passage was cut to fit into one, or nearly."""
    return layout.windows(example.question, Text(example.sentences, example.header))[0]


def batch_of(examples: Sequence[Example], layout: Layout) -> Batch:
    """Batches examples."""
    windows = [first_window(example, layout) for example in examples]
    inputs = layout.side_by_side(windows)
    answers = torch.full(inputs.sentences.shape[:2], -1.0)
    supported = torch.full((len(examples),), -1.0)
    for row, (example, window) in enumerate(zip(examples, windows, strict=True)):
        if example.supported is not None:
            supported[row] = float(example.supported)
            continue
        for number, (place, _, _) in enumerate(window.places):
            if place not in example.unknown:
                answers[row, number] = float(place in example.answers)
    tensors = map(torch.from_numpy, (inputs.tokens, inputs.kinds, inputs.mask, inputs.sentences))
    tokens, kinds, mask, sentences = tensors
    numbers: dict[str | int, int] = {}
    contrasts = [numbers.setdefault(one.contrast or row, len(numbers)) for row, one in enumerate(examples)]
    return Batch((tokens, kinds, mask, sentences), answers, supported, torch.tensor(contrasts))


def batches_of(examples: Iterable[Example], layout: Layout, most: int) -> list[list[Example]]:
    """Returns batches of about `most` tokens, including padding. Examples in a batch have similar lengths, and each
    contrast stays in one batch."""
    together: dict[str | int, list[tuple[int, Example]]] = {}
    for place, example in enumerate(examples):
        length = len(first_window(example, layout).ids)
        together.setdefault(example.contrast or place, []).append((length, example))
    batches: list[list[Example]] = []
    for own in sorted(together.values(), key=lambda own: max(length for length, _ in own)):
        width = max(length for length, _ in own)
        if not batches or (len(batches[-1]) + len(own)) * width > most:
            batches.append([])
        batches[-1] += [example for _, example in own]
    return batches
