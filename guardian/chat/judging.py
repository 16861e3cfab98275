"""How likely a passage answers a question, and from where on it counts: data, made by `manage.py calibrate_bylaws`."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from rag.answering.judge import Judge
from rag.answering.passages import Passage
from rag.answering.weigh import Question, Weighed

PATH = Path(__file__).resolve().parent.parent / "data" / "judge.json"
# Passages less likely to answer than this are left out.
RELEVANT = 0.7
# Of 86 answers on the dev set two are farther from their question than this, of 130 questions off the topic 99 are.
_FAR = 0.25
FEATURES = ("fact asked for", "fact not stated", "sentence's meaning", "search score", "words nearby")


def features(question: Question, passages: Sequence[Passage], best: Weighed) -> list[float]:
    """What speaks for and against a sentence answering, in the order of `FEATURES`."""
    return [
        # Nearly every rule says when it holds.
        float(question.wanted not in ("", "when")),
        float(not best.gives),
        best.cosine,
        passages[best.sentence.passage].score,
        best.near,
    ]


def stating_first(weighed: Sequence[Weighed]) -> list[Weighed]:
    """Sentences that state what is asked for before all others, each in order of weight."""
    return sorted(weighed, key=lambda one: (not one.gives, -one.weight))


def relevance_of(question: Question, passages: Sequence[Passage], weighed: Sequence[Weighed]) -> dict[int, float]:
    """For each passage, by its place, the probability that its best sentence answers; none for one that shares no word
    with the question, not even by the thesaurus, or that means something far from it."""
    found: dict[int, float] = {}
    for one in stating_first(weighed):
        if one.sentence.passage not in found:
            apart = one.near == 0 or one.cosine < _FAR
            found[one.sentence.passage] = 0.0 if apart else judge().probability(features(question, passages, one))
    return found


@cache
def judge() -> Judge:
    """The fitted judge."""
    known = json.loads(PATH.read_text())
    return Judge(known["intercept"], tuple(known["weights"][name] for name in FEATURES), RELEVANT)


def save(fitted: Judge, path: Path = PATH) -> None:
    """Keep a judge as data."""
    weights = dict(zip(FEATURES, fitted.weights, strict=True))
    path.write_text(json.dumps({"intercept": fitted.intercept, "weights": weights}, indent=2) + "\n")
    judge.cache_clear()
