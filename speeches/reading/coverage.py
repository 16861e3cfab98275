"""The sittings that the record holds, by chamber and month, and when their source was last checked."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Min
from django.db.models.functions import TruncMonth

from speeches.models import Chamber, Fetched, Sitting


@dataclass(frozen=True, slots=True)
class Month:
    """A month and the number of a chamber's sittings on record in it."""

    first: datetime.date
    sittings: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """A chamber's months on record, latest first."""

    chamber: Chamber
    months: list[Month]
    first: datetime.date
    last: datetime.date
    sittings: int
    last_checked: datetime.datetime | None


def coverage(parliaments: Sequence[str]) -> list[Coverage]:
    """Coverage of every chamber of the parliaments (given by code) that has a sitting. Three queries."""
    sittings = Sitting.objects.once().filter(chamber__parliament__in=parliaments)
    counted = (
        sittings.annotate(month=TruncMonth("date"))
        .values("chamber", "month")
        .annotate(count=Count("pk"))
        .order_by("chamber", "-month")
    )
    by_chamber: dict[int, list[Month]] = {}
    for row in counted:
        by_chamber.setdefault(row["chamber"], []).append(Month(row["month"], row["count"]))
    checked = dict(Fetched.objects.values_list("parliament").annotate(Max("checked_at")))
    chambers = Chamber.objects.filter(pk__in=by_chamber).select_related("parliament").order_by("parliament", "pk")
    spans = sittings.order_by().values_list("chamber").annotate(Min("date"), Max("date"))
    days = {key: (first, last) for key, first, last in spans}
    return [
        Coverage(
            chamber=chamber,
            months=by_chamber[chamber.pk],
            first=days[chamber.pk][0],
            last=days[chamber.pk][1],
            sittings=sum(month.sittings for month in by_chamber[chamber.pk]),
            last_checked=checked.get(chamber.parliament_id),
        )
        for chamber in chambers
    ]
