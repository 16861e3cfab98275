"""How well a reader tells the sentence that answers, and the question that a passage does not answer."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from sklearn.metrics import roc_auc_score

from training.examples import Example
from training.model import Reader, Tokens, batches_of

_BATCH = 8000


@dataclass(frozen=True, slots=True)
class Measures:
    """`first`: how often the best sentence of an answering passage answers. `near`: AUROC of answerable questions
    against near misses on the same passages, by the best sentence; `alike` against passages that only look alike.
    `support`: AUROC of proved claims against others. NaN where there is nothing to measure."""

    first: float
    near: float
    alike: float
    support: float

    @property
    def overall(self) -> float:
        """What the best weights are chosen by."""
        return float(np.nanmean([self.first, self.near, self.alike]))


def score(
    reader: Reader, tokens: Tokens, examples: Sequence[Example], device: str = "cpu"
) -> list[tuple[list[float], float]]:
    """For each example the logit of each of its sentences, and of its claim."""
    places = {id(example): place for place, example in enumerate(examples)}
    found: list[tuple[list[float], float]] = [([], 0.0)] * len(examples)
    reader.eval()
    with torch.inference_mode(), torch.autocast(device, dtype=torch.bfloat16):
        for own in batches_of(examples, tokens, _BATCH):
            batch = tokens.batch(own)
            answers, supports = reader(
                *(part.to(device) for part in (batch.tokens, batch.kinds, batch.mask, batch.sentences))
            )
            read = batch.sentences.sum(2) > 0
            for row, example in enumerate(own):
                logits = answers[row, : len(example.sentences)].float().cpu()
                logits[~read[row, : len(example.sentences)]] = -20.0
                found[places[id(example)]] = logits.tolist(), float(supports[row])
    return found


def measure(reader: Reader, tokens: Tokens, examples: Sequence[Example], device: str = "cpu") -> Measures:
    """The measures of a reader on examples."""
    questions = [one for one in examples if one.supported is None]
    claims = [one for one in examples if one.supported is not None]
    scores = score(reader, tokens, questions, device)
    firsts, best = [], defaultdict(list)
    for example, (logits, _) in zip(questions, scores, strict=True):
        kind = "answer" if example.answers else "alike" if example.source == "alike" else "near"
        best[kind].append(max(logits))
        if example.answers:
            firsts.append(int(np.argmax(logits)) in example.answers)
    supports = [score for _, score in score(reader, tokens, claims, device)]
    return Measures(
        first=float(np.mean(firsts)) if firsts else float("nan"),
        near=_auroc(best["answer"], best["near"]),
        alike=_auroc(best["answer"], best["alike"]),
        support=_auroc(
            [score for score, one in zip(supports, claims, strict=True) if one.supported],
            [score for score, one in zip(supports, claims, strict=True) if not one.supported],
        ),
    )


def _auroc(accepted: Iterable[float], refused: Iterable[float]) -> float:
    accepted, refused = list(accepted), list(refused)
    if not accepted or not refused:
        return float("nan")
    return float(roc_auc_score([1] * len(accepted) + [0] * len(refused), [*accepted, *refused]))
