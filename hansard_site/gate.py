"""The gate in front of the site: who the client is, how many requests are served at once, how much one may send."""

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
# What the parts of a form take besides the file.
_FORM_BYTES = 1 << 20
_FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto")
# Seconds after which whoever met a full house may try again, and that a client may be silent before its body ends.
_WAIT, _SILENT = 2, 30.0


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
        visit = _Visit(self, scope, receive, send)
        try:
            visit.check_length()
            await self._application(scope, visit.receive, visit.send)
        except _RefusedError as refused:
            # Whoever is answered already hears no more.
            if not visit.answered:
                await refuse(scope, send, refused.status, str(refused), wait=refused.wait)
        finally:
            self._inside -= visit.is_inside

    def let_in(self, path: str) -> bool:
        """Whether one more request may be served; it is counted if so."""
        if self._inside >= settings.REQUESTS_AT_ONCE and path not in _ALWAYS:
            return False
        self._inside += 1
        return True


class _RefusedError(Exception):
    """A request that is not served, with the status, and the seconds after which to try again."""

    def __init__(self, status: int, detail: str, wait: int | None = None) -> None:
        super().__init__(detail)
        self.status, self.wait = status, wait


class _Visit:
    """A request on its way in. It counts as served once its body has come to its end: whoever never ends one takes
    nobody's place."""

    def __init__(self, gate: Gate, scope: Scope, receive: Receive, send: Send) -> None:
        self._gate, self._path, self._receive, self._send = gate, scope["path"], receive, send
        self._limit, self._length, self._received = _limit(scope), _length(scope), 0
        self.is_inside = self.answered = False

    def check_length(self) -> None:
        """Raise _RefusedError for a body that says it is too long."""
        if max(self._length, self._received) > self._limit:
            raise _RefusedError(413, f"At most {self._limit // 1024 // 1024} MB can be sent here at once.")

    async def receive(self) -> Message:
        """The next message. Raises _RefusedError for a body that is too long or falls silent, and for one too many."""
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
        """Answer, and remember that it was answered."""
        self.answered = True
        await self._send(message)


def as_the_proxy_saw(scope: Scope) -> Scope:
    """A request with the client and the scheme that the proxy names: the last address of `X-Forwarded-For`, which is
    the one that the proxy itself saw, whatever the client wrote before it."""
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
    """An address as some proxies write it, "192.0.2.7:4711" or "[2001:db8::7]:4711"; empty where it is none."""
    bare = address[1:].partition("]")[0] if address.startswith("[") else address
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        return str(ipaddress.ip_address(bare))
    except ValueError:
        return ""


async def refuse(scope: Scope, send: Send, status: int, detail: str, *, wait: int | None = None) -> None:
    """Answer a request without serving it."""
    response = trouble(scope["path"], status, HTTPStatus(status).phrase, detail)
    # What it still sends of a body is not read.
    name, value = ("Retry-After", str(wait)) if wait else ("Connection", "close")
    response[name] = value
    await answer(send, response)


async def answer(send: Send, response: HttpResponse) -> None:
    """Send a whole response, which nobody is to keep."""
    response["Cache-Control"] = "no-store"
    response["Content-Length"] = str(len(response.content))
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


def _limit(scope: Scope) -> int:
    """The most bytes that the body of a request may have."""
    cookies = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"), "")
    may_upload = scope["path"].startswith(_UPLOADS) and f"{settings.SESSION_COOKIE_NAME}=" in cookies
    return int((_FILES if may_upload else 1) * settings.UPLOAD_LIMIT_BYTES + _FORM_BYTES)


def _length(scope: Scope) -> int:
    """How long a body says it is; 0 where it does not say."""
    said = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(said) if said.isdigit() else 0
