"""A reranker puts the best passages in another order. If it fails, the search goes on without it."""

import logging
from typing import Any

import pytest

from rag.clients.reranker import RerankerError
from speeches.search import reranking
from speeches.search.engine import SearchRequest, search

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("record")]


class ByLength:
    """Scores a passage by its length: of those of 100 characters or more, the shorter the better."""

    name = "by length"

    def scores(self, query: str, passages: list[str]) -> list[float]:
        return [1 / (1 + len(passage)) * 100 % 1 for passage in passages]


class Away:
    name = "away"

    def scores(self, query: str, passages: list[str]) -> list[float]:
        raise RerankerError("The reranking endpoint did not answer as it should. Check RERANKER_BASE_URL.")


def test_its_scores_are_the_order_and_the_relevance(monkeypatch: pytest.MonkeyPatch) -> None:
    before = search(SearchRequest("childcare", top_k=50))
    monkeypatch.setattr(reranking, "configured_reranker", ByLength)
    after = search(SearchRequest("childcare  ", top_k=50))
    relevance = [hit.relevance_score for hit in after.results]
    assert relevance == sorted(relevance, reverse=True)
    assert [hit.chunk_index for hit in after.results[:10]] != [hit.chunk_index for hit in before.results[:10]]


def test_where_it_fails_the_order_stays_and_the_log_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before = search(SearchRequest("childcare"))
    monkeypatch.setattr(reranking, "configured_reranker", Away)
    with caplog.at_level(logging.WARNING):
        after = search(SearchRequest("childcare "))
    assert [(hit.speech_id, hit.chunk_index) for hit in after.results] == [
        (hit.speech_id, hit.chunk_index) for hit in before.results
    ]
    assert "Going on without the reranker" in caplog.text


def test_there_is_none_unless_it_is_named(settings: Any) -> None:
    assert reranking.configured_reranker() is None
    settings.RERANKER_MODEL = "cohere:rerank-v3.5"
    reranker = reranking.configured_reranker()
    assert reranker is not None
    assert reranker.name == "cohere:rerank-v3.5"
