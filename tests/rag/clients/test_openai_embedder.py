"""An embeddings endpoint over real HTTP: the requests, the vectors that come back, and the errors."""

import numpy as np
import pytest

from rag.clients.embedder import EmbedderError
from rag.clients.openai_embedder import OpenAIEmbedder
from tests.embeddings_server import EmbeddingsServer, vector_of


def test_vectors_come_back_in_order_and_normalised(embeddings_server: EmbeddingsServer) -> None:
    embedder = OpenAIEmbedder("openai:tiny", api_key="secret", base_url=embeddings_server.url)
    vectors = embedder.embed_passages(["a", "bbb"])
    expected = np.array([vector_of("a"), vector_of("bbb")])
    assert np.allclose(vectors, expected / np.linalg.norm(expected, axis=1, keepdims=True), atol=1e-6)
    assert embedder.spec.dimensions == 3
    assert embeddings_server.requests[0]["model"] == "tiny"
    assert embeddings_server.requests[0]["key"] == "Bearer secret"


def test_many_texts_go_in_batches(embeddings_server: EmbeddingsServer) -> None:
    embedder = OpenAIEmbedder("openai:tiny", api_key="secret", base_url=embeddings_server.url)
    assert embedder.embed_passages(["x"] * 300).shape == (300, 3)
    assert [len(request["input"]) for request in embeddings_server.requests] == [128, 128, 44]


def test_a_known_models_dimensions_need_no_request(embeddings_server: EmbeddingsServer) -> None:
    assert OpenAIEmbedder("openai:text-embedding-3-small", "k", embeddings_server.url).spec.dimensions == 1536
    assert embeddings_server.requests == []


def test_an_endpoint_that_fails_says_what_to_check(embeddings_server: EmbeddingsServer) -> None:
    embeddings_server.status = 401
    with pytest.raises(EmbedderError, match="EMBEDDING_API_KEY"):
        OpenAIEmbedder("openai:tiny", "wrong", embeddings_server.url).embed_query("x")


def test_an_endpoint_that_is_away_says_what_to_check() -> None:
    with pytest.raises(EmbedderError, match="EMBEDDING_BASE_URL"):
        OpenAIEmbedder("openai:tiny", "k", "http://127.0.0.1:9/v1").embed_query("x")
