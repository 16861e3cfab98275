"""Counts how the found passages spread over parties, chambers, speakers and other facets."""

import datetime
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any

from speeches.models import Chamber, Party, SourceType
from speeches.search.catalogue import Catalogue
from speeches.search.results import FacetValue, Period
from speeches.search.roster import Roster

# How many values a facet shows; more would not help to choose.
_SHOWN = 12
# A chart that spans more months than this counts years.
_MONTHS = 24


def facets_of(rows: Iterable[Mapping[str, Any]], known: Catalogue, people: Roster) -> dict[str, list[FacetValue]]:
    """Counts of passages for each facet, most frequent first. Passages without a value are not counted."""
    counts: dict[str, Counter[Any]] = {
        name: Counter()
        for name in ("country", "party", "chamber", "speaker", "state", "topics", "debate_type", "year", "source_type")
    }
    for row in rows:
        counts["country"][row["parliament_id"]] += 1
        counts["party"][row["party_id"]] += 1
        counts["chamber"][row["chamber_id"]] += 1
        counts["speaker"][row["politician_id"]] += 1
        counts["state"][row["state"]] += 1
        counts["debate_type"][row["debate_type"]] += 1
        counts["year"][str(row["date"].year) if row["date"] else ""] += 1
        counts["source_type"][row["source_type"]] += 1
        counts["topics"].update(row["topics"])
    # The catalogue may briefly be older than the record: what it does not know yet is not counted yet.
    tables: dict[str, Container[Any]] = {
        "party": known.parties, "chamber": known.chambers, "country": known.parliaments,
    }  # fmt: skip
    several = len(counts["country"]) > 1
    naming: dict[str, Callable[[Any, int], FacetValue]] = {
        "country": lambda key, count: FacetValue(key, known.parliaments[key].label, count),
        "party": lambda key, count: _facet_value(known.parties[key], known.parties[key].code, count, known, several),
        "chamber": lambda key, count: _facet_value(
            known.chambers[key], known.chambers[key].name, count, known, several
        ),
        "source_type": lambda key, count: FacetValue(key, str(SourceType(key).label), count),
        "speaker": lambda key, count: FacetValue(people.names.get(key, ""), people.names.get(key, ""), count),
    }
    return {
        name: [
            naming.get(name, _plain_value)(key, count)
            for key, count in counter.most_common(_SHOWN + 1)
            if key not in (None, "") and key in tables.get(name, (key,))
        ][:_SHOWN]
        for name, counter in counts.items()
    }


def timeline_of(days: Sequence[datetime.date]) -> tuple[Period, ...]:
    """The passages over time, without gaps: by month within two years, by year beyond. Empty for a single period."""
    if not days:
        return ()
    first, last = min(days), max(days)
    by_month = (last.year - first.year) * 12 + last.month - first.month < _MONTHS
    counts = Counter((day.year, day.month if by_month else 1) for day in days)
    periods = []
    year, month = first.year, first.month if by_month else 1
    while (year, month) <= (last.year, last.month if by_month else 1):
        following = (year + month // 12, month % 12 + 1) if by_month else (year + 1, 1)
        begin, end = datetime.date(year, month, 1), datetime.date(*following, 1) - datetime.timedelta(days=1)
        periods.append(Period(begin.strftime("%b %Y" if by_month else "%Y"), begin, end, counts[year, month]))
        year, month = following
    return tuple(periods) if len(periods) > 1 else ()


def _plain_value(key: str, count: int) -> FacetValue:
    return FacetValue(key, key, count)


def _facet_value(row: Party | Chamber, value: str, count: int, known: Catalogue, several: bool) -> FacetValue:
    """The value of a party or a chamber, with its country if passages of several were found."""
    if not several:
        return FacetValue(value, row.name, count)
    return FacetValue(value, f"{row.name}, {known.parliaments[row.parliament_id].label}", count, row.parliament_id)
