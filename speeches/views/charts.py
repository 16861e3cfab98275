"""Small column charts: computes positions for SVG, so that templates only draw."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field

_HEIGHT = 60
_STEP = 20
# A chart is at least this many columns wide, so that few columns do not become broad.
_FEWEST = 6
# Single days count as neighbours within a week, because no chamber sits every day.
_WEEK = 7


@dataclass(frozen=True, slots=True)
class Value:
    """What a chart shows of the days from `first` to `last`. `count` is None if the record holds too little of them to
    say; `url` is "" if there is no link."""

    label: str
    count: float | None
    first: datetime.date
    last: datetime.date
    url: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a chart and its value."""

    label: str
    count: float | None
    url: str
    x: int
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Chart:
    """Columns in a box of `width` by `height`, whose top stands for `most`. `breaks` are the places where the axis
    leaves out days."""

    columns: list[Column]
    width: int
    most: float
    height: int = _HEIGHT
    step: int = _STEP - 4
    title: str = ""
    breaks: list[int] = field(default_factory=list)


def year_value(year: int, count: float, url: str = "") -> Value:
    """The value of a whole year."""
    return Value(str(year), count, datetime.date(year, 1, 1), datetime.date(year, 12, 31), url)


def column_chart(title: str, values: Sequence[Value], most: float = 0) -> Chart | None:
    """A chart of values, earliest first, scaled to `most` or to the highest of them. None for fewer than two columns,
    which compare nothing, or if all are zero.

    Where days are missing between two values, the axis breaks for the width of a column.
    """
    most = most or max((value.count or 0 for value in values), default=0)
    if len(values) < 2 or not most:
        return None
    columns: list[Column] = []
    breaks: list[int] = []
    place = 0
    for number, value in enumerate(values):
        if number and not _are_neighbours(values[number - 1], value):
            breaks.append(place * _STEP + _STEP // 2)
            place += 1
        # Keep every count above zero visible.
        height = max(_HEIGHT * value.count / most, 2.0) if value.count else 0.0
        x, y = place * _STEP + 2, round(_HEIGHT - height, 2)
        columns.append(Column(value.label, value.count, value.url, x, y, round(height, 2)))
        place += 1
    return Chart(columns, max(place, _FEWEST) * _STEP, most, title=title, breaks=breaks)


def _are_neighbours(one: Value, other: Value) -> bool:
    """Whether no day is missing between two values; between single days, no week."""
    return (other.first - one.last).days <= (_WEEK if one.first == one.last else 1)
