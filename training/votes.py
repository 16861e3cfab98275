"""Fits the judge that says which recorded vote a question means, on the vote questions of the sets.

Needs a record that holds the days of the sets. A question weighs as much as any other: the weights make the marked vote
likely among all votes within the question's filters; or "none", if the record holds no such vote; or several, if the
reader should be asked.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from training.asked import open_record, request_of

# How strongly weights are kept small, and the likelihoods for which the figures are printed.
_PENALTY = 0.1
_THRESHOLDS = (0.5, 0.6, 0.65, 0.7, 0.8)


@dataclass(frozen=True, slots=True)
class VoteQuestion:
    """A question with the features of each vote, its own, and how the marks share out over the votes and none."""

    group: str
    votes: list[Mapping[str, float]]
    question: Mapping[str, float]
    marked: np.ndarray
    asks_back: bool
    unsearched: bool


def run(folder: Path) -> str:
    """Fits the judge on the sets of a folder, writes its weights, and returns its cross-validated figures."""
    open_record()
    from speeches.enumerations.vote_judge import VoteJudge, save

    questions = list(_questions(folder))
    vote, none = fit(questions)
    save(VoteJudge(_rounded(vote), _rounded(none)))
    return cross_validate(questions)


def _rounded(weights: Mapping[str, float]) -> dict[str, float]:
    return {name: round(weight, 3) for name, weight in weights.items()}


def _questions(folder: Path) -> Iterator[VoteQuestion]:
    """The questions of the sets that the product reads as one for a single vote."""
    from speeches.enumerations.divisions import candidates
    from speeches.enumerations.vote_judge import features_of
    from speeches.questions.plan import read_request

    for path in sorted(folder.glob("set_*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if "gold" not in row:
                continue
            asked = read_request(request_of(row))
            if asked.reading.task != "vote" or asked.reading.kind == "vote/divisions":
                continue
            found = candidates(asked.reading, asked.version)
            marked = mark(row, [(one.ayes, one.noes, str(one.sitting.date)) for one in found.rows])
            if found.rows and marked is not None:
                # Vectors may not be made yet, so the judge also learns to weigh words alone.
                unsearched = replace(found.described, near={}, spoken={})
                for described in (found.described, unsearched):
                    votes, question = features_of(found.rows, described, found.words, asked.reading)
                    yield VoteQuestion(path.stem, votes, question, marked, _asks_back(row), described is unsearched)


def _asks_back(row: Mapping[str, Any]) -> bool:
    return bool(row["gold"].get("expect") == "ask_back")


def mark(row: Mapping[str, Any], votes: Sequence[tuple[int, int, str]]) -> np.ndarray | None:
    """Shares of 1 over votes (ayes, noes, day) and, last, none; None if the set does not give the counts of its vote.

    >>> mark({"task": "vote", "gold": {"division": {"counts": "ayes 7, noes 9"}}}, [(7, 9, ""), (9, 3, "")])
    array([1., 0., 0.])
    """
    gold = row["gold"]
    if row["task"] != "vote" or gold.get("refuse"):
        return np.append(np.zeros(len(votes)), 1.0)
    parts = [gold.get("division"), gold.get("note"), gold.get("candidates") if _asks_back(row) else None]
    numbers = set(re.findall(r"\d+", json.dumps(parts)))
    marked = np.array([float({str(ayes), str(noes)} <= numbers) for ayes, noes, _ in votes])
    if marked.sum():
        return np.append(marked / marked.sum(), 0.0)
    days = {day for *_, day in votes}
    known = "counts" in json.dumps(parts) and not any(day in json.dumps(parts) for day in days)
    return np.append(marked, 1.0) if known else None


def fit(questions: Sequence[VoteQuestion]) -> tuple[dict[str, float], dict[str, float]]:
    """Returns the weights of the votes' features and of the questions', by maximum likelihood with a penalty."""
    from scipy.optimize import minimize

    names, others = list(questions[0].votes[0]), list(questions[0].question)
    arrays = [_arrays(one, names, others) for one in questions]
    start = np.zeros(len(names) + len(others))
    found = minimize(_loss, start, args=(arrays, len(names)), jac=True, method="L-BFGS-B").x
    return dict(zip(names, map(float, found), strict=False)), dict(
        zip(others, map(float, found[len(names) :]), strict=True)
    )


def _arrays(
    one: VoteQuestion, names: Sequence[str], others: Sequence[str]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    votes = np.array([[features[name] for name in names] for features in one.votes])
    return votes, np.array([one.question[name] for name in others]), one.marked


def _loss(weights: np.ndarray, arrays: Sequence[tuple[np.ndarray, ...]], count: int) -> tuple[float, np.ndarray]:
    """The negative log likelihood of the marks with its penalty, and its gradient."""
    loss, slope = _PENALTY * float(weights @ weights), 2 * _PENALTY * weights
    for votes, question, marked in arrays:
        told = np.append(votes @ weights[:count], question @ weights[count:])
        likely = np.exp(told - told.max())
        likely /= likely.sum()
        loss -= float(marked @ np.log(likely + 1e-12))
        slope[:count] += (likely - marked)[:-1] @ votes
        slope[count:] += (likely - marked)[-1] * question
    return loss, slope


def cross_validate(questions: Sequence[VoteQuestion]) -> str:
    """How many questions are told the marked vote, and how many another, by a judge fitted on the other sets."""
    from speeches.enumerations.vote_judge import VoteJudge

    told: dict[float, Counter[str]] = {threshold: Counter() for threshold in _THRESHOLDS}
    for group in sorted({one.group for one in questions}):
        judge = VoteJudge(*fit([one for one in questions if one.group != group]))
        for one in (one for one in questions if one.group == group and not one.unsearched):
            likely = judge.probabilities(one.votes, one.question)
            best = int(np.argmax(likely))
            for threshold in _THRESHOLDS:
                if likely[best] >= threshold and not one.votes[best]["ruled out"]:
                    told[threshold][_verdict(one, best)] += 1
    asked = [one for one in questions if not one.unsearched]
    single = sum(not one.asks_back and not one.marked[-1] for one in asked)
    lines = [f"{len(asked)} questions, {single} of one vote"]
    return "\n".join([*lines, *(f"{threshold}: {dict(counts.most_common())}" for threshold, counts in told.items())])


def _verdict(one: VoteQuestion, best: int) -> str:
    if one.asks_back:
        return "should ask back"
    return "right" if one.marked[best] else "none is right" if one.marked[-1] else "another"
