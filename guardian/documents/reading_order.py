"""Sorts words from anywhere on a page into lines in reading order."""

from collections.abc import Iterator, Sequence
from statistics import median

from guardian.documents.layout import Line, Page, Word

# The gutter between two columns lies within this middle range of the page's width, is at least this many points wide,
# and is crossed by few words.
_MIDDLE = (0.35, 0.65)
_NARROWEST_GUTTER = 9
_ACROSS, _FEW_ACROSS = 0.04, 2
# In a prose column the median line fills at least this share of the width, and there are at least this many lines;
# table columns have short cells.
_FILLED, _FEWEST_LINES = 0.65, 6


def order_page(number: int, width: float, height: float, words: Sequence[Word]) -> Page:
    """A page with its lines in reading order: top to bottom, and the left column before the right if it has two."""
    upright = [word for word in words if word.box.x1 > word.box.x0 and word.box.y1 > word.box.y0]
    gutter = _gutter(upright, width)
    if gutter is None:
        return Page(number, width, height, tuple(_lines(upright)))
    left = [word for word in upright if word.box.x1 <= gutter]
    right = [word for word in upright if word.box.x0 >= gutter]
    across = [word for word in upright if word.box.x0 < gutter < word.box.x1]
    return Page(number, width, height, tuple(_columns(left, right, across)))


def _lines(words: Sequence[Word]) -> list[Line]:
    """Words gathered into lines by height on the page, each line from left to right."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (word.box.middle, word.box.x0)):
        row = next((row for row in reversed(rows[-3:]) if _beside(row, word)), None)
        if row is None:
            rows.append([word])
        else:
            row.append(word)
    return [Line(tuple(sorted(row, key=lambda word: word.box.x0))) for row in rows]


def _beside(row: Sequence[Word], word: Word) -> bool:
    """Whether a word belongs to a row: it overlaps the height of the row's last two words or its tallest."""
    tallest = max(row, key=lambda other: other.box.height)
    return any(_overlap(other, word) > 0.5 for other in (tallest, *row[-2:]))


def _overlap(one: Word, other: Word) -> float:
    shared = min(one.box.y1, other.box.y1) - max(one.box.y0, other.box.y0)
    return shared / min(one.box.height, other.box.height)


def _gutter(words: Sequence[Word], width: float) -> float | None:
    """The x coordinate between two columns of prose; None if the page has no two such columns."""
    crossed = [0] * (round(width) + 2)
    for word in words:
        for x in range(max(0, round(word.box.x0)), min(len(crossed), round(word.box.x1) + 1)):
            crossed[x] += 1
    first, last = (round(share * width) for share in _MIDDLE)
    most = max(_FEW_ACROSS, max(crossed, default=0) * _ACROSS)
    free = [x for x in range(first, last) if crossed[x] <= most]
    widest = max(_runs(free), key=len, default=[])
    if len(widest) < _NARROWEST_GUTTER:
        return None
    gutter = sum(widest) / len(widest)
    left = _lines([word for word in words if word.box.x1 <= gutter])
    right = _lines([word for word in words if word.box.x0 >= gutter])
    return gutter if _is_prose(left) and _is_prose(right) else None


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run
            run = []
        run.append(number)
    if run:
        yield run


def _is_prose(lines: Sequence[Line]) -> bool:
    if len(lines) < _FEWEST_LINES:
        return False
    left, right = min(line.box.x0 for line in lines), max(line.box.x1 for line in lines)
    return median(line.box.x1 - line.box.x0 for line in lines) >= _FILLED * (right - left)


def _columns(left: Sequence[Word], right: Sequence[Word], across: Sequence[Word]) -> Iterator[Line]:
    """The lines of both columns. A line across the whole page separates what stands above it from what stands below."""
    whole = [line for line in _lines([*left, *right, *across]) if any(word in across for word in line.words)]
    in_whole = {id(word) for line in whole for word in line.words}
    columns = [_lines([word for word in side if id(word) not in in_whole]) for side in (left, right)]
    for line in [*whole, None]:
        for side in columns:
            while side and (line is None or side[0].box.middle < line.box.middle):
                yield side.pop(0)
        if line is not None:
            yield line
