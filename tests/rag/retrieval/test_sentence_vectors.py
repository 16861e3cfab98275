"""A cache of sentence vectors keeps those asked for last."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from rag.clients.embedder import EmbeddingSpec, Vectors
from rag.retrieval.embedding import SentenceVectors, configured_embedder, sentence_vectors


class Counting:
    """An embedder whose vector of a text is its length. It notes the texts that it was asked for."""

    spec = EmbeddingSpec("counting", 1)

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed_passages(self, passages: Sequence[str]) -> Vectors:
        self.asked += passages
        return np.array([[len(passage)] for passage in passages], dtype=np.float32)

    def embed_query(self, query: str) -> Vectors:
        vector: Vectors = self.embed_passages([query])[0]
        return vector


def test_they_come_in_the_order_asked_for() -> None:
    vectors = SentenceVectors(Counting())
    assert vectors(["bb", "a", "bb", "ccc"]).tolist() == [[2], [1], [2], [3]]
    assert vectors(["ccc", "dddd", "a"]).tolist() == [[3], [4], [1]]


def test_none_is_embedded_twice_while_it_is_kept() -> None:
    embedder = Counting()
    vectors = SentenceVectors(embedder, limit=2 * 4)
    vectors(["a", "a", "bb"])
    vectors(["a"])
    assert embedder.asked == ["a", "bb"]
    vectors(["ccc"])  # "bb" was asked for longest ago, so it goes.
    vectors(["a", "ccc"])
    assert embedder.asked == ["a", "bb", "ccc"]
    vectors(["bb"])
    assert embedder.asked == ["a", "bb", "ccc", "bb"]


def test_more_than_are_kept_can_be_asked_for_at_once() -> None:
    assert SentenceVectors(Counting(), limit=4)(["a", "bb", "ccc"]).tolist() == [[1], [2], [3]]


def test_threads_share_them() -> None:
    vectors = SentenceVectors(Counting(), limit=3 * 4)
    asked = [["a", "bb", "ccc"], ["dddd", "a"], ["bb", "eeeee"]] * 50
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(vectors, asked))
    assert [answer[:, 0].tolist() for answer in answers] == [[len(one) for one in sentences] for sentences in asked]


def test_each_model_has_its_own() -> None:
    assert sentence_vectors() is sentence_vectors()
    assert sentence_vectors() is not sentence_vectors("multilingual-e5-small")


def test_nothing_is_kept_where_caches_are_off(settings: Any) -> None:
    settings.RAG_CACHE_DISABLE = True
    assert sentence_vectors() == configured_embedder().embed_passages


@pytest.mark.slow
def test_they_are_the_models() -> None:
    (kept,) = sentence_vectors()(["The levy rises in July."])
    (fresh,) = configured_embedder().embed_passages(["The levy rises in July."])
    assert float(kept @ fresh) > 0.9999
