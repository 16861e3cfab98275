"""Corpus statistics for the admin's first page."""

from datetime import timedelta

from django import template
from django.db import connection
from django.template.defaultfilters import date, filesizeformat
from django.urls import reverse
from django.utils import timezone

from speeches.ingestion.embedding import pending_count
from speeches.models import Answer, Chunk, Debate, Division, IngestJob, Politician, Sitting, Speech

register = template.Library()


@register.simple_tag
def corpus_numbers() -> list[tuple[str, int | str, str]]:
    """Counts of stored and waiting rows: a name, a value, and the URL of the admin list ("" if there is none)."""
    days = Sitting.objects.order_by("date").values_list("date", flat=True)
    first, last = days.first(), days.last()
    unfinished = IngestJob.objects.exclude(status__in=["done", "failed"])
    week = timezone.now() - timedelta(days=7)
    return [
        ("Speeches", Speech.objects.count(), _list("speech")),
        ("Passages", Chunk.objects.count(), ""),
        ("Passages waiting for their vector", pending_count(), ""),
        ("Sittings", Sitting.objects.count(), _list("sitting")),
        ("Days", f"{date(first, 'j F Y')} to {date(last, 'j F Y')}" if first else "none", ""),
        ("Debates", Debate.objects.count(), _list("debate")),
        ("Divisions", Division.objects.count(), _list("division")),
        ("Politicians", Politician.objects.count(), _list("politician")),
        ("Files under way", unfinished.count(), f"{_list('ingestjob')}?status__exact=embedding"),
        (
            "Files that failed",
            IngestJob.objects.filter(status="failed").count(),
            f"{_list('ingestjob')}?status__exact=failed",
        ),
        ("Questions in the last week", Answer.objects.filter(created_at__gte=week).count(), _list("answer")),
        ("Size of the database", filesizeformat(_size()), ""),
    ]


def _list(model: str) -> str:
    return reverse(f"admin:speeches_{model}_changelist")


def _size() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])
