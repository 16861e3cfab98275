"""The pages for signing in and up, and their mails, in the reader's language. They are allauth's, which translates
them."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from rag.serving.languages import readers_language, tell_language

_PATHS = "/accounts/"


@sync_and_async_middleware
def AccountPages(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:  # noqa: N802
    """Answers requests for accounts in the reader's language, until the page is rendered."""
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponseBase:
            if not request.path.startswith(_PATHS):
                return await get_response(request)  # type: ignore[no-any-return]
            with readers_language(request):
                response = await get_response(request)
            return tell_language(request, response)

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(_PATHS):
            return get_response(request)  # type: ignore[no-any-return]
        with readers_language(request):
            response = get_response(request)
        return tell_language(request, response)

    return synchronous
