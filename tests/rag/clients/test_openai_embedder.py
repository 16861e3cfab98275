"""An embeddings endpoint over real HTTP: what is sent, what comes back, and what happens when it does not."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from rag.clients.embedder import EmbedderError
from rag.clients.openai_embedder import OpenAIEmbedder


class Endpoint(BaseHTTPRequestHandler):
    """Speaks the protocol: a vector of (length of the text, 1, 0) for each text."""

    requests: list[dict[str, Any]] = []
    status = 200

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        Endpoint.requests.append({"path": self.path, "key": self.headers["Authorization"], **asked})
        data = [
            {"object": "embedding", "index": at, "embedding": [float(len(text)), 1.0, 0.0]}
            for at, text in enumerate(asked["input"])
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        body = json.dumps({"object": "list", "data": data, "model": asked["model"], "usage": usage}).encode()
        self.send_response(Endpoint.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def endpoint() -> Iterator[str]:
    Endpoint.requests, Endpoint.status = [], 200
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
    server.server_close()


def test_vectors_come_back_in_order_and_normalised(endpoint: str) -> None:
    embedder = OpenAIEmbedder("openai:tiny", api_key="secret", base_url=endpoint)
    vectors = embedder.embed_passages(["a", "bbb"])
    assert np.allclose(vectors, [[2**-0.5, 2**-0.5, 0], [3 / 10**0.5, 1 / 10**0.5, 0]], atol=1e-6)
    assert embedder.spec.dimensions == 3
    assert Endpoint.requests[0]["model"] == "tiny"
    assert Endpoint.requests[0]["key"] == "Bearer secret"


def test_many_texts_go_in_batches(endpoint: str) -> None:
    embedder = OpenAIEmbedder("openai:tiny", api_key="secret", base_url=endpoint)
    assert embedder.embed_passages(["x"] * 300).shape == (300, 3)
    assert [len(request["input"]) for request in Endpoint.requests] == [128, 128, 44]


def test_a_known_models_dimensions_need_no_request(endpoint: str) -> None:
    assert OpenAIEmbedder("openai:text-embedding-3-small", "k", endpoint).spec.dimensions == 1536
    assert Endpoint.requests == []


def test_an_endpoint_that_fails_says_what_to_check(endpoint: str) -> None:
    Endpoint.status = 401
    with pytest.raises(EmbedderError, match="EMBEDDING_API_KEY"):
        OpenAIEmbedder("openai:tiny", "wrong", endpoint).embed_query("x")


def test_an_endpoint_that_is_away_says_what_to_check() -> None:
    with pytest.raises(EmbedderError, match="EMBEDDING_BASE_URL"):
        OpenAIEmbedder("openai:tiny", "k", "http://127.0.0.1:9/v1").embed_query("x")
