"""Fits the curve that tells whether a passage is on a subject, from judged passages; one curve per embedding model.

The passages were drawn evenly over the scores of 24 subjects in the record. A person who did not know the scores judged
each.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from rag.retrieval.calibration import Calibration, fit
from training.own import DATA

JUDGED = DATA / "subjects" / "judged.jsonl"
# The name of these curves among a model's curves.
_MODE = "subject"

# A subject, the score of a passage, and whether it is on the subject.
_Row = tuple[str, float, bool]


def run(target: Path) -> None:
    """Fits the curves, adds them to the file of curves, and prints precision and recall on subjects left out of the
    fit."""
    by_model: dict[str, list[_Row]] = defaultdict(list)
    for line in JUDGED.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        by_model[row["model"]].append((row["subject"], row["score"], row["on"]))
    curves = json.loads(target.read_text())
    for model, rows in by_model.items():
        curve = _curve(rows)
        curves.setdefault(model, {})[_MODE] = {"intercept": curve.intercept, "slope": curve.slope}
        right, told, on = _cross_validate(rows)
        print(f"{model}: {len(rows)} passages, {curve}; precision {right / told:.2f}, recall {right / on:.2f}")
    target.write_text(json.dumps(curves, indent=2) + "\n")


def _curve(rows: Sequence[_Row]) -> Calibration:
    return fit([score for _, score, _ in rows], [on for _, _, on in rows])


def _cross_validate(rows: Sequence[_Row]) -> tuple[int, int, int]:
    """Judges the passages of each subject by a curve fitted on the others. Returns how many are rightly judged to be on
    it, how many are judged so, and how many are."""
    right = told = 0
    for subject in {one for one, _, _ in rows}:
        curve = _curve([row for row in rows if row[0] != subject])
        likely = [on for one, score, on in rows if one == subject and curve.relevance(score) >= 0.5]
        right, told = right + sum(likely), told + len(likely)
    return right, told, sum(on for _, _, on in rows)
