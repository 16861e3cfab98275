"""Among which kinds of record a question is answered, and how many passages each may give."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from speeches.models import SourceType
from speeches.questions.understand import Understood
from speeches.search.filters import Filters
from speeches.understanding.query import Query

# The kinds whose own words the record may hold.
PRINTED_KINDS = (SourceType.HANSARD, SourceType.BILL, SourceType.COMMITTEE_REPORT)

Row = tuple[Mapping[str, Any], float]


def kinds_to_quote(query: Query, understood: Understood, filters: Filters) -> tuple[str, ...]:
    """The kinds that may be quoted: those that the intent cites; speeches alone where it is asked who said what."""
    if filters.source_type:
        return (filters.source_type.lower(),)
    if filters.speaker or filters.party or query.speaker or understood.parties or understood.speakers:
        return (SourceType.HANSARD,)
    return tuple(kind for kind in query.intent.cites if kind in PRINTED_KINDS) or (SourceType.HANSARD,)


def slotted(rows: Iterable[Row], slots: Mapping[str, int], count: int) -> list[Row]:
    """The best `count` rows, no kind beyond its slots as long as another has any; in their order."""
    taken: Counter[str] = Counter()
    within: list[int] = []
    beyond: list[int] = []
    ranked = list(rows)
    for place, (row, _) in enumerate(ranked):
        kind = row["source_type"]
        (within if taken[kind] < slots.get(kind, count) else beyond).append(place)
        taken[kind] += 1
    return [ranked[place] for place in sorted([*within, *beyond][:count])]
