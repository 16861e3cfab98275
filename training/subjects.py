"""How near to a subject a passage must be to be on it: a curve for each embedding model, fitted on judged passages.

The passages were drawn evenly over the scores of 24 subjects in the record; somebody who knew no score read each.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from rag.retrieval.calibration import Calibration, fit
from training.own import DATA

JUDGED = DATA / "subjects" / "judged.jsonl"
# The name of the curves among those of a model.
_MODE = "subject"

# A subject, the score of a passage, and whether it is on the subject.
_Row = tuple[str, float, bool]


def run(target: Path) -> None:
    """Fit the curves, add them to the file of curves, and print how well subjects that no fit saw are told."""
    by_model: dict[str, list[_Row]] = defaultdict(list)
    for line in JUDGED.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        by_model[row["model"]].append((row["subject"], row["score"], row["on"]))
    curves = json.loads(target.read_text())
    for model, rows in by_model.items():
        curve = _curve(rows)
        curves.setdefault(model, {})[_MODE] = {"intercept": curve.intercept, "slope": curve.slope}
        right, told, on = _told_apart(rows)
        print(f"{model}: {len(rows)} passages, {curve}; precision {right / told:.2f}, recall {right / on:.2f}")
    target.write_text(json.dumps(curves, indent=2) + "\n")


def _curve(rows: Sequence[_Row]) -> Calibration:
    return fit([score for _, score, _ in rows], [on for _, _, on in rows])


def _told_apart(rows: Sequence[_Row]) -> tuple[int, int, int]:
    """Of the passages of each subject, by the curve of all others: how many are rightly told to be on it, how many are
    told so, and how many are."""
    right = told = 0
    for subject in {one for one, _, _ in rows}:
        curve = _curve([row for row in rows if row[0] != subject])
        likely = [on for one, score, on in rows if one == subject and curve.relevance(score) >= 0.5]
        right, told = right + sum(likely), told + len(likely)
    return right, told, sum(on for _, _, on in rows)
