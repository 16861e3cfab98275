"""Words and subjects over time: charts side by side, a table below them, and CSV."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from rag.serving.languages import in_the_readers_language, language_of
from rag.text.cells import as_csv
from speeches.formats.names import fold
from speeches.models import Speech
from speeches.reading.naming import name_in
from speeches.reading.subjects import record_of, subjects
from speeches.search.errors import SearchError
from speeches.search.languages import page_language
from speeches.trends.trend import MOST_SERIES, Point, Series, TrendRequest, Trends, trends
from speeches.views.addresses import url_with
from speeches.views.charts import Value, column_chart
from speeches.views.frames import frame_filters, shown_codes

_BY = {"": _("Everybody together"), "party": _("Party"), "member": _("Member"), "parliament": _("Parliament")}
_MODES = {"words": _("The words as typed"), "meaning": _("The meaning (estimated)")}
_BY_TIME = {"": _("Automatic"), "day": _("Day"), "month": _("Month"), "year": _("Year")}
_LANGUAGES = {"en": _("English"), "fr": _("French")}
# Filters without a form field.
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
        "modes": [(value, label, value == request.GET.get("mode", "words")) for value, label in _MODES.items()],
        "by_meaning": request.GET.get("mode") == "meaning",
        "kept": [(name, value) for name in KEPT for value in request.GET.getlist(name) if value],
        "csv_url": url_with(request, {"format": "csv"}),
    }
    if not request.GET.get("q", "").strip():
        return render(request, "speeches/trends.html", context)
    try:
        as_table = request.GET.get("format") == "csv"
        found = _count(request, most=0 if as_table else MOST_SERIES)
    except SearchError as error:
        return render(request, "speeches/trends.html", context | {"error": error.message}, status=422)
    if as_table:
        response = HttpResponse(as_csv(_HEADINGS, _lines(found)), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="trends.csv"'
        return response
    context |= _languages(request, found.language)
    by_meaning = context["by_meaning"]
    drawn = [_series_values(one, found.highest, request, by_meaning=by_meaning) for one in found.series]
    return render(request, "speeches/trends.html", context | {"trends": found, "drawn": drawn})


@in_the_readers_language
@require_safe
def subjects_page(request: HttpRequest) -> HttpResponse:
    """All subjects, by name."""
    language = language_of(request)
    named = sorted(((one.names[language], one) for one in subjects().values()), key=lambda one: fold(one[0]))
    return render(request, "speeches/subjects.html", {"subjects": named})


@in_the_readers_language
@require_safe
def subject_page(request: HttpRequest, key: str) -> HttpResponse:
    """Who speaks on a subject, in which debates, the votes on it, and its course over time."""
    subject = subjects().get(key)
    if subject is None:
        raise Http404("There is no such subject.")
    language = _language_counted(request)
    context: dict[str, Any] = {
        "subject": subject,
        "name": subject.names[language_of(request)],
        "words": subject.words[language],
        **_languages(request, language),
    }
    try:
        found = record_of(subject, frame_filters(request), language)
    except SearchError as error:
        return render(request, "speeches/subject.html", context | {"error": error.message}, status=503)
    drawn = [_series_values(one, found.over_time.highest, request, by_meaning=True) for one in found.over_time.series]
    return render(request, "speeches/subject.html", context | {"found": found, "drawn": drawn})


def _languages(request: HttpRequest, counted: str) -> dict[str, Any]:
    """The language that was counted in, and the others with their URLs."""
    others = [(label, url_with(request, {"language": one})) for one, label in _LANGUAGES.items() if one != counted]
    return {"language_counted": _LANGUAGES[counted], "other_languages": others}


def _language_counted(request: HttpRequest) -> str:
    """The language to count in: the one in the URL, otherwise the one of most speeches shown. Raises Http404."""
    if (named := request.GET.get("language", "")) and named not in _LANGUAGES:
        raise Http404("Nothing is counted in this language.")
    if named:
        return named
    spoken = Speech.objects.filter(parliament__in=shown_codes(request)).order_by()
    most = spoken.values_list("language").annotate(count=Count("pk")).order_by("-count").first()
    return most[0] if most else language_of(request)


def _count(request: HttpRequest, most: int) -> Trends:
    """What the URL asks for, counted in the language that it names, otherwise in the reader's; if nobody says it in
    that one, in another. Raises SearchError."""
    asked = _trend_request(request, most)
    found = trends(asked)
    others = [] if request.GET.get("language") else [one for one in _LANGUAGES if one != asked.language]
    counted = [found, *(trends(replace(asked, language=one)) for one in others if not _says_any(found))]
    return next(filter(_says_any, counted), found)


def _says_any(found: Trends) -> bool:
    return any(one.count for one in found.series)


def _trend_request(request: HttpRequest, most: int) -> TrendRequest:
    """The counts that the URL asks for: phrases separated by commas, in its language or the reader's."""
    return TrendRequest(
        tuple(request.GET.get("q", "").split(",")),
        frame_filters(request),
        by=request.GET.get("by", ""),
        unit=request.GET.get("unit", ""),
        mode=request.GET.get("mode") or "words",
        language=request.GET.get("language") or language_of(request),
        most=most,
    )


def _series_values(series: Series, highest: float, request: HttpRequest, *, by_meaning: bool) -> dict[str, Any]:
    """A series as columns, on the common scale, and as rows; each links to what it counts. A point without a rate has
    no column."""
    rows = [(point, _address(series, point, request, by_meaning=by_meaning)) for point in series.points]
    values = [
        Value(point.label, point.rate, point.start, point.end, "" if point.rate is None else url) for point, url in rows
    ]
    name = _voice_name(series)
    return {"series": series, "name": name, "chart": column_chart(series.phrase, values, highest), "rows": rows}


def _voice_name(series: Series) -> str:
    """Whose words a series counts, in the language of the page; "" for everybody's."""
    if not series.filters:
        return series.name
    name, _comma, country = series.name.rpartition(", ")
    return ", ".join(filter(None, [name_in(name, series.filters["parliament"], page_language()), gettext(country)]))


def _address(series: Series, point: Point, request: HttpRequest, *, by_meaning: bool) -> str:
    """The URL of the search that finds what a point counts, within the page's filters; "" if no search does."""
    if not point.count or series.filters is None:
        return ""
    kept = {name: value for name in KEPT if (value := request.GET.get(name))}
    first = max(filter(None, [point.start.isoformat(), request.GET.get("date_from")]))
    last = min(filter(None, [point.end.isoformat(), request.GET.get("date_to")]))
    words = {"q": series.phrase, "mode": "meaning"} if by_meaning else {"q": f'"{series.phrase}"'}
    query = {**words, **kept, **series.filters, "date_from": first, "date_to": last}
    return f"{reverse('search')}?{urlencode(query)}"


def _lines(found: Trends) -> Iterator[tuple[object, ...]]:
    """A row for each point of each series."""
    for one in found.series:
        for point in one.points:
            rate = "" if point.rate is None else f"{point.rate:.2f}"
            days = (point.start.isoformat(), point.end.isoformat())
            yield one.phrase, one.name, *days, point.count, point.words, rate
