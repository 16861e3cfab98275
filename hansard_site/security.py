"""Applies to every response: pages load only their own scripts, styles and frames; private responses are not cached.
Also refuses text that the database cannot hold."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

from hansard_site.outages import trouble

_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; font-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


@sync_and_async_middleware
def SecurityHeaders(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:  # noqa: N802
    """Adds the headers to every response. A response's own content security policy stays."""

    def finish(request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response.headers.setdefault("Content-Security-Policy", _POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        if _is_private(request):
            response["Cache-Control"] = "private, no-store"
        return response

    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponse:
            return finish(request, _refuse_nul(request) or await get_response(request))

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponse:
        return finish(request, _refuse_nul(request) or get_response(request))

    return synchronous


def _refuse_nul(request: HttpRequest) -> HttpResponse | None:
    """Refuses NUL characters: none of our URLs has one, and the database cannot store one."""
    if "\x00" in request.path:
        return HttpResponse("There is nothing under this address.", status=404, content_type="text/plain")
    for name, values in request.GET.lists():
        if any("\x00" in text for text in (name, *values)):
            field = name.replace("\x00", "")
            return trouble(
                request.path, 422, "This cannot be read", f"{field} holds a NUL character. Take it out.", field
            )
    return None


def _is_private(request: HttpRequest) -> bool:
    """Whether a response is for one person: the request used a key, or read a session that is not empty."""
    if getattr(request, "auth", None):
        return True
    session = getattr(request, "session", None)
    return session is not None and session.accessed and not session.is_empty()
