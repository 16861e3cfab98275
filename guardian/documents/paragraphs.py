"""Gathers lines into paragraphs, also across page breaks."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from guardian.documents.furniture import contents_lines
from guardian.documents.layout import Line, Page
from guardian.documents.numbering import markers

# A new paragraph begins where the line step exceeds this multiple of the usual one, or where the type size differs by
# more than this many points.
_FARTHER, _OTHER_SIZE = 1.35, 0.9
# A line is short if it ends before this share of its column's width.
_SHORT = 0.82
_INDENT = 8.0
# A gap this many times the type size separates table cells, or a number from its heading.
_WIDE = 2.5
_ENDS = re.compile(r"[.;:!?]['\"’”)\]]*\Z|[;,]\s(?:and|or|and/or)\Z")
_BULLET = re.compile(r"[•●▪◦‣○■–—*-]\s+\S")


@dataclass(frozen=True)
class Paragraph:
    """Consecutive lines that belong together, each with its page number."""

    lines: tuple[tuple[int, Line], ...]
    contents: bool = False

    @cached_property
    def text(self) -> str:
        return "\n".join(line.text for _, line in self.lines)

    @property
    def page(self) -> int:
        return self.lines[0][0]

    @property
    def size(self) -> float:
        return median(line.size for _, line in self.lines)

    @property
    def is_row(self) -> bool:
        """Whether it is a table row: its words have wide gaps between them."""
        return any(line.widest_gap > _WIDE for _, line in self.lines)

    @property
    def bold(self) -> bool:
        return all(line.bold for _, line in self.lines)


@dataclass(frozen=True, slots=True)
class _Page:
    """Measures of a page: the usual distance between lines, and the left and right edges, in points."""

    leading: float
    left: float
    right: float


def paragraphs(pages: Sequence[Page]) -> Iterator[Paragraph]:
    """The paragraphs of a document's pages, in order."""
    contents = contents_lines(pages)
    usual = _usual_leading(pages)
    gathered: list[tuple[int, Line]] = []
    listing = False
    for page in pages:
        measure = _measure(page, usual)
        for place, line in enumerate(page.lines):
            in_contents = (page.number, place) in contents
            if gathered and (in_contents != listing or in_contents or _begins(gathered, page.number, line, measure)):
                yield Paragraph(tuple(gathered), listing)
                gathered = []
            gathered.append((page.number, line))
            listing = in_contents
    if gathered:
        yield Paragraph(tuple(gathered), listing)


def _begins(gathered: Sequence[tuple[int, Line]], number: int, line: Line, page: _Page) -> bool:
    """Whether a line begins a new paragraph after the lines gathered so far."""
    last_page, last = gathered[-1]
    ended = _ENDS.search(last.text) is not None
    numbered = next(markers(line.text), None) is not None or _BULLET.match(line.text) is not None
    other_type = abs(line.size - last.size) > _OTHER_SIZE or line.bold != last.bold
    if number != last_page or line.box.y0 < last.box.y0 - 2 * line.box.height:
        # Across a page or column break, distance tells nothing.
        return ended or numbered or other_type or _looks_like_heading(last) or _looks_like_heading(line)
    if line.box.middle - last.box.middle > _FARTHER * page.leading or other_type:
        return True
    short = last.box.x1 < page.left + _SHORT * (page.right - page.left)
    indented = line.box.x0 > gathered[0][1].box.x0 + _INDENT or line.box.x0 < last.box.x0 - _INDENT
    if numbered:
        return ended or short or indented or _looks_like_heading(last)
    if _looks_like_heading(line) != _looks_like_heading(last):
        return short or ended
    return ended and (short or (line.box.x0 > last.box.x0 + _INDENT and len(gathered) > 1))


def _looks_like_heading(line: Line) -> bool:
    """Whether a line is in capitals."""
    letters = [letter for letter in line.text if letter.isalpha()]
    return len(letters) > 3 and sum(letter.isupper() for letter in letters) > 0.9 * len(letters)


def _usual_leading(pages: Sequence[Page]) -> float:
    steps = [step for page in pages for step in _steps(page)]
    return median(steps) if steps else 14.0


def _steps(page: Page) -> list[float]:
    pairs = zip(page.lines, page.lines[1:], strict=False)
    steps = (after.box.middle - before.box.middle for before, after in pairs)
    return [step for step in steps if 4 < step < 60]


def _measure(page: Page, usual: float) -> _Page:
    steps = sorted(_steps(page))
    # Take the lower half: pages of many short paragraphs have as many wide steps as narrow ones.
    leading = median(steps[: len(steps) // 2 + 1]) if steps else usual
    left = min((line.box.x0 for line in page.lines), default=0.0)
    right = sorted(line.box.x1 for line in page.lines)[int(0.9 * len(page.lines)) :][:1]
    return _Page(max(leading, 0.6 * usual), left, right[0] if right else page.width)
