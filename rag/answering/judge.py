"""Estimates how likely a sentence answers, from the reader's probability and the search's score of its passage."""

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

# Probabilities are clipped this far from 0 and 1.
_SURE = 1e-6


@dataclass(frozen=True, slots=True)
class Judge:
    """A logistic model. Below `threshold` there is no answer, and no further sentence joins one."""

    intercept: float
    reader: float
    score: float
    behind: float
    threshold: float

    def probability(self, likely: float, score: float, behind: float) -> float:
        """Returns the probability, in [0, 1], that a sentence answers.

        `likely` is the reader's probability, `score` the passage's score, `behind` its distance from the best score. If
        reader and search prefer different passages, there is often no answer.

        >>> Judge(intercept=0.0, reader=1.0, score=0.0, behind=0.0, threshold=0.5).probability(0.25, 0.9, 0.0)
        0.25
        """
        told = self.intercept + self.reader * logit(likely) + self.score * score + self.behind * behind
        return 1 / (1 + math.exp(-told))


def logit(probability: float) -> float:
    """Returns the log odds."""
    kept = min(1 - _SURE, max(_SURE, probability))
    return math.log(kept / (1 - kept))


@cache
def judge_of(path: Path, language: str) -> Judge:
    """Loads the judge of a language and task ("en about") from a file that `manage.py calibrate` or `calibrate_bylaws`
    wrote. A language without a judge of its own uses the English one."""
    known = json.loads(path.read_text())
    return Judge(**known.get(language) or known[" ".join(["en", *language.split()[1:]])])


def save(path: Path, language: str, judge: Judge) -> None:
    """Writes the judge of a language to a file."""
    known = json.loads(path.read_text()) if path.exists() else {}
    known[language] = {name: getattr(judge, name) for name in Judge.__slots__}
    path.write_text(json.dumps(known, indent=2) + "\n")
    judge_of.cache_clear()
