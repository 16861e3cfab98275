"""The bridge is the matrix that leads from one model's vectors to the other's."""

import json

import numpy as np

from rag.retrieval.bridge import carry
from training.bridge import PAIRS, fit


def test_it_leads_where_the_pairs_lead() -> None:
    random = np.random.default_rng(1)
    asked, true = random.normal(size=(300, 8)).astype(np.float32), random.normal(size=(9, 6))
    meant = (np.hstack([asked, np.ones((300, 1))]) @ true).astype(np.float32)
    carried = carry(asked, fit(asked, meant, np.ones(300)))
    unit = meant / np.linalg.norm(meant, axis=1, keepdims=True)
    assert (carried * unit).sum(1).min() > 0.999


def test_what_weighs_more_counts_more() -> None:
    asked = np.ones((2, 1), np.float32)
    meant = np.array([[1.0, 0.0], [0.0, 1.0]], np.float32)
    (carried,) = carry(asked[:1], fit(asked, meant, np.array([9.0, 1.0])))
    assert carried[0] > carried[1] > 0


def test_each_pair_has_both_questions_in_both_languages() -> None:
    pairs = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    assert len(pairs) == len({one["id"] for one in pairs}) == 1500
    assert all(len(one["fr"]) == len(one["en"]) == 2 and all([*one["fr"], *one["en"]]) for one in pairs)
