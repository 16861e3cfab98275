"""Bills, committees, elections, ridings, sessions, and complete lists from the tables."""

import datetime
import re
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Count, F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from rag.serving.languages import in_the_readers_language
from rag.text.language import detect_language
from rag.text.spans import Span
from speeches.enumerations.answer import find_listing
from speeches.enumerations.examples import list_examples
from speeches.enumerations.listing import Listing
from speeches.models import (
    Bill,
    Committee,
    CommitteeReport,
    Debate,
    Division,
    Election,
    Entry,
    Riding,
    Session,
    Sitting,
    SourceType,
    Speech,
    Term,
)
from speeches.questions.answer import AskRequest
from speeches.questions.plan import read_request
from speeches.reading.bills import speeches_on, with_speech_counts
from speeches.reading.people import latest
from speeches.reading.voices import marked_paragraphs
from speeches.reading.votes import recorded_votes
from speeches.search.filters import Filters
from speeches.search.version import corpus_version
from speeches.views.addresses import neighbours_of, passage_asked_for, url_with
from speeches.views.frames import chosen_parliament, shown_codes

_PAGE = 40
_LIST_PAGE = 200
# The longest name of a file, without its ending.
_NAME_OF_FILE = 60
# The most earlier questions of the conversation in a list's URL.
_MOST_BEFORE = 4
_LONGEST = 2000
# What the last column of a list of each kind holds; that of any other kind holds days.
_NOTE_HEADINGS = {
    "votes": _("Vote"),
    "speakers": _("Speeches"),
    "bills": _("Note"),
    "committees": _("Note"),
    "turns": _("Note"),
}
_ELECTION = re.compile(r"([a-z0-9-]+?)-((?:1[89]|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))-")


@in_the_readers_language
@require_safe
def bills_page(request: HttpRequest) -> HttpResponse:
    """Debated bills, latest session first, then bills that speeches only mention."""
    title = request.GET.get("title", "").strip().replace("\x00", "")
    bills = with_speech_counts(Bill.objects.filter(parliament__in=shown_codes(request)))
    bills = bills.select_related("session", "parliament")
    if title:
        bills = bills.filter(title__icontains=title) | bills.filter(number__iexact=title)
    latest_first = (F("session__number").desc(nulls_last=True), F("session__part").desc(nulls_last=True))
    bills = bills.order_by(*latest_first, "number", "title")
    page = Paginator(bills, _PAGE).get_page(request.GET.get("page"))
    return render(request, "speeches/bills.html", {"bills": page, "title": title, **neighbours_of(request, page)})


@in_the_readers_language
@require_safe
def bill_page(request: HttpRequest, key: str) -> HttpResponse:
    """A bill: its title, debates, votes, and the speeches on it or that name it."""
    bill = Bill.objects.find_by_key(key)
    if bill is None:
        raise Http404(f"No bill has the id “{key}”.")
    debates = Debate.objects.filter(about=bill).exclude(children__about=bill)
    debates = debates.select_related("sitting__chamber", "parent")
    speeches = latest(speeches_on(bill))
    page = Paginator(speeches, _PAGE // 2).get_page(request.GET.get("page"))
    context = {
        "bill": bill,
        "debates": debates.order_by("sitting__date", "position"),
        **_votes_on(bill),
        "speeches": page,
        "followed": urlencode({"bill": bill.key, "parliament": bill.parliament_id}),
        **neighbours_of(request, page),
        **_text_values(request, {"en": bill.text, "fr": bill.text_fr}),
    }
    return render(request, "speeches/bill.html", context)


def _votes_on(bill: Bill) -> dict[str, Any]:
    """A bill's votes: those on the bill at its stages, and others in its debates."""
    votes = recorded_votes().filter(about=bill).select_related("sitting__chamber").order_by("sitting__date", "position")
    return {
        "divisions": [vote for vote in votes if vote.kind == Division.Kind.BILL],
        "other_divisions": [vote for vote in votes if vote.kind != Division.Kind.BILL],
    }


@in_the_readers_language
@require_safe
def committees_page(request: HttpRequest) -> HttpResponse:
    """The committees of each parliament."""
    committees = Committee.objects.filter(parliament__in=shown_codes(request)).select_related("parliament")
    committees = committees.annotate(met=Count("meetings", distinct=True))
    return render(request, "speeches/committees.html", {"committees": committees.order_by("parliament", "name")})


@in_the_readers_language
@require_safe
def committee_page(request: HttpRequest, country: str, slug: str) -> HttpResponse:
    """A committee: its meetings, and its members by the latest list or one of an earlier day."""
    committee = get_object_or_404(
        Committee.objects.select_related("parliament", "chamber"), parliament=country, slug=slug
    )
    days = sorted(set(committee.seats.values_list("date", flat=True)), reverse=True)
    asked = request.GET.get("day", "")
    day = next((one for one in days if one.isoformat() == asked), days[0] if days else None)
    seats = committee.seats.filter(date=day).select_related("politician", "speech") if day else []
    context = {
        "committee": committee,
        "reports": committee.reports.select_related("session", "committee"),
        "meetings": committee.meetings.select_related("session"),
        "days": [{"day": one, "url": url_with(request, {"day": one.isoformat()}), "on": one == day} for one in days],
        "day": day,
        "seats": [seat for seat in seats if seat.role != "associate"],
        "associates": [seat for seat in seats if seat.role == "associate"],
        "printed": next((seat.speech for seat in seats if seat.speech), None),
    }
    return render(request, "speeches/committee.html", context)


@in_the_readers_language
@require_safe
def report_page(request: HttpRequest, key: str) -> HttpResponse:
    """A committee's report, with its text if the record has it."""
    entry = Entry.objects.filter(source_type=SourceType.COMMITTEE_REPORT, key=key).first()
    rows = CommitteeReport.objects.select_related("committee__parliament", "session")
    report = rows.filter(pk=entry.record).first() if entry else None
    if report is None:
        raise Http404(f"No report of a committee has the id “{key}”.")
    context = {"report": report, **_text_values(request, {"en": report.text, "fr": report.text_fr})}
    return render(request, "speeches/report.html", context)


def _text_values(request: HttpRequest, texts: dict[str, str]) -> dict[str, Any]:
    """The text of a record in the requested language, or the first available one, with the requested passage marked."""
    there = [language for language, text in texts.items() if text]
    asked = request.GET.get("text", "")
    if not there:
        return {}
    language = asked if asked in there else there[0]
    text = texts[language]
    passage = passage_asked_for(request, text)
    if passage and asked not in ("", language):
        raise Http404("There is no such text of this record.")
    return {
        "paragraphs": list(marked_paragraphs(text, Span(0, len(text)), passage)),
        "marked": passage is not None,
        "text_language": language,
        "other_texts": [one for one in there if one != language],
    }


@in_the_readers_language
@require_safe
def elections_page(request: HttpRequest) -> HttpResponse:
    """The elections on record, the latest first."""
    elections = Election.objects.filter(parliament__in=shown_codes(request)).select_related("parliament")
    elections = elections.annotate(stood=Count("candidacies"))
    return render(request, "speeches/elections.html", {"elections": elections.order_by("-date", "name")})


@in_the_readers_language
@require_safe
def election_page(request: HttpRequest, key: str) -> HttpResponse:
    """An election: the candidates in each riding, and who was elected."""
    found = _ELECTION.match(key)
    day = _day(found[2]) if found else None
    rows = Election.objects.filter(parliament=found[1], date=day) if found and day else Election.objects.none()
    election = next((one for one in rows.select_related("parliament") if one.key == key), None)
    if election is None:
        raise Http404(f"No election has the id “{key}”.")
    stood = election.candidacies.select_related("politician", "party", "riding")
    page = Paginator(stood.order_by("riding__name", F("votes").desc(nulls_last=True), "name"), _LIST_PAGE)
    candidacies = page.get_page(request.GET.get("page"))
    context = {"election": election, "candidacies": candidacies, **neighbours_of(request, candidacies)}
    return render(request, "speeches/election.html", context)


def _day(text: str) -> datetime.date | None:
    """The date in a text; None if there is no such day."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


@in_the_readers_language
@require_safe
def riding_page(request: HttpRequest, country: str, riding: int) -> HttpResponse:
    """The members for a riding, and their speeches as such."""
    found = get_object_or_404(Riding.objects.select_related("parliament"), parliament=country, pk=riding)
    terms = Term.objects.filter(riding=found).select_related("politician", "party", "chamber").order_by("-end")
    page = Paginator(latest(Speech.objects.filter(riding=found)), _PAGE // 2).get_page(request.GET.get("page"))
    context = {"riding": found, "terms": terms, "speeches": page, **neighbours_of(request, page)}
    return render(request, "speeches/riding.html", context)


@in_the_readers_language
@require_safe
def session_page(request: HttpRequest, country: str, code: str) -> HttpResponse:
    """A session: its sitting days on record and its bills."""
    session = Session.objects.find_by_code(country, code)
    if session is None:
        raise Http404(f"The record has no session “{code}” of that parliament.")
    sittings = Sitting.objects.once().filter(session=session).select_related("chamber__parliament").order_by("-date")
    page = Paginator(sittings, _PAGE).get_page(request.GET.get("page"))
    context = {"session": session, "sittings": page, "bills": session.bills.all(), **neighbours_of(request, page)}
    return render(request, "speeches/session.html", context)


def _as_file(listing: Listing, request: HttpRequest) -> HttpResponse:
    """A list as a CSV file under its own name. Excel recognises UTF-8 only by a byte order mark."""
    content = listing.as_csv(request.build_absolute_uri("/").rstrip("/")).encode("utf-8-sig")
    response = HttpResponse(content, content_type="text/csv; charset=utf-8")
    name = slugify(listing.title)[:_NAME_OF_FILE].strip("-") or "list"
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


@in_the_readers_language
@require_safe
def list_page(request: HttpRequest) -> HttpResponse:
    """The complete list that a question asks for, in pages or all of it as CSV.

    `after` holds the earlier questions of its conversation; `vote` is the vote chosen among several.
    """
    question = " ".join(request.GET.get("q", "").replace("\x00", "").split())[:_LONGEST]
    version = corpus_version()
    before = tuple(one.replace("\x00", "")[:_LONGEST] for one in request.GET.getlist("after")[:_MOST_BEFORE])
    parliament, vote = chosen_parliament(request), request.GET.get("vote", "").replace("\x00", "")
    asked = AskRequest(question, Filters(country=parliament), before=before, vote=vote)
    listing = find_listing(read_request(asked).reading, version, vote) if question else None
    if listing is not None and request.GET.get("format") == "csv":
        return _as_file(listing, request)
    context: dict[str, Any] = {"question": question, "listing": listing, "language": detect_language(question)}
    if listing is None:
        context["examples"] = list_examples(version, parliament)
    if listing is not None and listing.choices:
        context["choices"] = [(one, url_with(request, {"vote": one.source.id})) for one in listing.choices]
    if listing is not None:
        page = Paginator(listing.entries, _LIST_PAGE).get_page(request.GET.get("page"))
        context |= {
            "entries": page,
            "csv": url_with(request, {"format": "csv"}),
            "columns": [
                name
                for name in ("party", "riding", "state", "role", "note")
                if any(getattr(one, name) for one in listing.entries)
            ],
            "riding_heading": listing.source.parliament.riding_word if listing.source.parliament else "riding",
            "note_heading": _NOTE_HEADINGS.get(listing.kind, _("When")),
            **neighbours_of(request, page),
        }
    return render(request, "speeches/list.html", context, status=200 if listing or not question else 404)
