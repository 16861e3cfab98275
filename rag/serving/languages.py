"""Pages in the reader's language: the one chosen, otherwise the one that the browser asks for."""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

_YEAR = 365 * 24 * 3600
_NAMES = dict(settings.LANGUAGES)

View = Callable[..., HttpResponseBase]


def in_the_readers_language(view: View) -> View:
    """Decorator for a page that is fully translated. Pages without it stay in English rather than half translated."""

    @functools.wraps(view)
    def spoken(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with readers_language(request):
            response = view(request, *args, **kwargs)
        return tell_language(request, response)

    return spoken


@contextmanager
def readers_language(request: HttpRequest) -> Iterator[None]:
    """Make what follows in the reader's language, and offer the page's other language in its footer."""
    request.readers_language = language = language_of(request)  # type: ignore[attr-defined]
    with speaking(language):
        yield


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Make what follows in a language. English is the site's own, with its dates and numbers."""
    with translation.override(settings.LANGUAGE_CODE if language == "en" else language):
        yield


def tell_language(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """A response made in the reader's language, with the headers that say so."""
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    response.headers.setdefault("Content-Language", language_of(request))
    return response


def pieces_in_language(pieces: Iterator[str], language: str) -> Iterator[str]:
    """Pieces of a page, each made in a language: they are made after the view has returned and its language has
    ended."""
    while True:
        with speaking(language):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


def language_of(request: HttpRequest) -> str:
    """The code of the language that the reader chose or the browser prefers, among those available."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return chosen if chosen in _NAMES else translation.get_language_from_request(request).partition("-")[0]


def other_language(request: HttpRequest) -> dict[str, Any]:
    """Template context: the other language, for the page's footer. Empty for pages in only one language."""
    language = getattr(request, "readers_language", None)
    if language is None:
        return {}
    other = next(code for code in _NAMES if code != language)
    return {"other_language": {"code": other, "name": _NAMES[other]}}


@require_safe
def choose_language(request: HttpRequest, code: str) -> HttpResponse:
    """Remember the reader's language and return to the page. This changes only what the reader sees."""
    if code not in _NAMES:
        raise Http404(f"There are pages in {', '.join(_NAMES)}.")
    back = request.GET.get("next", "/")
    here = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    response = HttpResponseRedirect(back if here else "/")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, code, max_age=_YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
    )  # fmt: skip
    return response
