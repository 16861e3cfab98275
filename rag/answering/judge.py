"""Whether what was found answers the question, as a probability: a small model fitted on questions with and without
an answer."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Judge:
    """A logistic model over `rag.answering.weigh.FEATURES`; below `threshold` there is no answer."""

    intercept: float
    weights: tuple[float, ...]
    threshold: float

    def probability(self, features: Sequence[float]) -> float:
        """That the best sentence answers, in [0, 1].

        >>> Judge(intercept=-1.0, weights=(2.0,), threshold=0.5).probability([0.5])
        0.5
        """
        total = self.intercept + sum(weight * value for weight, value in zip(self.weights, features, strict=True))
        return 1 / (1 + math.exp(-total))

    def accepts(self, features: Sequence[float]) -> bool:
        return self.probability(features) >= self.threshold


def fit_judge(
    rows: Sequence[Sequence[float]], answered: Sequence[bool], importance: Sequence[float], threshold: float = 0.5
) -> Judge:
    """The judge of most likelihood under a ridge of 1 on standardised features (Newton's method)."""
    x, y, w = np.asarray(rows, float), np.asarray(answered, float), np.asarray(importance, float)
    mean, spread = x.mean(0), x.std(0) + 1e-9
    z = np.c_[np.ones(len(x)), (x - mean) / spread]
    ridge = np.r_[1e-6, np.ones(x.shape[1])]
    theta = np.zeros(z.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ theta))
        gradient = z.T @ (w * (y - p)) - ridge * theta
        hessian = (z * (w * p * (1 - p))[:, None]).T @ z + np.diag(ridge)
        theta += np.linalg.solve(hessian, gradient)
    weights = theta[1:] / spread
    intercept = float(theta[0] - weights @ mean)
    return Judge(round(intercept, 4), tuple(round(float(weight), 4) for weight in weights), threshold)


def auroc(accepted: Sequence[float], refused: Sequence[float]) -> float:
    """How often a question with an answer gets more than one without; 0.5 is chance.

    >>> auroc([0.9, 0.4], [0.1, 0.4])
    0.875
    """
    pairs = [(one > other) + 0.5 * (one == other) for one in accepted for other in refused]
    return sum(pairs) / len(pairs)
