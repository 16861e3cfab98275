"""Sitting days: a calendar, and who spoke on a day."""

import calendar
import datetime
from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, F, QuerySet

from speeches.models import Sitting


@dataclass(frozen=True, slots=True)
class Day:
    """A day in a calendar month, with its sittings; `number` is 0 for the days of neighbouring months."""

    number: int
    sittings: list[Sitting]


@dataclass(frozen=True, slots=True)
class Month:
    first: datetime.date
    weeks: list[list[Day]]


def years(sittings: QuerySet[Sitting]) -> list[int]:
    """The years with sittings, latest first."""
    return sorted({day.year for day in sittings.order_by().values_list("date", flat=True).distinct()}, reverse=True)


def calendar_of(year: int, sittings: QuerySet[Sitting]) -> list[Month]:
    """The months of a year that have sittings, in weeks that start on Monday."""
    by_day: dict[datetime.date, list[Sitting]] = defaultdict(list)
    for sitting in sittings.filter(date__year=year).select_related("chamber__parliament").order_by("date", "chamber"):
        by_day[sitting.date].append(sitting)
    months = sorted({day.month for day in by_day})
    return [
        Month(
            datetime.date(year, month, 1),
            [
                [Day(number, by_day.get(datetime.date(year, month, number), []) if number else []) for number in week]
                for week in calendar.monthcalendar(year, month)
            ],
        )
        for month in months
    ]


def beside(sitting: Sitting) -> tuple[Sitting | None, Sitting | None]:
    """The chamber's previous and next sittings."""
    same = Sitting.objects.filter(chamber=sitting.chamber).select_related("chamber")
    before = same.filter(date__lt=sitting.date).order_by("-date").first()
    return before, same.filter(date__gt=sitting.date).order_by("date").first()


def most_speeches(sitting: Sitting, count: int = 8) -> list[dict[str, object]]:
    """The members with the most speeches in a sitting."""
    named = sitting.speeches.exclude(politician=None).values(slug=F("politician__slug"), name=F("politician__name"))
    return [dict(row) for row in named.annotate(speeches=Count("pk")).order_by("-speeches", "name")[:count]]
