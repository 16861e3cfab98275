"""Who held an office, and when."""

import datetime
from collections.abc import Iterable, Sequence

from speeches.formats.names import fold
from speeches.models import Office, Politician

# Sources in the order in which they are believed: lists know the days, labels show some of them.
_BELIEVED = (Office.Source.PEOPLE, Office.Source.PRINTED, Office.Source.LABEL)


def holders(
    title: str, parliaments: Iterable[str], days: tuple[datetime.date, datetime.date] | None = None
) -> list[Office]:
    """Who held the office of a title in the parliaments, at any time or within some days, in the order of time.

    Each once, by the source that is believed most.
    """
    rows = Office.objects.filter(politician__parliament__in=parliaments).select_related("politician__parliament")
    if days:
        rows = rows.filter(start__lte=days[1]).exclude(end__lt=days[0])
    wanted = _key(title)
    found = [office for office in rows if _key(office.title) == wanted] if wanted else []
    kept: dict[int, Office] = {}
    for office in sorted(found, key=lambda one: (_BELIEVED.index(Office.Source(one.source)), one.start)):
        kept.setdefault(office.politician_id, office)
    return sorted(kept.values(), key=lambda one: one.start)


def offices_of(politician: Politician) -> Sequence[Office]:
    """The offices of somebody, the latest first; what labels show is left out where a list knows the days."""
    offices = list(politician.offices.order_by("-start", "title"))
    listed = {_key(office.title) for office in offices if office.source != Office.Source.LABEL}
    return [one for one in offices if one.source != Office.Source.LABEL or _key(one.title) not in listed]


def _key(title: str) -> str:
    return fold(title).removeprefix("the ")
