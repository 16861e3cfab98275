"""The MCP server over HTTP: admission, rate limits, and the answer to clients that look for OAuth."""

from typing import Any

from anyio import to_thread
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.http import JsonResponse
from django.http.request import split_domain_port, validate_host

from hansard_site.gate import Receive, Scope, Send, answer
from hansard_site.mcp import make_server
from hansard_site.problems import problem
from rag.keys.models import ApiKey
from rag.serving.callers import STATE, Caller
from rag.serving.limits import Allowance, address_key, count

PATH = "/mcp"
_DISCOVERY = "/.well-known/oauth-"
_PROTECTED = "/.well-known/oauth-protected-resource"


def serves(path: str) -> bool:
    """Whether a path belongs to the MCP server."""
    return path.rstrip("/") == PATH or path.startswith(_DISCOVERY)


class McpGate:
    """An ASGI application around the MCP server. Checks host, origin, key and rate limit before a request reaches
    it."""

    def __init__(self) -> None:
        # Requests are stateless, so any process may answer any of them.
        self.application: Any = make_server().http_app(path=PATH, stateless_http=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # More threads than database connections would only wait for each other, out of turn.
        to_thread.current_default_thread_limiter().total_tokens = settings.DATABASE_POOL_SIZE
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        site = f"{scope.get('scheme', 'http')}://{headers.get('host', '')}"
        try:
            _check_host(headers.get("host", ""))
            if scope["path"].startswith(_DISCOVERY):
                await _discover(send, scope["path"], site)
                return
            caller = await sync_to_async(_admit)(headers, (scope.get("client") or [""])[0], site)
        except _RefusedError as refused:
            response = problem(refused.status, str(refused))
            for name, value in refused.headers:
                response[name] = value
            await answer(send, response)
        else:
            await self.application({**scope, "path": PATH, STATE: caller}, receive, send)


class _RefusedError(Exception):
    """A refused request, with the status and headers that explain why."""

    def __init__(self, status: int, detail: str, *headers: tuple[str, str]) -> None:
        super().__init__(detail)
        self.status = status
        self.headers = headers


def _admit(headers: dict[str, str], address: str, site: str) -> Caller:
    """Returns the caller. Raises _RefusedError for a foreign origin, an unknown key, or too many calls."""
    if not _is_allowed_origin(headers.get("origin", ""), site):
        raise _RefusedError(403, "Pages of this origin may not call. Set CORS_ORIGINS.")
    address = address_key(address)
    try:
        caller = _caller(headers.get("authorization", ""), address, site)
        # A wrong key counts against the address that tries it.
        allowed = _count(caller or Caller(None, address, site))
    finally:
        connection.close()
    if allowed.exceeded:
        message = f"More than {allowed.limit} requests a minute. Wait {allowed.reset} seconds."
        raise _RefusedError(429, message, ("Retry-After", str(allowed.reset)))
    if caller is None:
        challenge = f'Bearer realm="mcp", error="invalid_token", resource_metadata="{site}{_PROTECTED}{PATH}"'
        raise _RefusedError(401, "This API key is not known, or is revoked.", ("WWW-Authenticate", challenge))
    return caller


def _check_host(host: str) -> None:
    domain, _ = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        raise _RefusedError(400, "This host is not served. Set ALLOWED_HOSTS.")


def _caller(authorization: str, address: str, site: str) -> Caller | None:
    """Returns the caller: an anonymous one if there is no key, None if the key is invalid."""
    scheme, _, token = authorization.partition(" ")
    if not scheme:
        return Caller(None, address, site)
    key = ApiKey.objects.opening(token.strip()) if scheme.lower() == "bearer" else None
    return Caller(key, address, site) if key else None


def _count(caller: Caller) -> Allowance:
    if caller.key:
        return count(f"key:{caller.key.pk}", settings.API_PER_MINUTE_WITH_KEY)
    return count(f"address:{caller.address}", settings.API_PER_MINUTE)


def _is_allowed_origin(origin: str, site: str) -> bool:
    """Whether the origin may call. A browser names the page that calls; only ours and configured ones may. Programs
    send no origin."""
    return not origin or origin in (site, *settings.CORS_ALLOWED_ORIGINS)


async def _discover(send: Send, path: str, site: str) -> None:
    """Answers RFC 9728 discovery. There is no authorisation server; the administrator makes the keys."""
    if not path.startswith(_PROTECTED):
        detail = "There is no OAuth here. The record is open; what needs a key takes an API key as a bearer token."
        raise _RefusedError(404, detail)
    body = {
        "resource": f"{site}{PATH}",
        "resource_name": "Hansard",
        "authorization_servers": [],
        "bearer_methods_supported": ["header"],
        "scopes_supported": ["read", "ingest"],
        "resource_documentation": f"{site}/api/v1/docs",
    }
    await answer(send, JsonResponse(body))
