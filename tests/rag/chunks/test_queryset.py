"""The SQL functions behind the search, on texts small enough to compute by hand."""

import pytest
from django.db import connection

from rag.chunks.queryset import sparse_literal


def postings(text: str, language: str = "en") -> dict[int, float]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT terms, weights::text FROM rag_postings(%s::regconfig, %s, 10)", [f"rag_{language}", text]
        )
        terms, weights = cursor.fetchone()
    body = weights.split("/")[0].strip("{}")
    parsed = {int(pair.split(":")[0]): float(pair.split(":")[1]) for pair in body.split(",") if pair}
    assert sorted(parsed) == terms
    return parsed


def dimension(lexeme: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rag_dimension(%s)", [lexeme])
        return int(cursor.fetchone()[0])


@pytest.mark.django_db
class TestPostings:
    def test_weights_are_bm25s(self) -> None:
        """BM25 with k1 = 1.2, b = 0.75 and average length 10: tf × 2.2 / (tf + 1.2 × (0.25 + 0.75 × length / 10))."""
        weights = postings("houses house river")
        norm = 1.2 * (0.25 + 0.75 * 3 / 10)
        assert weights[dimension("hous")] == pytest.approx(2 * 2.2 / (2 + norm), rel=1e-4)
        assert weights[dimension("river")] == pytest.approx(2.2 / (1 + norm), rel=1e-4)

    def test_stop_words_and_nothing(self) -> None:
        assert postings("the of and") == {}
        assert postings("") == {}

    def test_a_no_break_space_parts_words(self) -> None:
        assert postings("red\u00a0river") == postings("red river")

    def test_accents_are_folded_and_french_is_french(self) -> None:
        assert postings("Québec") == postings("Quebec")
        assert postings("économies régionales", "fr") == postings("economie regionale", "fr")

    def test_dimensions_fit_a_sparse_vector(self) -> None:
        assert all(0 < dimension(word) <= 1 << 29 for word in ("a", "hous", "économ", "1.9"))


def test_a_sparse_literal_is_in_order_and_leaves_zeros_out() -> None:
    assert sparse_literal({9: 1.5, 2: 0.0, 4: 0.25}) == "{4:0.25,9:1.5}/536870912"
    assert sparse_literal({}) == "{}/536870912"
