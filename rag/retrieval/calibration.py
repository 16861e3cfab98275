"""Turns a score into a probability that a person can read: at 0.7, about 7 in 10 such passages are relevant."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class Curve(Protocol):
    """Maps scores to relevance without changing their order."""

    def relevance(self, score: float) -> float:
        """Returns the relevance of a score, in [0, 1]."""
        ...


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic curve over the fused score (Platt, 1999). It keeps the order."""

    intercept: float
    slope: float

    def relevance(self, score: float) -> float:
        """Returns the relevance of a score, in [0, 1].

        >>> Calibration(intercept=-4, slope=8).relevance(0.5)
        0.5
        """
        return 1 / (1 + math.exp(-(self.intercept + self.slope * score)))

    def score(self, relevance: float) -> float:
        """Returns the score whose relevance is `relevance`, which must lie between 0 and 1.

        >>> Calibration(intercept=-4, slope=8).score(0.5)
        0.5
        """
        return (math.log(relevance / (1 - relevance)) - self.intercept) / self.slope


def fit(scores: Sequence[float], relevant: Sequence[bool], steps: int = 200) -> Calibration:
    """Fits the maximum-likelihood curve to labelled scores, by Newton's method with a light ridge."""
    intercept, slope, ridge = 0.0, 1.0, 1e-3
    for _ in range(steps):
        gradient = [-ridge * intercept, -ridge * slope]
        a, b, c = ridge, 0.0, ridge
        for score, label in zip(scores, relevant, strict=True):
            p = Calibration(intercept, slope).relevance(score)
            weight = max(p * (1 - p), 1e-9)
            gradient[0] += label - p
            gradient[1] += (label - p) * score
            a, b, c = a + weight, b + weight * score, c + weight * score * score
        determinant = a * c - b * b
        move = ((c * gradient[0] - b * gradient[1]) / determinant, (a * gradient[1] - b * gradient[0]) / determinant)
        intercept, slope = intercept + move[0], slope + move[1]
        if max(map(abs, move)) < 1e-9:
            break
    return Calibration(round(intercept, 4), round(slope, 4))
