"""The gate in front of the site: identifies the client, limits simultaneous requests, and limits the size of each."""

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpResponse

from hansard_site.outages import trouble

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

_ALWAYS = ("/healthz", "/readyz")
# An administrator, who has a session, may upload several files in one form.
_UPLOADS, _FILES = "/admin/", 10
# Bytes of a form besides the file.
_FORM_BYTES = 1 << 20
_FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto")
# Seconds until a client refused for load may try again, and seconds that it may be silent before its body ends.
_WAIT, _SILENT = 2, 30.0


class Gate:
    """An ASGI application in front of another. Pages and MCP server see the client that it names."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        if settings.BEHIND_PROXY:
            scope = apply_proxy_headers(scope)
        visit = _Visit(self, scope, receive, send)
        try:
            visit.check_length()
            await self._application(scope, visit.receive, visit.send)
        except _RefusedError as refused:
            # A client that was already answered gets no second answer.
            if not visit.answered:
                await refuse(scope, send, refused.status, str(refused), wait=refused.wait)
        finally:
            self._inside -= visit.is_inside

    def let_in(self, path: str) -> bool:
        """Whether one more request may be served. Counts it if so."""
        if self._inside >= settings.REQUESTS_AT_ONCE and path not in _ALWAYS:
            return False
        self._inside += 1
        return True


class _RefusedError(Exception):
    """A refused request, with the status and the seconds after which to try again."""

    def __init__(self, status: int, detail: str, wait: int | None = None) -> None:
        super().__init__(detail)
        self.status, self.wait = status, wait


class _Visit:
    """A request on its way in. It counts against the limit only after its body has ended, so a client that never ends
    its body takes nobody's place."""

    def __init__(self, gate: Gate, scope: Scope, receive: Receive, send: Send) -> None:
        self._gate, self._path, self._receive, self._send = gate, scope["path"], receive, send
        self._limit, self._length, self._received = _limit(scope), _length(scope), 0
        self.is_inside = self.answered = False

    def check_length(self) -> None:
        """Raises _RefusedError if the declared or received body is too long."""
        if max(self._length, self._received) > self._limit:
            raise _RefusedError(413, f"At most {self._limit // 1024 // 1024} MB can be sent here at once.")

    async def receive(self) -> Message:
        """Returns the next message. Raises _RefusedError if the body is too long or stalls, or if the site is full."""
        if self.is_inside:
            return await self._receive()
        try:
            message = await asyncio.wait_for(self._receive(), _SILENT)
        except TimeoutError:
            raise _RefusedError(408, "The request did not come to its end. Send it again.") from None
        self._received += len(message.get("body", b""))
        self.check_length()
        if not message.get("more_body"):
            self.is_inside = self._gate.let_in(self._path)
            if not self.is_inside:
                raise _RefusedError(503, "Too many people ask at once. Try again in a moment.", _WAIT)
        return message

    async def send(self, message: Message) -> None:
        """Sends a message and notes that the request was answered."""
        self.answered = True
        await self._send(message)


def apply_proxy_headers(scope: Scope) -> Scope:
    """Returns the request with the client and scheme that the proxy names. The client is the last address of
    `X-Forwarded-For`, the only one that the proxy itself saw; the client may have written the others."""
    forwarded = {name: value.decode("latin-1") for name, value in scope["headers"] if name in _FORWARDED}
    address = forwarded.get(b"x-forwarded-for", "").rpartition(",")[2].strip()
    scheme = forwarded.get(b"x-forwarded-proto", "").strip()
    seen = {**scope}
    if address := _without_port(address):
        seen["client"] = (address, 0)
    if scheme in ("http", "https"):
        seen["scheme"] = scheme
    return seen


def _without_port(address: str) -> str:
    """Strips the port from an address, "192.0.2.7:4711" or "[2001:db8::7]:4711"; "" if it is not an address."""
    bare = address[1:].partition("]")[0] if address.startswith("[") else address
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        return str(ipaddress.ip_address(bare))
    except ValueError:
        return ""


async def refuse(scope: Scope, send: Send, status: int, detail: str, *, wait: int | None = None) -> None:
    """Answers a request without serving it."""
    response = trouble(scope["path"], status, HTTPStatus(status).phrase, detail)
    # The rest of its body is not read, so the connection closes.
    name, value = ("Retry-After", str(wait)) if wait else ("Connection", "close")
    response[name] = value
    await answer(send, response)


async def answer(send: Send, response: HttpResponse) -> None:
    """Sends a whole response that must not be cached."""
    response["Cache-Control"] = "no-store"
    response["Content-Length"] = str(len(response.content))
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


def _limit(scope: Scope) -> int:
    """Returns the maximum number of bytes in the body of a request."""
    cookies = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"), "")
    may_upload = scope["path"].startswith(_UPLOADS) and f"{settings.SESSION_COOKIE_NAME}=" in cookies
    return int((_FILES if may_upload else 1) * settings.UPLOAD_LIMIT_BYTES + _FORM_BYTES)


def _length(scope: Scope) -> int:
    """Returns the declared length of a body; 0 if there is none."""
    said = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(said) if said.isdigit() else 0
