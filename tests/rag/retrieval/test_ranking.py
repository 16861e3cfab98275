"""Fuses, cuts, calibrates and measures, on numbers small enough to work out by hand."""

import math
from typing import Any

import pytest

from rag.retrieval.calibration import fit
from rag.retrieval.cut import above_floor
from rag.retrieval.fuse import fuse_rows, reciprocal
from rag.retrieval.measures import ndcg, percentile, recall
from rag.retrieval.terms import QueryTerm, essential, idf

ROWS: list[dict[str, Any]] = [
    {"name": "meaning", "cosine": 0.8, "score": 0.0},
    {"name": "words", "cosine": 0.2, "score": 9.0},
    {"name": "both", "cosine": 0.7, "score": 6.0},
    {"name": "unembedded", "cosine": None, "score": 3.0},
]


def test_the_weighted_score_is_on_one_scale_for_every_query() -> None:
    fused = fuse_rows(ROWS, ceiling=10.0)
    assert [(c.row["name"], round(c.fused, 4)) for c in fused] == [
        ("both", 0.655),
        ("words", 0.515),
        ("meaning", 0.44),
        ("unembedded", 0.135),
    ]


def test_a_query_without_known_terms_is_ranked_by_meaning_alone() -> None:
    assert [c.row["name"] for c in fuse_rows(ROWS, ceiling=0.0)][:2] == ["meaning", "both"]


def test_reciprocal_rank_fusion() -> None:
    fused = reciprocal(ROWS, ceiling=10.0)
    assert [c.row["name"] for c in fused] == ["words", "both", "meaning", "unembedded"]
    # The scores stay on the same scale: the best score goes to the first place, and so on.
    assert [c.fused for c in fused] == [c.fused for c in fuse_rows(ROWS, ceiling=10.0)]


def test_what_is_hardly_relevant_is_left_out_but_a_page_is_kept() -> None:
    assert above_floor([0.9, 0.06, 0.04], float, at_least=0) == [0.9, 0.06]
    assert above_floor([0.04, 0.03, 0.02], float, at_least=2) == [0.04, 0.03]
    assert above_floor([], float, at_least=2) == []


def test_rare_terms_are_looked_up_first_as_far_as_the_budget_goes() -> None:
    rare, middling, common = (QueryTerm(n, count, idf(count, 10_000)) for n, count in enumerate((10, 500, 6_000)))
    terms = (rare, middling, common)
    assert essential(terms, budget=1_000) == [rare, middling]
    assert essential(terms, budget=5) == [rare]


def test_idf_is_never_negative_and_falls_with_frequency() -> None:
    values = [idf(count, 100) for count in (0, 1, 50, 100)]
    assert values == sorted(values, reverse=True)
    assert values[-1] > 0


def test_a_calibration_says_what_share_is_relevant() -> None:
    scores = [0.2] * 100 + [0.8] * 100
    relevant = [n < 10 for n in range(100)] + [n < 70 for n in range(100)]
    curve = fit(scores, relevant)
    assert curve.relevance(0.2) == pytest.approx(0.1, abs=0.01)
    assert curve.relevance(0.8) == pytest.approx(0.7, abs=0.01)


def test_ndcg_counts_an_item_where_it_first_turns_up() -> None:
    assert ndcg([{0}, {1}], wanted=2) == 1.0
    assert ndcg([set(), {0}], wanted=1) == pytest.approx(1 / math.log2(3))
    assert ndcg([{0}, {0}, {1}], wanted=2) == pytest.approx((1 + 0.5) / (1 + 1 / math.log2(3)))
    assert ndcg([set()] * 10 + [{0}], wanted=1) == 0.0
    assert ndcg([], wanted=0) == 0.0


def test_recall_and_percentile() -> None:
    assert recall([{0}, {0}, {2}], wanted=4) == 0.5
    assert percentile([3, 1, 2], 0.5) == 2
    assert percentile([1, 2], 0.95) == pytest.approx(1.95)
