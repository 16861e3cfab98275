"""Where a subject is debated, and who speaks there."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from speeches.models import SourceType, Speech
from speeches.search.engine import SearchRequest, rank_passages
from speeches.search.offices import holders, is_of_another
from speeches.understanding.reading import Slot
from speeches.understanding.stems import stems_of

# The weight of a venue is that of its best speakers, this many of them.
_WEIGHED = 3
# Lighter places are not looked at.
_MOST = 12


@dataclass(frozen=True)
class Venue:
    """The headings of one title and bill on one day; without headings, such as before a committee, the whole sitting.

    `weight` adds up the relevance of the best passage of each of its first speakers on the subject.
    """

    weight: float
    day: datetime.date | None = None
    debates: tuple[int, ...] = ()
    sittings: tuple[int, ...] = ()

    @cached_property
    def roles(self) -> dict[int, set[str]]:
        """The roles under which each member and witness speaks there, by key."""
        found: dict[int, set[str]] = defaultdict(set)
        there = Q(debate__in=self.debates) if self.debates else Q(sitting__in=self.sittings)
        speeches = Speech.objects.filter(there, politician__isnull=False)
        for key, role in speeches.order_by().values_list("politician", "role").distinct():
            found[key].add(role)
        return found

    def find_speakers(self, slot: Slot, view: Iterable[str]) -> tuple[int, ...]:
        """Whom a slot means there: by name, or as the holder of an office; else the only one whose role holds all its
        words, and is not that of somebody's assistant or opponent."""
        named = slot.keys
        if slot.name == "office" and self.day:
            named = tuple(one.politician_id for one in holders(slot.words, view, (self.day, self.day)))
        there = tuple(dict.fromkeys(key for key in named if key in self.roles))
        if there or (slot.keys and slot.name != "office"):
            return there
        words = stems_of(slot.words)
        described = [
            key
            for key, roles in self.roles.items()
            if words and any(words <= stems_of(role) and not is_of_another(role, slot.words) for role in roles)
        ]
        return tuple(described) if len(described) == 1 else ()


def venues_of(request: SearchRequest, chambers: Sequence[int], version: int | None) -> list[Venue]:
    """The places where what a search finds was said, in these chambers if there are any, the heaviest first."""
    found = rank_passages(request, version)
    spoken = [(row, score) for row, score in found.rows if row["source_type"] == SourceType.HANSARD]
    rows = [(row, score) for row, score in spoken if not chambers or row["chamber_id"] in chambers]
    among = Speech.objects.filter(pk__in={row["speech_id"] for row, _ in rows})
    rows_of = among.values_list("pk", "sitting", "date", "debate__title", "debate__about", "debate")
    places = {key: ((sitting, day, title, bill), debate) for key, sitting, day, title, bill, debate in rows_of}
    best: dict[tuple[int, datetime.date, str | None, int | None], dict[int, float]] = defaultdict(dict)
    debates: dict[tuple[int, datetime.date, str | None, int | None], set[int]] = defaultdict(set)
    for row, score in rows:
        if row["politician_id"] and (place := places.get(row["speech_id"])):
            key, debate = place
            own, relevance = best[key], found.curve.relevance(score)
            own[row["politician_id"]] = max(own.get(row["politician_id"], 0.0), relevance)
            debates[key] |= {debate} if debate else set()
    venues = [
        Venue(sum(sorted(own.values())[-_WEIGHED:]), key[1], tuple(sorted(debates[key])), (key[0],))
        for key, own in best.items()
    ]
    return sorted(venues, key=lambda one: -one.weight)[:_MOST]


def venue_of_all(venues: Sequence[Venue], meant: Sequence[Slot], view: Iterable[str]) -> Venue | None:
    """The venue where most of those meant speak, the heaviest of several; None if nowhere two of them do."""
    counts = [sum(bool(venue.find_speakers(slot, view)) for slot in meant) for venue in venues]
    most = max(counts, default=0)
    return venues[counts.index(most)] if most > 1 else None
