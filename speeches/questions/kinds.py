"""Among which kinds of record a question is answered, and how many passages each may give."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from speeches.models import SourceType
from speeches.questions.understand import Understood
from speeches.search.filters import Filters
from speeches.understanding.bills import bill_index, bills_named
from speeches.understanding.query import Query

# The kinds whose own words the record may hold.
PRINTED_KINDS = (SourceType.HANSARD, SourceType.BILL, SourceType.COMMITTEE_REPORT)

Row = tuple[Mapping[str, Any], float]


_SAY = (
    r"(?:said|says?|think|thought|argued?|claim(?:ed)?|believed?|told|mention(?:ed)?|stated?|suggest(?:ed)?|promised?)"
)
# Whose words are asked for: "What did the Minister say", "according to Mr Lee", "Que dit la ministre".
_WHOSE = re.compile(
    rf"\b(?:what|how|why|when|where|which|did|does|do|has|have)\b(?P<before>[^?]{{0,80}}?)\b{_SAY}\b"
    r"|\baccording to (?P<according>[^?,]{1,60})|\bselon (?P<selon>[^?,]{1,60})"
    rf"|\bwho (?:else )?{_SAY}\b|\bqui (?:a )?(?:dit|déclaré|affirmé)\b"
    r"|\b(?:qu['’]a|qu['’]ont|que|qu['’]en)\s*(?:dit|disent|pense|a dit|déclaré|affirmé)\s+(?P<after>[^?]{0,60})",
    re.IGNORECASE,
)
# What has words of its own without being anybody.
_PAPER = re.compile(
    r"\b(?:bills?|acts?|laws?|reports?|committees?|sections?|parts?|schedules?|enactments?|summary|it"
    r"|projets? de loi|lois?|rapports?|comités?|articles?|annexes?|il)\b",
    re.IGNORECASE,
)


def kinds_to_quote(query: Query, understood: Understood, filters: Filters, version: int | None) -> tuple[str, ...]:
    """The kinds that may be quoted: those that the intent cites; speeches alone where it is asked who said what."""
    if filters.source_type:
        return (filters.source_type.lower(),)
    named = filters.speaker or filters.party or query.speaker
    if named or understood.parties or understood.speakers or understood.unknown:
        return (SourceType.HANSARD,)
    if asks_for_somebodys_words(understood.asked, version):
        return (SourceType.HANSARD,)
    return tuple(kind for kind in query.intent.cites if kind in PRINTED_KINDS) or (SourceType.HANSARD,)


def asks_for_somebodys_words(text: str, version: int | None) -> bool:
    """Whether a question asks what somebody said, whoever it is; what a bill or a report says is nobody's word."""
    asked = _WHOSE.search(text)
    if asked is None:
        return False
    whose = next((part for part in asked.groups() if part is not None), "")
    return not _PAPER.search(whose) and not bills_named(whose, bill_index(version))


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
