"""The panels of witnesses that a committee hears one after another, at one meeting, often on different matters."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import QuerySet

from speeches.enumerations.spoken import LIKELY, relevance_of_turns
from speeches.models import Sitting, Speech
from speeches.understanding.reading import Reading

# A panel alone was heard on a matter if no passage of another is likely to be on it, were it so much likelier.
_OTHERS = 1.25

# The first and the last place of a panel's turns in its meeting.
Panel = tuple[int, int]


def panels_of(heard: QuerySet[Speech]) -> list[Panel]:
    """The panels of the witnesses who were heard at one meeting: who spoke between one another's turns sat together."""
    places: dict[int, list[int]] = defaultdict(list)
    for witness, place in heard.order_by().values_list("politician", "position"):
        places[witness or 0].append(place)
    return _join_overlapping([(min(own), max(own)) for own in places.values()])


def _join_overlapping(stretches: Sequence[Panel]) -> list[Panel]:
    """The stretches in order, each with all that overlap it.

    >>> _join_overlapping([(94, 161), (5, 69), (8, 92), (100, 158)])
    [(5, 92), (94, 161)]
    """
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
    likely: dict[Panel, float] = dict.fromkeys(panels, 0.0)
    for key, place in Speech.objects.filter(pk__in=relevance).values_list("pk", "position"):
        for panel in panels:
            if panel[0] <= place <= panel[1]:
                likely[panel] = max(likely[panel], relevance[key])
    best, other = sorted(panels, key=lambda panel: -likely[panel])[:2]
    return best if likely[best] >= LIKELY > _OTHERS * likely[other] else None
