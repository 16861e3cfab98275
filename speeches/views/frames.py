"""The parliament that limits a page: the one in the URL, otherwise the one chosen earlier, otherwise all."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.http import require_safe

from speeches.models import Parliament
from speeches.search.filters import Filters
from speeches.views.addresses import filters_from

COOKIE = "parliament"
# In a URL: all parliaments, whatever was chosen earlier.
ALL = "all"
_YEAR = 365 * 24 * 3600


def chosen_parliament(request: HttpRequest) -> str:
    """The code of the parliament that limits a page; "" for all. Raises Http404 for an unknown code in the URL."""
    asked = request.GET.get("parliament", "").strip().lower()
    # The API's parameter is called `country`, so accept that too.
    country = request.GET.get("country", "").strip().lower()
    if not asked and country and "\x00" not in country and Parliament.objects.filter(pk=country).exists():
        asked = country
    code = asked or request.COOKIES.get(COOKIE, "")
    if code in ("", ALL):
        return ""
    if "\x00" not in code and Parliament.objects.filter(pk=code).exists():
        return code
    if not asked:
        # The chosen parliament is no longer in the record.
        return ""
    known = ", ".join(Parliament.objects.sitting().values_list("pk", flat=True))
    raise Http404(f"The record has no parliament “{code}”. Choose one of: {known}.")


def shown_codes(request: HttpRequest) -> list[str]:
    """The codes of the parliaments that a page shows."""
    return Parliament.objects.visible_codes(chosen_parliament(request))


def frame_filters(request: HttpRequest) -> Filters:
    """The filters in a page's URL, limited to the chosen parliament. Raises SearchError."""
    filters = filters_from(request.GET)
    return replace(filters, country=chosen_parliament(request) or filters.country)


def frame(request: HttpRequest) -> dict[str, Any]:
    """Template context for every page: the parliaments to choose from, the chosen one, and whether several are
    shown."""
    try:
        chosen = chosen_parliament(request)
    except Http404:
        chosen = ""
    options = list(Parliament.objects.sitting())
    codes = Parliament.objects.visible_codes(chosen)
    shown = [one for one in options if one.pk in codes]
    return {
        "parliament_chosen": next((one for one in options if one.pk == chosen), None),
        "parliament_options": options,
        "several_parliaments": len(shown) > 1,
        "sample_shown": any(one.sample for one in shown),
    }


@require_safe
def choose_parliament(request: HttpRequest) -> HttpResponse:
    """Remember the reader's parliament and return to the page, limited to it."""
    code = chosen_parliament(request) or ALL
    back = request.GET.get("next", "/")
    here = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    path, _, query = (back if here else "/").partition("?")
    kept = [pair for pair in query.split("&") if pair and not pair.startswith(("parliament=", "page=", "country="))]
    address = "?".join(filter(None, [path, "&".join([*kept, urlencode({"parliament": code})])]))
    response = HttpResponseRedirect(address)
    response.set_cookie(
        COOKIE, code, max_age=_YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE, httponly=True
    )
    return response
