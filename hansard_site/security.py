"""Response headers that keep a page to its own scripts, styles and frames."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; font-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


@sync_and_async_middleware
def SecurityHeaders(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:  # noqa: N802
    """Add the content security policy to every response that does not bring one of its own."""

    def finish(response: HttpResponse) -> HttpResponse:
        response.headers.setdefault("Content-Security-Policy", _POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        return response

    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponse:
            return finish(_refused(request) or await get_response(request))

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponse:
        return finish(_refused(request) or get_response(request))

    return synchronous


def _refused(request: HttpRequest) -> HttpResponse | None:
    """No address of ours holds a NUL, and the database would choke on one."""
    if "\x00" in request.path:
        return HttpResponse("There is nothing under this address.", status=404, content_type="text/plain")
    return None
