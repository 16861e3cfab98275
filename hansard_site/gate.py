"""The gate in front of the site: who the client is, how many requests are served at once, how much one may send."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

_ALWAYS = ("/healthz", "/readyz")
_PROGRAMS = ("/api/", "/mcp")
# An administrator may upload several files in one form.
_UPLOADS, _FILES = "/admin/", 10
# What the parts of a form take besides the file.
_FORM_BYTES = 1 << 20
_FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto")
# Seconds after which whoever met a full house may try again.
_WAIT = 2


class Gate:
    """An ASGI application in front of another. Both the pages and the MCP server see the client that it names."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        if settings.BEHIND_PROXY:
            scope = as_the_proxy_saw(scope)
        limit = _limit(scope["path"])
        if _length(scope) > limit:
            await _refuse_body(scope, send, limit)
        elif self._inside >= settings.REQUESTS_AT_ONCE and scope["path"] not in _ALWAYS:
            await refuse(scope, send, 503, "Too many people ask at once. Try again in a moment.", wait=_WAIT)
        else:
            await self._serve(scope, receive, send, limit)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        self._inside += 1
        try:
            await self._application(scope, _bounded(receive, limit), send)
        except _TooLongError:
            await _refuse_body(scope, send, limit)
        finally:
            self._inside -= 1


class _TooLongError(Exception):
    """A body goes on past its limit."""


def as_the_proxy_saw(scope: Scope) -> Scope:
    """A request with the client and the scheme that the proxy names: the last address of `X-Forwarded-For`, which is
    the one that the proxy itself saw, whatever the client wrote before it."""
    forwarded = {name: value.decode("latin-1") for name, value in scope["headers"] if name in _FORWARDED}
    address = forwarded.get(b"x-forwarded-for", "").rpartition(",")[2].strip()
    scheme = forwarded.get(b"x-forwarded-proto", "").strip()
    seen = {**scope}
    if address:
        seen["client"] = (address, 0)
    if scheme in ("http", "https"):
        seen["scheme"] = scheme
    return seen


async def refuse(scope: Scope, send: Send, status: int, detail: str, *, wait: int | None = None) -> None:
    """Answer a request without serving it: as a problem to a program, as a page to a reader."""
    if scope["path"].startswith(_PROGRAMS):
        kind = "application/problem+json"
        problem = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
        body = json.dumps(problem).encode()
    else:
        kind = "text/html; charset=utf-8"
        body = render_to_string("trouble.html", {"title": HTTPStatus(status).phrase, "detail": detail}).encode()
    headers = [("content-type", kind), ("content-length", str(len(body))), ("cache-control", "no-store")]
    # What it still sends of a body is not read.
    headers += [("retry-after", str(wait))] if wait else [("connection", "close")]
    raw = [(name.encode(), value.encode()) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})


async def _refuse_body(scope: Scope, send: Send, limit: int) -> None:
    await refuse(scope, send, 413, f"At most {limit // 1024 // 1024} MB can be sent here at once.")


def _limit(path: str) -> int:
    """The most bytes that a body sent to an address may have."""
    files = _FILES if path.startswith(_UPLOADS) else 1
    return int(files * settings.UPLOAD_LIMIT_BYTES + _FORM_BYTES)


def _length(scope: Scope) -> int:
    """How long a body says it is; 0 where it does not say."""
    said = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(said) if said.isdigit() else 0


def _bounded(receive: Receive, limit: int) -> Receive:
    """The messages of a request whose body ends before its limit. Raises _TooLongError."""
    received = 0

    async def bounded() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > limit:
            raise _TooLongError
        return message

    return bounded
