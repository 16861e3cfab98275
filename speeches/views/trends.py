"""How often words are said over time: charts side by side, the table under them, and both as CSV."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from rag.text.cells import as_csv
from speeches.models import Speech
from speeches.search.errors import SearchError
from speeches.trends.trend import MOST_SERIES, Point, Series, TrendRequest, Trends, trends
from speeches.views.addresses import url_with
from speeches.views.charts import column_chart
from speeches.views.frames import frame_filters, shown_codes
from speeches.views.languages import in_the_readers_language, language_of

_BY = {"": _("Everybody together"), "party": _("Party"), "member": _("Member"), "parliament": _("Parliament")}
_BY_TIME = {"": _("Automatic"), "day": _("Day"), "month": _("Month"), "year": _("Year")}
_LANGUAGES = {"en": _("English"), "fr": _("French")}
# Filters that the form has no field for.
KEPT = ("parliament", "country", "party", "speaker", "chamber", "state", "topics", "debate_type", "language")
_HEADINGS = ("phrase", "voice", "from", "to", "times", "words", "per_100000_words")


@in_the_readers_language
@require_safe
def trends_page(request: HttpRequest) -> HttpResponse:
    """Words over time, by party, member or parliament."""
    context: dict[str, Any] = {
        "form": request.GET,
        "by": [(value, label, value == request.GET.get("by", "")) for value, label in _BY.items()],
        "units": [(value, label, value == request.GET.get("unit", "")) for value, label in _BY_TIME.items()],
        "kept": [(name, value) for name in KEPT for value in request.GET.getlist(name) if value],
        "csv_url": url_with(request, {"format": "csv"}),
    }
    if not request.GET.get("q", "").strip():
        return render(request, "speeches/trends.html", context)
    try:
        as_table = request.GET.get("format") == "csv"
        found = trends(_trend_request(request, most=0 if as_table else MOST_SERIES))
    except SearchError as error:
        return render(request, "speeches/trends.html", context | {"error": error.message}, status=422)
    if as_table:
        response = HttpResponse(as_csv(_HEADINGS, _lines(found)), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="trends.csv"'
        return response
    context["language_counted"] = _LANGUAGES[found.language]
    drawn = [_drawn(one, found.highest, request) for one in found.series]
    return render(request, "speeches/trends.html", context | {"trends": found, "drawn": drawn})


def _trend_request(request: HttpRequest, most: int) -> TrendRequest:
    """What the address asks for: phrases between commas, in the reader's language where the record has it."""
    language = request.GET.get("language") or language_of(request)
    spoken = Speech.objects.filter(parliament__in=shown_codes(request), language=language)
    return TrendRequest(
        tuple(request.GET.get("q", "").split(",")),
        frame_filters(request),
        by=request.GET.get("by", ""),
        unit=request.GET.get("unit", ""),
        language=language if request.GET.get("language") or spoken.exists() else "en",
        most=most,
    )


def _drawn(series: Series, highest: float, request: HttpRequest) -> dict[str, Any]:
    """A series as columns on the scale of all, and as rows; each leads to what it counts. What has no rate has no
    column."""
    rows = [(point, _address(series, point, request)) for point in series.points]
    columns = [(point.label, point.rate or 0.0, "" if point.rate is None else url) for point, url in rows]
    return {"series": series, "chart": column_chart(series.phrase, columns, highest), "rows": rows}


def _address(series: Series, point: Point, request: HttpRequest) -> str:
    """The search that finds what a point counts, within the filters of the page; "" where none does."""
    if not point.count or series.filters is None:
        return ""
    kept = {name: value for name in KEPT if (value := request.GET.get(name))}
    first = max(filter(None, [point.start.isoformat(), request.GET.get("date_from")]))
    last = min(filter(None, [point.end.isoformat(), request.GET.get("date_to")]))
    query = {"q": f'"{series.phrase}"', **kept, **series.filters, "date_from": first, "date_to": last}
    return f"{reverse('search')}?{urlencode(query)}"


def _lines(found: Trends) -> Iterator[tuple[object, ...]]:
    """A line for each point of each series."""
    for one in found.series:
        for point in one.points:
            rate = "" if point.rate is None else f"{point.rate:.2f}"
            days = (point.start.isoformat(), point.end.isoformat())
            yield one.phrase, one.name, *days, point.count, point.words, rate
