"""Small column charts: counts as places in an SVG, for templates that only draw."""

from collections.abc import Sequence
from dataclasses import dataclass

_HEIGHT = 60
_STEP = 20
# A column is never wider than this share of the chart, however few there are.
_FEWEST = 6


@dataclass(frozen=True, slots=True)
class Column:
    """A column with what it counts; `url` is "" where it leads nowhere."""

    label: str
    count: float
    url: str
    x: int
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Chart:
    """Columns in a box of `width` by `height`."""

    columns: list[Column]
    width: int
    height: int = _HEIGHT
    step: int = _STEP - 4
    title: str = ""


def column_chart(title: str, values: Sequence[tuple[str, float, str]], most: float = 0) -> Chart | None:
    """A chart of (label, count, url), as high as `most` or as its highest; None for fewer than two columns, which
    compare nothing."""
    most = most or max((count for _, count, _ in values), default=0)
    if len(values) < 2 or not most:
        return None
    columns = []
    for place, (label, count, url) in enumerate(values):
        # A count that is not nothing can be seen.
        height = max(_HEIGHT * count / most, 2.0) if count else 0.0
        columns.append(Column(label, count, url, place * _STEP + 2, round(_HEIGHT - height, 2), round(height, 2)))
    return Chart(columns, max(len(values), _FEWEST) * _STEP, title=title)
