"""What an answer could see: which days, how many sittings; and whether the question asks beyond them."""

import datetime
import re
from dataclasses import asdict, dataclass

from django.db.models import Count, Max, Min

from rag.text.dates import MONTHS, written
from speeches.formats.names import fold
from speeches.models import Sitting
from speeches.search.catalogue import Catalogue
from speeches.search.filters import Filters, parliaments_called

_WHEN = re.compile(rf"\b(?:(?:(\d{{1,2}})\s+)?({'|'.join(MONTHS)})\s+)?((?:19|20)\d\d)\b", re.IGNORECASE)
_NOW = re.compile(r"\b(?:today|now|currently|at present|latest|this (?:week|month|year)|yesterday)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The days of the record that a question was put to, and warnings where it asks outside of them."""

    date_from: datetime.date | None
    date_to: datetime.date | None
    sittings: int
    chambers: list[str]
    warnings: list[str]

    def as_dict(self) -> dict[str, object]:
        values = asdict(self)
        return values | {name: str(day) if (day := values[name]) else None for name in ("date_from", "date_to")}


def coverage_of(question: str, filters: Filters, known: Catalogue) -> Coverage:
    """The sittings within a question's filters of day, chamber and country."""
    sittings = Sitting.objects.order_by()
    if filters.chamber:
        named = [key for key, chamber in known.chambers.items() if fold(filters.chamber) in chamber.keys()]
        sittings = sittings.filter(chamber__in=named)
    codes = parliaments_called(filters.country) if filters.country else known.shown
    sittings = sittings.filter(chamber__parliament__in=codes)
    everything = sittings.aggregate(first=Min("date"), last=Max("date"))
    if filters.date_from:
        sittings = sittings.filter(date__gte=filters.date_from)
    if filters.date_to:
        sittings = sittings.filter(date__lte=filters.date_to)
    seen = sittings.aggregate(first=Min("date"), last=Max("date"), count=Count("pk"))
    found = [
        known.chambers[key] for key in sittings.values_list("chamber", flat=True).distinct() if key in known.chambers
    ]
    several = len({chamber.parliament_id for chamber in found}) > 1
    names = sorted(
        f"{chamber.name} ({known.parliaments[chamber.parliament_id].label})" if several else chamber.name
        for chamber in found
    )
    warnings = list(_warnings(question, filters, everything["first"], everything["last"]))
    return Coverage(seen["first"], seen["last"], seen["count"], names, warnings)


def _warnings(question: str, filters: Filters, first: datetime.date | None, last: datetime.date | None) -> list[str]:
    if first is None or last is None:
        return ["The record here holds no sitting within these filters."]
    asked = [_range(found) for found in _WHEN.finditer(question)]
    asked += [(filters.date_from or first, filters.date_to or last)]
    warnings = []
    if any(end > last for _, end in asked[:-1]) or asked[-1][0] > last or _NOW.search(question):
        warnings.append(f"The record here ends on {written(last)}.")
    if any(start < first for start, _ in asked[:-1]) or asked[-1][1] < first:
        warnings.append(f"The record here begins on {written(first)}.")
    return warnings


def _range(found: "re.Match[str]") -> tuple[datetime.date, datetime.date]:
    """The days that a date in a question means: a year is asked beyond the record only where none of it is in it."""
    year = int(found[3])
    if not found[2]:
        return datetime.date(year, 12, 31), datetime.date(year, 1, 1)
    month = MONTHS.index(found[2].title()) + 1
    try:
        day = datetime.date(year, month, int(found[1])) if found[1] else None
    except ValueError:
        day = None
    if day:
        return day, day
    following = datetime.date(year + month // 12, month % 12 + 1, 1)
    return following - datetime.timedelta(days=1), datetime.date(year, month, 1)
