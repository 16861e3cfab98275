"""Debates and divisions by filters, for lists of them."""

from django.db.models import QuerySet

from speeches.models import Debate, Division
from speeches.search.filters import Filters
from speeches.search.listing import sittings_with

# The latest day first, each day in its own order; together unique.
LATEST_FIRST = ("-sitting__date", "sitting_id", "position")
_MOST_WORDS = 20


def debates_with(filters: Filters, title: str = "", bill: str = "") -> QuerySet[Debate]:
    """Debates whose heading holds the words of `title`, on a bill. Raises SearchError."""
    rows = Debate.objects.filter(sittings_with(filters, "sitting__"))
    for word in _plain(title).split()[:_MOST_WORDS]:
        rows = rows.filter(title__icontains=word)
    if bill := _plain(bill):
        rows = rows.filter(bill__iexact=bill)
    return rows.select_related("sitting__chamber", "parent")


def divisions_with(filters: Filters, question: str = "", politician: str = "") -> QuerySet[Division]:
    """Divisions whose question holds the words, in which a politician (by id) voted. Raises SearchError."""
    rows = Division.objects.filter(sittings_with(filters, "sitting__"))
    for word in _plain(question).split()[:_MOST_WORDS]:
        rows = rows.filter(question__icontains=word)
    if politician := _plain(politician):
        rows = rows.filter(ballots__politician__slug=politician).distinct()
    return rows.select_related("sitting__chamber", "debate__parent")


def _plain(text: str) -> str:
    return text.replace("\x00", "").strip()
