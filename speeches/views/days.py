"""The sittings calendar, the coverage of the record, and the divisions."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from rag.serving.languages import in_the_readers_language
from speeches.formats.frame import frame_of
from speeches.models import Chamber, Division, Party, Politician, Sitting, Vote
from speeches.reading.agreement import agreement
from speeches.reading.coverage import coverage
from speeches.reading.days import calendar_of, years
from speeches.reading.lists import DivisionFilters, divisions_with
from speeches.reading.tables import LINES
from speeches.reading.votes import tally
from speeches.search.errors import SearchError
from speeches.views.addresses import neighbours_of, url_with
from speeches.views.files import table_response
from speeches.views.frames import frame_filters, shown_codes

_PAGE = 40


@in_the_readers_language
@require_safe
def sittings_page(request: HttpRequest) -> HttpResponse:
    """The sittings of a year as a calendar."""
    chamber = request.GET.get("chamber", "")
    shown = shown_codes(request)
    sittings = Sitting.objects.filter(chamber__parliament__in=shown)
    chosen = next((one for one in Chamber.objects.all() if one.key == chamber), None)
    if chosen:
        sittings = sittings.filter(chamber=chosen)
    known = years(sittings)
    asked = request.GET.get("year", "")
    year = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) == 4 else (known[0] if known else 0)
    context = {
        "years": [{"year": one, "url": url_with(request, {"year": str(one)}), "on": one == year} for one in known],
        "year": year,
        "months": calendar_of(year, sittings) if year in known else [],
        "chambers": Chamber.objects.filter(parliament__in=shown, sittings__isnull=False)
        .select_related("parliament")
        .distinct(),
        "chosen": chosen,
    }
    return render(request, "speeches/sittings.html", context)


@in_the_readers_language
@require_safe
def coverage_page(request: HttpRequest) -> HttpResponse:
    """The sittings on record, by chamber and month."""
    return render(request, "speeches/coverage.html", {"coverage": coverage(shown_codes(request))})


@in_the_readers_language
@require_safe
def divisions_page(request: HttpRequest) -> HttpResponse:
    """Recorded votes, latest first, filtered by words, kind, outcome, bill and who voted."""
    narrowed = DivisionFilters(
        words=request.GET.get("q", ""),
        **{name: request.GET.get(name, "") for name in ("kind", "outcome", "bill", "member", "party", "side")},
    )
    context: dict[str, Any] = {
        "form": request.GET,
        "kinds": Division.Kind.choices,
        "outcomes": Division.Outcome.choices,
    }
    shown = shown_codes(request)
    context["parties"] = Party.objects.filter(parliament__in=shown, term__isnull=False).distinct()
    context["member"] = Politician.objects.filter(slug=narrowed.member.replace("\x00", "")).first()
    try:
        rows = divisions_with(frame_filters(request), narrowed)
    except SearchError as error:
        return render(request, "speeches/divisions.html", context | {"error": error.message}, status=422)
    page = Paginator(rows.order_by("-sitting__date", "-position"), _PAGE).get_page(request.GET.get("page"))
    context |= {"divisions": page, "total": page.paginator.count, **neighbours_of(request, page)}
    return render(request, "speeches/divisions.html", context)


@in_the_readers_language
@require_safe
def agreement_page(request: HttpRequest, one: str, other: str) -> HttpResponse:
    """How often two members voted alike, and the votes in which they differed."""
    people = Politician.objects.filter(slug__in=[one, other]).select_related("parliament").in_bulk(field_name="slug")
    if len(people) < 2 or people[one].parliament_id != people[other].parliament_id:
        raise Http404("Two members of one parliament can be compared; these are not.")
    return render(request, "speeches/agreement.html", {"agreement": agreement(people[one], people[other])})


@in_the_readers_language
@require_safe
def division_page(request: HttpRequest, key: str) -> HttpResponse:
    """A recorded vote: the question, the result by party, and every name."""
    division = Division.objects.find_by_key(key)
    if division is None:
        raise Http404(f"No division has the id “{key}”.")
    votes, sides = tally(division), _sides(division)
    context = {
        "division": division,
        "sitting": division.sitting,
        "tally": votes,
        "rebels": votes.rebels,
        "words": [name for name, _, _ in sides[:2]],
        "sides": [(name, count, votes.side(vote)) for name, count, vote in sides if count],
        "other": _translated_division(division),
    }
    return render(request, "speeches/division.html", context)


@require_safe
def division_table(request: HttpRequest, key: str, form: str) -> HttpResponseBase:
    """The ballots of a recorded vote as a file."""
    division = Division.objects.find_by_key(key)
    if division is None or form not in LINES or division.method == Division.Method.PARTY:
        raise Http404(f"No division has the id “{key}” and ballots by name, or there are only {', '.join(LINES)}.")
    return table_response(request, "votes", division.ballots.all(), form, key)


def _sides(division: Division) -> list[tuple[str, int, str]]:
    chamber = division.sitting.chamber
    ayes, noes = frame_of(chamber.parliament_id).sides_of(chamber.slug)
    paired = division.paired or division.ballots.filter(vote=Vote.PAIRED).count()
    return [
        (gettext(ayes), division.ayes, Vote.AYE),
        (gettext(noes), division.noes, Vote.NO),
        (gettext("Abstentions"), division.abstentions, Vote.ABSTENTION),
        (gettext("Paired"), paired, Vote.PAIRED),
    ]


def _translated_division(division: Division) -> Division | None:
    """The same vote in the day's record in the other language, if there is one."""
    sitting = division.sitting.other_language()
    return sitting.divisions.filter(number=division.number).first() if sitting and division.number else None
