"""Which headings of the day a question means: found by their words, each by how much it tells."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from speeches.formats.frame import frame_of
from speeches.models import Debate
from speeches.understanding.reading import Reading
from speeches.understanding.stems import stems_of

# A heading that holds less of what is said of it, by weight, is not meant; nor is one that holds less than the best.
_LEAST = 0.5
# Of more headings that fit alike none is meant.
_MOST = 12


def when_and_where(reading: Reading, of: str) -> dict[str, Any]:
    """The days and the chamber that a question names, as conditions on rows whose own stand behind `of`."""
    conditions: dict[str, Any] = {}
    if reading.days:
        conditions[f"{of}date__range"] = reading.days
    if chambers := reading.keys("chamber"):
        conditions[f"{of}chamber__in"] = chambers
    return conditions


def headings_within(reading: Reading) -> list[Debate]:
    """The headings under which members spoke, of the parliaments, days, chamber and bill that a question names."""
    rows = Debate.objects.filter(sitting__chamber__parliament__in=reading.view, speeches__politician__isnull=False)
    rows = rows.filter(**when_and_where(reading, "sitting__"))
    if bills := reading.keys("bill"):
        rows = rows.filter(about__in=bills)
    return list(rows.distinct().select_related("parent", "sitting__chamber__parliament"))


def headings_meant(described: str, rows: Sequence[Debate], *, whole: bool = False) -> list[Debate]:
    """Those of some headings that hold most of a description, or the `whole` of it, together with the heading above; a
    word that few of them hold tells more. All of them where nothing is described; none where none fits, or too many
    do."""
    wanted = stems_of(described)
    if not wanted:
        return list(rows)
    held = {row.pk: wanted & stems_of(f"{row.parent.title if row.parent else ''} {row.title}") for row in rows}
    among = Counter(stem for own in held.values() for stem in own)
    weight = {stem: math.log(1 + len(rows) / max(1, among[stem])) for stem in wanted}
    fits = {pk: sum(weight[stem] for stem in own) / sum(weight.values()) for pk, own in held.items()}
    best = max(fits.values(), default=0.0)
    if best < (1.0 if whole else _LEAST):
        return []
    meant = [row for row in rows if fits[row.pk] == best]
    return meant if best == 1.0 or len(meant) <= _MOST else []


def pieces_printed(kind: str, rows: Sequence[Debate]) -> list[tuple[str, Debate]]:
    """The headings of the petitions, or of the reports, that the day prints, in order, each with what names it."""
    found = []
    for row in sorted(rows, key=lambda one: (one.sitting.date, one.sitting_id, one.position)):
        frame = frame_of(row.sitting.chamber.parliament_id)
        above = row.parent.title if row.parent else ""
        if _is_among(above, frame.rubrics.get(kind, ())):
            found.append((row.title, row))
        elif _is_among(row.title, frame.pieces.get(kind, ())):
            found.append((above or row.title, row))
    return found


def _is_among(title: str, titles: Sequence[str]) -> bool:
    return title.casefold() in {one.casefold() for one in titles}
