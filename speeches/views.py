"""The pages of the record. A view reads the request, asks one function, and names what the template shows."""

from typing import Any
from urllib.parse import urlencode

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from rag.text.spans import Span
from speeches.models import Chamber, Party, Sitting, Speech
from speeches.reading import voice_parts
from speeches.search.engine import SearchRequest, search
from speeches.search.errors import SearchError
from speeches.search.filters import TEXT_FILTERS, Filters, to_date
from speeches.search.results import SearchResults

PAGE_SIZE = 10
_LAST_PAGE = 20
_FACETS = {
    "party": "Party",
    "speaker": "Speaker",
    "chamber": "Chamber",
    "year": "Year",
    "state": "State",
    "topics": "Topic",
    "debate_type": "Kind of debate",
}


class HtmxRequest(HttpRequest):
    """A request that the htmx middleware has looked at."""

    htmx: HtmxDetails


@require_safe
def search_page(request: HtmxRequest) -> HttpResponse:
    """The box, its filters, and the passages found. The URL holds all of it."""
    query = request.GET.get("q", "").strip()
    context: dict[str, Any] = {"query": query, "form": request.GET, "chambers": Chamber.objects.all()}
    context["parties"] = Party.objects.filter(term__isnull=False).distinct()
    if query:
        context |= _found(request, query)
    else:
        context |= _corpus()
    template = "speeches/_results.html" if request.htmx and not request.htmx.boosted else "speeches/search.html"
    response = render(request, template, context, status=422 if "error" in context else 200)
    response["Vary"] = "HX-Request"
    return response


@require_safe
def speech_page(request: HttpRequest, speech_id: str) -> HttpResponse:
    """A speech in its debate, with the passage that brought the reader here marked."""
    speech = get_object_or_404(
        Speech.objects.select_related("debate__parent__parent", "sitting", "chamber", "party", "politician", "riding"),
        pk=speech_id,
    )
    passage = _passage(request, speech)
    neighbours = Speech.objects.filter(sitting=speech.sitting).only("id", "speaker", "title", "position")
    context = {
        "speech": speech,
        "parts": voice_parts(speech, passage),
        "path": speech.debate.path() if speech.debate else [],
        "debate_speeches": _debate_speeches(speech),
        "previous": neighbours.filter(position__lt=speech.position).order_by("-position").first(),
        "next": neighbours.filter(position__gt=speech.position).order_by("position").first(),
        "marked": passage is not None,
    }
    return render(request, "speeches/speech.html", context)


def _found(request: HttpRequest, query: str) -> dict[str, Any]:
    try:
        page = _page_number(request)
        results = search(
            SearchRequest(
                query=query,
                filters=filters_from(request.GET),
                top_k=PAGE_SIZE,
                mode=request.GET.get("mode") or "hybrid",
                offset=(page - 1) * PAGE_SIZE,
            )
        )
    except SearchError as error:
        return {"error": error.message}
    more = results.found > page * PAGE_SIZE and page < _LAST_PAGE
    return {
        "results": results,
        "facet_links": _facet_links(request, results),
        "first_rank": (page - 1) * PAGE_SIZE + 1,
        "next_url": _page_url(request, page + 1) if more else "",
        "previous_url": _page_url(request, page - 1) if page > 1 else "",
    }


def filters_from(form: QueryDict) -> Filters:
    """The filters in a page's URL or form. Raises SearchError for a date that is none."""
    values = {name: form.get(name, "").strip() for name in TEXT_FILTERS}
    return Filters(
        **values,
        topics=tuple(topic.strip() for topic in form.getlist("topics") if topic.strip()),
        date_from=to_date(form.get("date_from"), "date_from"),
        date_to=to_date(form.get("date_to"), "date_to"),
    )


def _page_number(request: HttpRequest) -> int:
    text = request.GET.get("page", "1")
    if not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= _LAST_PAGE:
        raise SearchError("page", f"There is no page “{text}”; pages go from 1 to {_LAST_PAGE}.")
    return int(text)


def _page_url(request: HttpRequest, page: int) -> str:
    return _url_with(request, {"page": str(page)})


def _url_with(request: HttpRequest, changes: dict[str, str]) -> str:
    """This page's URL with parameters replaced; an empty value takes one away, and a filter leads to the first page."""
    kept = [
        (key, value)
        for key, values in request.GET.lists()
        for value in values
        if value and key not in changes and key != "page"
    ]
    return "?" + urlencode([*kept, *((key, value) for key, value in changes.items() if value)])


def _facet_links(request: HttpRequest, results: SearchResults) -> list[dict[str, Any]]:
    """Facets with more than one value, or with a filter set, each value a link that sets or lifts the filter."""
    links = []
    for name, heading in _FACETS.items():
        chosen = request.GET.get("date_from", "")[:4] if name == "year" else request.GET.get(name, "")
        values = [
            {
                "label": value.label,
                "count": value.count,
                "on": value.value == chosen,
                "url": _url_with(request, _filter_for(name, "" if value.value == chosen else value.value)),
            }
            for value in results.facets.get(name, [])
        ]
        if len(values) > 1 or any(value["on"] for value in values):
            links.append({"heading": heading, "values": values})
    return links


def _filter_for(facet: str, value: str) -> dict[str, str]:
    if facet == "year":
        return {"date_from": f"{value}-01-01" if value else "", "date_to": f"{value}-12-31" if value else ""}
    return {facet: value}


def _corpus() -> dict[str, Any]:
    """What the record holds, for a reader who has not typed anything yet."""
    sittings = Sitting.objects.order_by("date").values_list("date", flat=True)
    return {
        "first_day": sittings.first(),
        "last_day": sittings.last(),
        "sitting_count": sittings.count(),
        "speech_count": Speech.objects.count(),
        "example": _example(),
    }


def _example() -> str:
    """A topic of this record to try: what most questions were asked about, else the newest title."""
    titles = Speech.objects.exclude(title="").order_by()
    asked = titles.filter(kind="question").values("title").annotate(count=Count("pk")).order_by("-count", "title")
    newest = titles.order_by("-date", "position").values("title")
    first = asked.first() or newest.first()
    return first["title"] if first else ""


def _passage(request: HttpRequest, speech: Speech) -> Span | None:
    first, last = request.GET.get("from", ""), request.GET.get("to", "")
    if not first and not last:
        return None
    short = max(len(first), len(last)) < 10
    if not (short and first.isdecimal() and last.isdecimal() and int(first) < int(last) <= len(speech.text)):
        raise Http404("No such passage in this speech.")
    return Span(int(first), int(last))


def _debate_speeches(speech: Speech) -> list[Speech]:
    """The speeches under the same heading, to find one's way in the debate."""
    if speech.debate_id is None:
        return []
    return list(
        Speech.objects.filter(debate_id=speech.debate_id)
        .select_related("party")
        .only("id", "speaker", "time", "kind", "position", "party__code", "party__colour", "party__name")
        .order_by("position")[:200]
    )
