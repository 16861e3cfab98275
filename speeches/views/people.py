"""Politicians and parties."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from rag.serving.languages import in_the_readers_language
from speeches.models import Party, Politician, Speech
from speeches.reading.people import current_slug, latest, members_of, over_time, politicians_called, profile, subjects
from speeches.reading.tables import LINES, TABLES
from speeches.views.addresses import neighbours_of
from speeches.views.charts import column_chart, year_value
from speeches.views.files import table_response
from speeches.views.frames import shown_codes

_PAGE = 60
_SPEECHES = 20


@in_the_readers_language
@require_safe
def politicians_page(request: HttpRequest) -> HttpResponse:
    """The politicians of a name or party, with their number of speeches. Without a name: those who spoke, or `all`."""
    name, party = request.GET.get("name", "").strip(), request.GET.get("party", "").strip()
    shown = shown_codes(request)
    people = politicians_called(name, party).filter(parliament__in=shown)
    everybody = bool(name) or "all" in request.GET
    if not everybody:
        people = people.filter(Exists(Speech.objects.filter(politician=OuterRef("pk"))))
    page = Paginator(people, _PAGE).get_page(request.GET.get("page"))
    context = {
        "people": page,
        "name": name,
        "party": party,
        "everybody": everybody,
        "parties": Party.objects.filter(parliament__in=shown, term__isnull=False)
        .select_related("parliament")
        .distinct(),
        **neighbours_of(request, page),
    }
    return render(request, "speeches/politicians.html", context)


@in_the_readers_language
@require_safe
def politician_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A politician's profile and speeches, latest first, optionally limited to one `year`."""
    if (current := current_slug(slug)) != slug:
        return redirect("politician", current, permanent=True)
    politician = get_object_or_404(Politician.objects.select_related("parliament"), slug=slug)
    known = profile(politician)
    year = request.GET.get("year", "")
    speeches = Speech.objects.filter(politician=politician)
    if year.isascii() and year.isdecimal() and len(year) == 4 and int(year) > 0:
        speeches = speeches.filter(date__year=int(year))
    page = Paginator(latest(speeches), _SPEECHES).get_page(request.GET.get("page"))
    columns = [year_value(int(bar.label), bar.count, f"?year={bar.label}#speeches") for bar in known.over_time]
    context = {
        "politician": politician,
        "profile": known,
        "chart": column_chart(gettext("Speeches by year"), columns),
        "year": year,
        "speeches": page,
        "followed": urlencode({"speaker": politician.name, "parliament": politician.parliament_id}),
        **neighbours_of(request, page),
    }
    return render(request, "speeches/politician.html", context)


@require_safe
def politician_table(request: HttpRequest, slug: str, table: str, form: str) -> HttpResponseBase:
    """A politician's speeches or votes as a file, every row with its source."""
    if table not in TABLES or form not in LINES:
        raise Http404(f"There are {', '.join(TABLES)}, as {', '.join(LINES)}.")
    if (current := current_slug(slug)) != slug:
        return redirect("politician-table", current, table, form, permanent=True)
    politician = get_object_or_404(Politician, slug=slug)
    rows: QuerySet[Any] = politician.speeches.all() if table == "speeches" else politician.ballots.all()
    return table_response(request, table, rows, form, f"{slug}-{table}")


@in_the_readers_language
@require_safe
def parties_page(request: HttpRequest) -> HttpResponse:
    """The parties with speeches in the record."""
    parties = Party.objects.filter(parliament__in=shown_codes(request)).annotate(speech_count=Count("speech"))
    parties = parties.filter(speech_count__gt=0)
    context = {"parties": parties.select_related("parliament").order_by("parliament", "-speech_count")}
    return render(request, "speeches/parties.html", context)


@in_the_readers_language
@require_safe
def party_page(request: HttpRequest, code: str, country: str = "") -> HttpResponseBase:
    """A party's members and subjects. If several parliaments have the code, lists them to choose from."""
    parties = list(Party.objects.filter(code__iexact=code.replace("\x00", "")).select_related("parliament"))
    found = [party for party in parties if party.parliament_id == country] if country else parties
    if not found and country:
        return party_page(request, f"{country}/{code}")
    if not found:
        raise Http404(f"No party has the code “{code}”.")
    if len(found) > 1:
        return render(request, "speeches/parties.html", {"parties": found, "same_code": code}, status=300)
    if not country:
        return redirect(found[0])
    speeches = Speech.objects.filter(party=found[0])
    columns = [year_value(int(bar.label), bar.count) for bar in over_time(speeches, found[0].parliament_id)]
    context = {
        "party": found[0],
        "members": members_of(found[0]),
        "subjects": subjects(speeches),
        "latest": latest(speeches)[:_SPEECHES],
        "chart": column_chart(gettext("Speeches by year"), columns),
        "followed": urlencode({"party": found[0].code, "parliament": found[0].parliament_id}),
    }
    return render(request, "speeches/party.html", context)
