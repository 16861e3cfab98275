"""How likely a sentence answers, given what the reader says of it and how well the search found its passage."""

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

# A probability nearer to 0 or 1 than this says no more.
_SURE = 1e-6


@dataclass(frozen=True, slots=True)
class Judge:
    """A logistic model; below `threshold` there is no answer, and no further sentence joins one."""

    intercept: float
    reader: float
    score: float
    behind: float
    threshold: float

    def probability(self, likely: float, score: float, behind: float) -> float:
        """That a sentence answers, in [0, 1], by the reader's probability, its passage's score, and how far that lies
        behind the best score: where reader and search prefer different passages, there is often no answer.

        >>> Judge(intercept=0.0, reader=1.0, score=0.0, behind=0.0, threshold=0.5).probability(0.25, 0.9, 0.0)
        0.25
        """
        told = self.intercept + self.reader * logit(likely) + self.score * score + self.behind * behind
        return 1 / (1 + math.exp(-told))


def logit(probability: float) -> float:
    """The log of the odds."""
    kept = min(1 - _SURE, max(_SURE, probability))
    return math.log(kept / (1 - kept))


@cache
def judge_of(path: Path, language: str) -> Judge:
    """The judge of a language, and of what is asked ("en about"), from a file that `manage.py calibrate` or
    `calibrate_bylaws` wrote; the English one of a language that none was fitted for."""
    known = json.loads(path.read_text())
    return Judge(**known.get(language) or known[" ".join(["en", *language.split()[1:]])])


def save(path: Path, language: str, judge: Judge) -> None:
    """Keep the judge of a language."""
    known = json.loads(path.read_text()) if path.exists() else {}
    known[language] = {name: getattr(judge, name) for name in Judge.__slots__}
    path.write_text(json.dumps(known, indent=2) + "\n")
    judge_of.cache_clear()
