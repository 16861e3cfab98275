"""Small column charts: computes positions for SVG, so that templates only draw."""

from collections.abc import Sequence
from dataclasses import dataclass

_HEIGHT = 60
_STEP = 20
# A chart is at least this many columns wide, so that few columns do not become broad.
_FEWEST = 6


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a chart and its value; `url` is "" if it has no link."""

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
    """A chart of (label, count, url), scaled to `most` or to its highest value. None for fewer than two columns, which
    compare nothing, or if all are zero."""
    most = most or max((count for _, count, _ in values), default=0)
    if len(values) < 2 or not most:
        return None
    columns = []
    for place, (label, count, url) in enumerate(values):
        # Keep every count above zero visible.
        height = max(_HEIGHT * count / most, 2.0) if count else 0.0
        columns.append(Column(label, count, url, place * _STEP + 2, round(_HEIGHT - height, 2), round(height, 2)))
    return Chart(columns, max(len(values), _FEWEST) * _STEP, title=title)
