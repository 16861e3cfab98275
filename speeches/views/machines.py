"""Pages for search engines, browsers and assistants: robots.txt, sitemaps, OpenSearch and llms.txt."""

from datetime import date
from typing import Any

from django.contrib.sitemaps import Sitemap
from django.db.models import Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from speeches.models import Bill, Debate, Division, Parliament, Politician, Sitting
from speeches.reading.subjects import subjects

# Private pages, and pages of no use to crawlers.
_CLOSED = ("/admin/", "/accounts/", "/schemes/", "/chat", "/answers/", "/follow", "/complete", "/similar/", "/verify")


def _visible_codes() -> list[str]:
    """The codes of the parliaments that visitors see. An invented one is left out if there is a real record."""
    return Parliament.objects.visible_codes()


class Sittings(Sitemap[Sitting]):
    def items(self) -> QuerySet[Sitting]:
        return Sitting.objects.filter(chamber__parliament__in=_visible_codes()).select_related("chamber").order_by("pk")

    def lastmod(self, item: Sitting) -> date:
        return item.ingested_at.date()


class Debates(Sitemap[Debate]):
    """Debates without subheadings; a heading above others is left out."""

    def items(self) -> QuerySet[Debate]:
        own = Debate.objects.filter(sitting__chamber__parliament__in=_visible_codes(), children=None)
        return own.select_related("sitting__chamber").order_by("pk")


class Politicians(Sitemap[Politician]):
    def items(self) -> QuerySet[Politician]:
        spoke = Politician.objects.filter(parliament__in=_visible_codes(), speeches__isnull=False)
        return spoke.annotate(last=Max("speeches__date")).order_by("pk")

    def lastmod(self, item: Any) -> date:
        last: date = item.last
        return last


class Bills(Sitemap[Bill]):
    def items(self) -> QuerySet[Bill]:
        own = Bill.objects.filter(parliament__in=_visible_codes(), session__isnull=False)
        return own.select_related("session", "parliament").order_by("pk")


class Divisions(Sitemap[Division]):
    def items(self) -> QuerySet[Division]:
        own = Division.objects.filter(sitting__chamber__parliament__in=_visible_codes())
        return own.select_related("sitting__chamber").order_by("pk")


class Pages(Sitemap[str]):
    """Pages that are always there, and those of the subjects of debate."""

    def items(self) -> list[str]:
        always = [reverse(name) for name in ("search", "subjects", "trends", "compare", "glossary", "coverage")]
        return [*always, *(reverse("subject", args=[key]) for key in subjects())]

    def location(self, item: str) -> str:
        return item


SITEMAPS: dict[str, type[Sitemap[Any]]] = {
    "pages": Pages, "sittings": Sittings, "debates": Debates,
    "politicians": Politicians, "bills": Bills, "divisions": Divisions,
}  # fmt: skip


@require_safe
@cache_control(max_age=86_400)
def robots(request: HttpRequest) -> HttpResponse:
    """robots.txt: what crawlers may visit."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in _CLOSED)]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('sitemap-index'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(max_age=86_400)
def open_search(request: HttpRequest) -> HttpResponse:
    """The OpenSearch description, by which a browser's search box searches here."""
    return render(request, "speeches/opensearch.xml", {"site": _site(request)},
                  content_type="application/opensearchdescription+xml; charset=utf-8")  # fmt: skip


@require_safe
@cache_control(max_age=86_400)
def for_assistants(request: HttpRequest) -> HttpResponse:
    """llms.txt: facts for AI assistants about this site, as https://llmstxt.org proposes."""
    return render(request, "speeches/llms.txt", {"site": _site(request)}, content_type="text/plain; charset=utf-8")


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")
