"""Rerankers: a tiny cross-encoder made here, and a real server that speaks Cohere's protocol."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from rag.clients.endpoint_reranker import EndpointReranker
from rag.clients.reranker import CrossEncoderReranker, RerankerError, open_reranker


def tiny(folder: Path, outputs: int) -> str:
    """A cross-encoder with random weights, saved like one from a hub. Returns its folder."""
    transformers: Any = import_module("transformers")
    words = "[PAD] [UNK] [CLS] [SEP] [MASK] rates rose fell".split()
    (folder / "vocab.txt").write_text("\n".join(words))
    transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(str(folder))
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8,
        num_labels=outputs,
    )  # fmt: skip
    transformers.BertForSequenceClassification(config).save_pretrained(str(folder))
    return str(folder)


@pytest.mark.slow
class TestHere:
    def test_each_passage_gets_a_share(self, tmp_path: Path) -> None:
        reranker = CrossEncoderReranker(tiny(tmp_path, 1))
        scores = reranker.scores("rates", ["rates rose", "fell", "rates rose"])
        assert len(scores) == 3
        assert all(0 <= score <= 1 for score in scores)
        assert scores[0] == pytest.approx(scores[2], abs=1e-6)
        assert reranker.scores("rates", []) == []

    def test_a_model_of_another_make_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(RerankerError, match="3 outputs"):
            CrossEncoderReranker(tiny(tmp_path, 3)).scores("a", ["b"])

    def test_a_model_that_is_not_there_says_what_to_check(self, tmp_path: Path) -> None:
        with pytest.raises(RerankerError, match="RERANKER_MODEL"):
            CrossEncoderReranker(str(tmp_path / "nothing")).scores("a", ["b"])


class Endpoint(BaseHTTPRequestHandler):
    """Scores passages by their length, or gives the answer that a test sets."""

    answer: ClassVar[bytes | None] = None
    asked: ClassVar[list[dict[str, Any]]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append({"path": self.path, "key": self.headers["Authorization"], **body})
        results = [{"index": place, "relevance_score": len(text) / 100} for place, text in enumerate(body["documents"])]
        answer = self.answer or json.dumps({"results": results[::-1]}).encode()
        self.send_response(200 if answer != b"down" else 503)
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args: Any) -> None:
        """Logs nothing."""


@pytest.fixture
def endpoint() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Endpoint)
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    Endpoint.answer, Endpoint.asked = None, []
    yield f"http://127.0.0.1:{server.server_port}/v2"
    server.shutdown()


class TestBehindAnEndpoint:
    def test_scores_come_back_in_the_order_of_the_passages(self, endpoint: str) -> None:
        scores = EndpointReranker("cohere:rerank-v3.5", endpoint, "secret", 5).scores("q", ["abc", "a"])
        assert scores == [0.03, 0.01]
        (asked,) = Endpoint.asked
        assert (asked["path"], asked["model"], asked["key"]) == ("/v2/rerank", "rerank-v3.5", "Bearer secret")
        assert asked["top_n"] == 2

    @pytest.mark.parametrize("answer", [b"down", b"not json", b'{"results": []}', b"[]"])
    def test_an_answer_that_is_none_says_what_to_check(self, endpoint: str, answer: bytes) -> None:
        Endpoint.answer = answer
        with pytest.raises(RerankerError, match="RERANKER_BASE_URL"):
            EndpointReranker("cohere:x", endpoint, "", 5).scores("q", ["a"])

    def test_an_endpoint_that_is_away_says_so(self) -> None:
        with pytest.raises(RerankerError, match="RERANKER_BASE_URL"):
            EndpointReranker("cohere:x", "http://127.0.0.1:9", "", 1).scores("q", ["a"])


def test_the_name_says_where_a_model_runs() -> None:
    assert isinstance(open_reranker("cohere:x", "http://127.0.0.1:9", "", 1), EndpointReranker)
    assert isinstance(open_reranker("some/model", "", "", 1), CrossEncoderReranker)
