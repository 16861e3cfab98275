"""The search page: the box, the passages found, and the filters."""

from dataclasses import asdict, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from rag.serving.languages import in_the_readers_language, language_of
from speeches.enumerations.answer import listing_for
from speeches.enumerations.examples import list_examples
from speeches.finding.find import find, reading_of
from speeches.models import Chamber, Party, Speech
from speeches.questions.examples import example_questions
from speeches.reading.exports import FORMS, quotation_of
from speeches.reading.naming import name_in, name_of
from speeches.reading.people import latest
from speeches.reading.welcome import welcome
from speeches.search.completion import complete
from speeches.search.engine import TOP_K_LIMIT, SearchRequest
from speeches.search.errors import SearchError
from speeches.search.languages import page_language
from speeches.search.listing import speeches_with
from speeches.search.query import parse_box
from speeches.search.results import FacetValue, Hit, Period, SearchResults
from speeches.search.roster import roster
from speeches.search.similar import similar
from speeches.search.version import corpus_version
from speeches.understanding.bills import bill_index
from speeches.understanding.chips import chips_of
from speeches.views.addresses import LAST_PAGE, filters_from, page_number, url_with, url_without
from speeches.views.charts import Value, column_chart
from speeches.views.frames import ALL, chosen_parliament, frame_filters, shown_codes
from speeches.views.trends import KEPT

PAGE_SIZE = 10
# The most words that somebody is likely to say verbatim, as a phrase to count.
_A_PHRASE = 4
_FACETS = {
    "country": _("Country"),
    "source_type": _("Kind of record"),
    "speaker": _("Who speaks most about this"),
    "party": _("Party"),
    "chamber": _("Chamber"),
    "year": _("Year"),
    "state": _("State"),
    "topics": _("Topic"),
    "debate_type": _("Kind of debate"),
}
# Facets whose URL parameter has another name.
_PARAMETERS = {"country": "parliament"}
# Facet values shown at once; the rest unfold.
_AT_ONCE = 6
_NAMES = {
    "party": _("Party"), "speaker": _("Speaker"), "chamber": _("Chamber"), "state": _("State"),
    "electorate": _("Electorate"),
    "topics": _("Topic"), "debate_type": _("Kind of debate"), "language": _("Language"),
    "date_from": _("From"), "date_to": _("To"), "source_type": _("Source"), "bill": _("Bill"), "mode": _("Found by"),
}  # fmt: skip
_LONGEST_TYPED = 2000
# Filters without a form field; they are kept for the next search.
_WITHOUT_FIELD = ("parliament", "electorate", "topics", "debate_type", "language", "source_type", "bill", "sort")


class HtmxRequest(HttpRequest):
    """A request processed by the htmx middleware."""

    htmx: HtmxDetails


@in_the_readers_language
@require_safe
def search_page(request: HtmxRequest) -> HttpResponse:
    """The search box, its filters and the passages found. The URL holds the whole state."""
    query = request.GET.get("q", "").strip()
    shown = shown_codes(request)
    chambers = Chamber.objects.filter(parliament__in=shown, sittings__isnull=False).select_related("parliament")
    parties = Party.objects.filter(parliament__in=shown, term__isnull=False).select_related("parliament")
    context: dict[str, Any] = {"query": query, "form": request.GET, "chambers": chambers.distinct()}
    context["parties"] = parties.order_by("parliament", "name").distinct()
    context["kept"] = [(name, value) for name in _WITHOUT_FIELD for value in request.GET.getlist(name) if value]
    if query and not _only_filters(query):
        context |= _search_results(request, query)
    elif query or any(request.GET.get(name) for name in _NAMES):
        context |= _latest_speeches(request, query)
    else:
        context["welcome"] = welcome(shown, language_of(request))
        version = corpus_version()
        language = language_of(request)
        # A question that a list answers, in English alone, or else one on what a member said.
        lists = list_examples(version, chosen_parliament(request)) if language == "en" else ()
        questions = lists or example_questions(shown, language, version)
        context["example_question"] = questions[0] if questions else ""
    if query or context.get("chips"):
        context["followed"] = request.GET.urlencode()
    template = "speeches/_results.html" if request.htmx and not request.htmx.boosted else "speeches/search.html"
    response = render(request, template, context, status=422 if "error" in context else 200)
    response["Vary"] = "HX-Request"
    return response


@require_safe
def complete_query(request: HttpRequest) -> HttpResponse:
    """Completions for the text being typed into the box, as JSON."""
    typed = request.GET.get("q", "")
    if len(typed) > _LONGEST_TYPED or "\x00" in typed:
        return JsonResponse({"suggestions": []})
    response = JsonResponse({"suggestions": [asdict(one) for one in complete(typed, chosen_parliament(request))]})
    response["Vary"] = "Cookie"
    return response


@in_the_readers_language
@require_safe
def similar_page(request: HtmxRequest, speech_id: str) -> HttpResponse:
    """Passages of other speeches similar in meaning to one passage (its number in `passage`), or to a whole speech."""
    speech = get_object_or_404(Speech.objects.select_related("chamber", "party"), pk=speech_id)
    number = request.GET.get("passage", "")
    index = int(number) if number.isdecimal() and len(number) < 6 else None
    context = {"speech": speech, "hits": similar(speech.pk, index, 5 if request.htmx else PAGE_SIZE), "passage": index}
    return render(request, "speeches/_similar.html" if request.htmx else "speeches/similar.html", context)


@require_safe
def export_page(request: HttpRequest) -> HttpResponse:
    """All passages of a search as a file in the format `form`."""
    form = FORMS.get(request.GET.get("form", ""))
    if form is None:
        raise Http404(f"Passages are exported as: {', '.join(FORMS)}.")
    try:
        hits = _all_hits(_search_request(request), frozenset(request.GET.getlist("plain")))
    except SearchError as error:
        return HttpResponse(error.message, status=422, content_type="text/plain; charset=utf-8")
    site = request.build_absolute_uri("/").rstrip("/")
    response = HttpResponse(
        form.write(request.GET.get("q", ""), list(map(quotation_of, hits)), site), content_type=form.content_type
    )
    response["Content-Disposition"] = f'attachment; filename="passages.{form.ending}"'
    return response


def _all_hits(request: SearchRequest, plain: frozenset[str]) -> list[Hit]:
    """Every passage that a search finds, not only one page. Raises SearchError."""
    hits: list[Hit] = []
    while True:
        results = find(replace(request, top_k=TOP_K_LIMIT, offset=len(hits), grouped=False), plain)
        hits += results.results
        if not results.results or len(hits) >= results.found:
            return hits


def _search_request(request: HttpRequest, page: int = 1) -> SearchRequest:
    """The search in the URL. Raises SearchError."""
    return SearchRequest(
        query=request.GET.get("q", "").strip(),
        filters=frame_filters(request),
        top_k=PAGE_SIZE,
        mode=request.GET.get("mode") or "hybrid",
        offset=(page - 1) * PAGE_SIZE,
        sort=request.GET.get("sort") or "relevance",
        grouped=True,
    )


def _search_results(request: HttpRequest, query: str) -> dict[str, Any]:
    try:
        page = page_number(request)
        plain = frozenset(request.GET.getlist("plain"))
        results = find(_search_request(request, page), plain)
    except SearchError as error:
        return {"error": error.message}
    more = results.groups > page * PAGE_SIZE and page < LAST_PAGE
    version = corpus_version()
    country = frame_filters(request).country
    reading = reading_of(query, country, plain)
    whole = page == 1 and _is_of_whole_record(request, query)
    return {
        "results": results,
        "respelt_url": url_with(request, {"q": results.did_you_mean, "page": ""}),
        "understood": [
            {"label": chip.label, "url": _without_understanding(request, chip.kind)}
            for chip in chips_of(reading, roster(version), bill_index(version))
        ],
        "listing": listing_for(reading, version) if whole else None,
        "facet_links": _facet_links(request, results),
        "chips": chips(request),
        "chart": column_chart(gettext("Passages over time"), [_column(request, period) for period in results.timeline]),
        "trends_url": _trends_url(request, query) if reading.task == "find" else "",
        "exports": [
            (form.name, f"{reverse('search-export')}{url_with(request, {'form': name})}")
            for name, form in FORMS.items()
        ],
        "sorts": _sorts(request),
        "first_rank": (page - 1) * PAGE_SIZE + 1,
        "next_url": url_with(request, {"page": str(page + 1)}) if more else "",
        "previous_url": url_with(request, {"page": str(page - 1)}) if page > 1 else "",
    }


def _trends_url(request: HttpRequest, query: str) -> str:
    """The URL that counts the query's words over time, within the page's filters; "" for queries that nobody would say
    verbatim."""
    box = parse_box(query)
    phrases = ", ".join(box.phrases) or box.text
    if box.filters or len(phrases.split()) > _A_PHRASE:
        return ""
    kept = {name: value for name in (*KEPT, "date_from", "date_to") if (value := request.GET.get(name))}
    return f"{reverse('trends')}?{urlencode({'q': phrases, **kept})}"


def _is_of_whole_record(request: HttpRequest, query: str) -> bool:
    """Whether a search has neither filters nor exact words. Otherwise a complete list beside its results would claim
    too much."""
    box = parse_box(query)
    narrowed = filters_from(request.GET).narrows() or box.filters or box.excluded
    return not narrowed and '"' not in query


def _without_understanding(request: HttpRequest, kind: str) -> str:
    """This page's URL with one more kind of slot no longer read from the query."""
    return f"{url_without(request, 'plain', kind)}&plain={kind}"


def _only_filters(query: str) -> bool:
    box = parse_box(query)
    return bool(box.filters) and not box.text and not box.excluded


def _latest_speeches(request: HttpRequest, query: str) -> dict[str, Any]:
    """For filters without words to search: the speeches that pass them, newest first."""
    try:
        page = page_number(request)
        filters = frame_filters(request).fill_from(parse_box(query).filters)
        condition, notes = speeches_with(filters)
    except SearchError as error:
        return {"error": error.message}
    speeches = latest(Speech.objects.filter(condition))
    first = (page - 1) * PAGE_SIZE
    found = list(speeches[first : first + PAGE_SIZE + 1])
    more = len(found) > PAGE_SIZE and page < LAST_PAGE
    return {
        "listed": found[:PAGE_SIZE],
        "notes": notes,
        "chips": chips(request),
        "next_url": url_with(request, {"page": str(page + 1)}) if more else "",
        "previous_url": url_with(request, {"page": str(page - 1)}) if page > 1 else "",
    }


def chips(request: HttpRequest) -> list[dict[str, str]]:
    """The active filters, each with the URL that removes it."""
    return [
        {"name": gettext(_NAMES[name]), "value": _chip_label(name, value), "url": url_without(request, name, value)}
        for name in _NAMES
        for value in request.GET.getlist(name)
        if value.strip()
    ]


def _chip_label(name: str, value: str) -> str:
    """A filter's value as the page shows it: of a party by its country and code, the name and the country."""
    parties = Party.objects.find_by_name(value) if name == "party" and "/" in value else []
    if not parties:
        return value
    return f"{name_of(parties[0], page_language())}, {gettext(parties[0].parliament.label)}"


def _sorts(request: HttpRequest) -> list[dict[str, Any]]:
    chosen = request.GET.get("sort") or "relevance"
    labels = {"relevance": gettext("Most relevant"), "newest": gettext("Newest"), "oldest": gettext("Oldest")}
    return [
        {
            "label": label,
            "on": name == chosen,
            "url": url_with(request, {"sort": "" if name == "relevance" else name}),
        }
        for name, label in labels.items()
    ]


def _column(request: HttpRequest, period: Period) -> Value:
    days = {"date_from": period.first.isoformat(), "date_to": period.last.isoformat()}
    by_year = period.label == str(period.first.year)
    label = period.label if by_year or page_language() == "en" else date_format(period.first, "F Y")
    return Value(label, period.count, period.first, period.last, url_with(request, days))


def _facet_links(request: HttpRequest, results: SearchResults) -> list[dict[str, Any]]:
    """Facets with several values or an active filter; each value links to the URL that sets or removes the filter."""
    links = []
    for name, heading in _FACETS.items():
        set_to = request.GET.get(_PARAMETERS.get(name, name), "")
        chosen = request.GET.get("date_from", "")[:4] if name == "year" else set_to
        values = [
            {
                "label": _facet_label(name, value),
                "count": value.count,
                "on": value.value == chosen,
                "url": url_with(request, _filter_for(name, value, lifted=value.value == chosen)),
            }
            for value in results.facets.get(name, [])
        ]
        if len(values) > 1 or any(value["on"] for value in values):
            links.append({"heading": gettext(heading), "values": values[:_AT_ONCE], "rest": values[_AT_ONCE:]})
    return links


def _facet_label(facet: str, value: FacetValue) -> str:
    """The label of a facet's value in the language of the page."""
    if facet in ("source_type", "country"):
        return gettext(value.label)
    if facet not in ("party", "chamber"):
        return value.label
    name, _comma, country = value.label.rpartition(", ") if value.country else (value.label, "", "")
    return ", ".join(filter(None, [name_in(name, value.country, page_language()), country and gettext(country)]))


def _filter_for(facet: str, of: FacetValue, *, lifted: bool) -> dict[str, str]:
    """The parameters that set a facet to a value, or remove it."""
    value = "" if lifted else of.value
    if facet == "year":
        return {"date_from": f"{value}-01-01" if value else "", "date_to": f"{value}-12-31" if value else ""}
    if facet == "country":
        return {"parliament": value or ALL}
    return {facet: value, "parliament": of.country} if of.country and value else {facet: value}
