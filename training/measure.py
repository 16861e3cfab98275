"""Measures how well a reader finds the sentence that answers, and rejects questions that a passage does not answer."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from sklearn.metrics import roc_auc_score

from rag.clients.reader.layout import Layout
from training.batches import batch_of, batches_of, rows_of
from training.encoders import AnyReader
from training.examples import Example
from training.own import MINED

_BATCH = 8000


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of a reader; NaN if there is nothing to measure.

    `first`: how often the best sentence of an answering passage answers. `found`: the same over all passages that the
    search found for a question, if one of them answers. `near`: AUROC of answerable questions against near misses on
    the same passages, by the best sentence; `alike`: against passages that only look similar.
    """

    first: float
    found: float
    near: float
    alike: float

    @property
    def overall(self) -> float:
        """The mean by which the best weights are chosen."""
        return float(np.nanmean([self.first, self.found, self.near, self.alike]))


def score(reader: AnyReader, layout: Layout, examples: Sequence[Example], device: str = "cpu") -> list[list[float]]:
    """Returns, for each example, the logits of the sentences that were read."""
    rows = rows_of(examples, layout)
    places = {id(row): place for place, row in enumerate(rows)}
    found: list[list[float]] = [[]] * len(examples)
    reader.eval()
    with torch.inference_mode(), torch.autocast(device, dtype=torch.bfloat16):
        for own in batches_of(rows, _BATCH):
            batch = batch_of(own, layout)
            answers = reader.read(*(part.to(device) for part in batch.inputs)).float().cpu()
            for number, row in enumerate(own):
                found[places[id(row)]] = answers[number, : len(row.window.places)].tolist()
    return found


def measure(reader: AnyReader, layout: Layout, examples: Sequence[Example], device: str = "cpu") -> Measures:
    """Returns the measures of a reader on examples."""
    return measure_scores(examples, score(reader, layout, examples, device))


def measure_scores(examples: Sequence[Example], scores: Sequence[list[float]]) -> Measures:
    """Returns the measures for the scores of examples."""
    firsts, best = [], defaultdict(list)
    found: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for example, logits in zip(examples, scores, strict=True):
        if example.source == MINED:
            found[example.question] += [(logit, place in example.answers) for place, logit in enumerate(logits)]
        else:
            kind = "answer" if example.answers else "alike" if example.source == "alike" else "near"
            best[kind].append(max(logits))
            if example.answers:
                firsts.append(int(np.argmax(logits)) in example.answers)
    return Measures(
        first=float(np.mean(firsts)) if firsts else float("nan"),
        found=_share_found(found.values()),
        near=_auroc(best["answer"], best["near"]),
        alike=_auroc(best["answer"], best["alike"]),
    )


def _share_found(questions: Iterable[list[tuple[float, bool]]]) -> float:
    """Returns how often the best of all sentences answers, over the questions that some sentence answers."""
    best = [max(sentences)[1] for sentences in questions if any(right for _, right in sentences)]
    return float(np.mean(best)) if best else float("nan")


def _auroc(accepted: Iterable[float], refused: Iterable[float]) -> float:
    accepted, refused = list(accepted), list(refused)
    if not accepted or not refused:
        return float("nan")
    return float(roc_auc_score([1] * len(accepted) + [0] * len(refused), [*accepted, *refused]))
