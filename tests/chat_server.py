"""A pytest plugin: a chat endpoint over real HTTP that speaks the OpenAI protocol and does what a test tells it to."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest


class ChatServer:
    """The pieces that the endpoint will say, and the requests that it got.

    After `hang_after` pieces it falls silent and keeps the connection open; after `break_after` pieces it hangs up.
    """

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.requests: list[dict[str, Any]] = []
        self.hang_after: int | None = None
        self.break_after: int | None = None
        self.refuse_first = 0
        self.status = 200
        self.url = ""
        self.over = threading.Event()

    def says(self, text: str, size: int = 7) -> None:
        """Sets the text that the endpoint will say, in pieces of `size` characters."""
        self.pieces = [text[start : start + size] for start in range(0, len(text), size)]


def _handler(told: ChatServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if told.refuse_first > 0:
                told.refuse_first -= 1
                self.connection.close()
                return
            told.requests.append(asked)
            self.send_response(told.status)
            self.send_header("Content-Type", "text/event-stream" if told.status == 200 else "application/json")
            self.end_headers()
            if told.status != 200:
                self.wfile.write(b'{"error": {"message": "no such model"}}')
                return
            for number, piece in enumerate(told.pieces):
                if number == told.hang_after:
                    told.over.wait(20)
                    return
                if number == told.break_after:
                    self.wfile.write(b"data: {half")
                    return
                self._send({"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
            self._send({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
            self._send({"choices": [], "usage": {"prompt_tokens": 321, "completion_tokens": 45, "total_tokens": 366}})
            self.wfile.write(b"data: [DONE]\n\n")

        def _send(self, event: dict[str, Any]) -> None:
            whole = {"id": "x", "object": "chat.completion.chunk", "created": int(time.time()), "model": "m", **event}
            self.wfile.write(f"data: {json.dumps(whole)}\n\n".encode())
            self.wfile.flush()

        def log_message(self, *args: Any) -> None:
            pass

    return Handler


@pytest.fixture
def chat_server() -> Iterator[ChatServer]:
    """A chat endpoint on this machine."""
    told = ChatServer()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(told))
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    told.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    yield told
    told.over.set()
    server.shutdown()
    server.server_close()
