"""The days and sittings that an answer could draw on, and warnings if the question asks beyond them."""

import datetime
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from django.db.models import Count, Max, Min, Q
from django.utils.translation import gettext, override

from rag.text.dates import format_date
from speeches.formats.names import fold
from speeches.models import Sitting
from speeches.questions.wording import BEGINS, EMPTY_DAYS, ENDS, NO_SITTING
from speeches.reading.naming import name_of
from speeches.search.catalogue import Catalogue
from speeches.search.filters import Filters, parliaments_called
from speeches.understanding.reading import Reading

# Kinds of fact that may have changed since the last day of the record.
_GOES_ON = frozenset({"fact/holder", "fact/stage"})


@dataclass(frozen=True, slots=True)
class Coverage:
    """The days of the record that were searched, and warnings if the question asks outside them."""

    date_from: datetime.date | None
    date_to: datetime.date | None
    sittings: int
    chambers: list[str]
    warnings: list[str]

    def as_dict(self) -> dict[str, object]:
        values = asdict(self)
        return values | {name: str(day) if (day := values[name]) else None for name in ("date_from", "date_to")}


def coverage_of(reading: Reading, filters: Filters, known: Catalogue, *, refused: bool = False) -> Coverage:
    """The sittings that match a question's filters of day, chamber and country. If it was `refused`, a warning mentions
    days without a sitting; otherwise the days may be part of the subject."""
    sittings = Sitting.objects.once().order_by()
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
    warnings = list(_warnings(reading, filters, everything["first"], everything["last"]))
    warnings += () if refused else _last_days(reading, known)
    warnings += _empty_days(reading) if refused else ()
    return Coverage(seen["first"], seen["last"], seen["count"], names, warnings)


def _warnings(
    reading: Reading, filters: Filters, first: datetime.date | None, last: datetime.date | None
) -> Iterator[str]:
    """Warn of days beyond the record. A year is beyond it only if all of it is."""
    language = reading.language
    if first is None or last is None:
        yield NO_SITTING[language]
        return
    begins = [day for day in (reading.first, filters.date_from) if day]
    ends = [day for day in (reading.last, filters.date_to) if day]
    undated = bool(reading.all("date")) and not (reading.first or reading.last)
    if undated or any(day > last for day in begins):
        yield ENDS[language].format(format_date(last, language))
    if any(day < first for day in ends):
        yield BEGINS[language].format(format_date(first, language))


def _last_days(reading: Reading, known: Catalogue) -> Iterator[str]:
    """Say where the record ends, for questions about how things stand now: by chamber, or by parliament if there are
    several."""
    if reading.kind not in _GOES_ON or reading.all("date") or reading.days:
        return
    language, several = reading.language, len(reading.view) > 1
    held = Sitting.objects.once().order_by().filter(chamber__parliament__in=reading.view, chamber__committee=None)
    last = held.values_list("chamber__parliament" if several else "chamber").annotate(last=Max("date"))
    ended = defaultdict(list)
    with override(language):
        for key, day in last.order_by("last"):
            name = gettext(known.parliaments[key].label) if several else name_of(known.chambers[key], language)
            ended[format_date(day, language)].append(name)
    told = [f"{day} ({', '.join(sorted(own))})" if len(ended) > 1 else day for day, own in ended.items()]
    if told:
        yield ENDS[language].format(", ".join(told))


def _empty_days(reading: Reading) -> Iterator[str]:
    """Tell of days without a sitting, between others, when the nearest sittings were."""
    if not reading.days:
        return
    dates = Sitting.objects.once().order_by().filter(chamber__parliament__in=reading.view).values_list("date")
    nearest = dates.aggregate(
        before=Max("date", filter=Q(date__lt=reading.days[0])),
        then=Count("pk", filter=Q(date__range=reading.days)),
        after=Min("date", filter=Q(date__gt=reading.days[1])),
    )
    if not nearest["then"] and nearest["before"] and nearest["after"]:
        before, after = (format_date(nearest[which], reading.language) for which in ("before", "after"))
        yield EMPTY_DAYS[reading.language].format(before, after)
