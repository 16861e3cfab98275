"""A pytest plugin: an embeddings endpoint over real HTTP that keeps its requests, and fails or waits when told to."""

import json
import threading
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest


@dataclass
class EmbeddingsServer:
    """The endpoint's requests and behaviour. After `hold_after` texts it answers nothing and waits for `released`."""

    url: str = ""
    status: int = 200
    hold_after: int | None = None
    requests: list[dict[str, Any]] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    @property
    def texts(self) -> list[str]:
        """All texts that it was asked to embed, in order."""
        return [text for request in self.requests for text in request["input"]]


def vector_of(text: str) -> list[float]:
    """The endpoint's vector for a text: three numbers, not normalised."""
    return [float(len(text)), 1.0, float(zlib.crc32(text.encode()) % 1000)]


def _handler(told: EmbeddingsServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if told.hold_after is not None and len(told.texts) >= told.hold_after:
                told.released.wait(60)
                return
            told.requests.append({"path": self.path, "key": self.headers["Authorization"], **asked})
            data = [
                {"object": "embedding", "index": at, "embedding": vector_of(text)}
                for at, text in enumerate(asked["input"])
            ]
            usage = {"prompt_tokens": 1, "total_tokens": 1}
            body = json.dumps({"object": "list", "data": data, "model": asked["model"], "usage": usage}).encode()
            self.send_response(told.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            pass

    return Handler


@pytest.fixture
def embeddings_server() -> Iterator[EmbeddingsServer]:
    """An embeddings endpoint on this machine."""
    told = EmbeddingsServer()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(told))
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    told.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    yield told
    told.released.set()
    server.shutdown()
    server.server_close()
