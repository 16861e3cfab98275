"""The panels of witnesses that a committee hears one after another, at one meeting, often on different matters."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import QuerySet

from speeches.enumerations.spoken import LIKELY, relevance_of_turns
from speeches.models import Sitting, Speech
from speeches.understanding.reading import Reading

# A panel was heard on a matter if it, and the members who asked it, said at least this share of what was said of it.
_MOST_OF_IT = 0.8

# The first and the last place of a panel's turns in its meeting.
Panel = tuple[int, int]


def panels_of(heard: QuerySet[Speech]) -> list[Panel]:
    """The panels of the witnesses who were heard at one meeting: who spoke between one another's turns sat together.

    >>> join_overlapping([(94, 161), (5, 69), (8, 92), (100, 158)])
    [(5, 92), (94, 161)]
    """
    places: dict[int, list[int]] = defaultdict(list)
    for witness, place in heard.order_by().values_list("politician", "position"):
        places[witness or 0].append(place)
    return join_overlapping([(min(own), max(own)) for own in places.values()])


def join_overlapping(stretches: Sequence[Panel]) -> list[Panel]:
    """The stretches in order, each with all that overlap it."""
    joined: list[Panel] = []
    for first, last in sorted(stretches):
        if joined and first <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(last, joined[-1][1])
        else:
            joined.append((first, last))
    return joined


def panel_on(
    described: str, meeting: Sitting, heard: QuerySet[Speech], reading: Reading, version: int | None
) -> Panel | None:
    """The panel that was heard on a matter; None if there is only one, or if the matter came up with several."""
    panels = panels_of(heard)
    if len(panels) < 2 or not described:
        return None
    relevance = relevance_of_turns(described, meeting, reading, version)
    most = max(relevance.values(), default=0.0)
    near = {key: own for key, own in relevance.items() if own >= max(LIKELY, most) / 2}
    said: dict[Panel, float] = defaultdict(float)
    for key, place in Speech.objects.filter(pk__in=near).values_list("pk", "position"):
        for panel in panels:
            if panel[0] <= place <= panel[1]:
                said[panel] += near[key]
    best = max(said, key=lambda panel: said[panel], default=None)
    return best if best and most >= LIKELY and said[best] >= _MOST_OF_IT * sum(said.values()) else None
