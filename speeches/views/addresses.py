"""The URL holds a page's whole state: these functions read filters from it and change one thing in it."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page
from django.http import Http404, HttpRequest, QueryDict
from django.utils.translation import gettext

from rag.text.spans import Span
from speeches.search.errors import SearchError
from speeches.search.filters import TEXT_FILTERS, Filters, to_date

LAST_PAGE = 20


def filters_from(form: QueryDict) -> Filters:
    """The filters in a page's URL or form. Raises SearchError for an invalid date."""
    values = {name: form.get(name, "").strip() for name in TEXT_FILTERS}
    return Filters(
        **values,
        topics=tuple(topic.strip() for topic in form.getlist("topics") if topic.strip()),
        date_from=to_date(form.get("date_from"), "date_from"),
        date_to=to_date(form.get("date_to"), "date_to"),
    )


def page_number(request: HttpRequest, last: int = LAST_PAGE) -> int:
    """The requested page, from 1. Raises SearchError."""
    text = request.GET.get("page", "1")
    if not text.isdecimal() or len(text) > 5 or not 1 <= int(text) <= last:
        message = gettext("There is no page “{page}”; pages go from 1 to {last}.")
        raise SearchError("page", message.format(page=text, last=last))
    return int(text)


def url_with(request: HttpRequest, changes: dict[str, str]) -> str:
    """This page's URL with parameters replaced. An empty value removes a parameter, and any change returns to the first
    page."""
    kept = [
        (key, value)
        for key, values in request.GET.lists()
        for value in values
        if value and key not in changes and key != "page"
    ]
    return "?" + urlencode([*kept, *((key, value) for key, value in changes.items() if value)])


def url_without(request: HttpRequest, name: str, value: str) -> str:
    """This page's URL without one value of a parameter that may have several."""
    kept = [
        (key, one)
        for key, values in request.GET.lists()
        for one in values
        if one and key != "page" and (key, one) != (name, value)
    ]
    return "?" + urlencode(kept)


def passage_asked_for(request: HttpRequest, text: str) -> Span | None:
    """The span of a text given by `from` and `to` in the URL; None without them. Raises Http404."""
    if not request.GET.get("from") and not request.GET.get("to"):
        return None
    return span_from(request.GET, text)


def span_from(form: QueryDict, text: str) -> Span:
    """The span of a text given by `from` and `to`. Raises Http404 if it is invalid."""
    first, last = form.get("from", ""), form.get("to", "")
    short = max(len(first), len(last)) < 10
    if not (short and first.isdecimal() and last.isdecimal() and int(first) < int(last) <= len(text)):
        raise Http404("No such passage in this text.")
    return Span(int(first), int(last))


def neighbours_of(request: HttpRequest, page: Page[Any]) -> dict[str, str]:
    """The URLs of a list's next and previous pages, "" if there is none."""
    following = url_with(request, {"page": str(page.next_page_number())}) if page.has_next() else ""
    before = url_with(request, {"page": str(page.previous_page_number())}) if page.has_previous() else ""
    return {"next_url": following, "previous_url": before}
