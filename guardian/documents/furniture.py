"""Recognises text that is not part of any rule: repeated headers and footers, page numbers, and tables of contents."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from guardian.documents.layout import Line, Page

# Headers and footers lie within this share of the page's height at top or bottom, in at most this many lines.
_MARGIN, _MOST_LINES = 0.15, 6
# A line counts as repeated if it stands at the same height, give or take this many points, on at least `_FEWEST_PAGES`
# pages and on `_SHARE` of the pages (of ten, if there are more).
_SAME_HEIGHT = 6
_FEWEST_PAGES, _SHARE = 3, 0.4
_NUMBER = re.compile(r"(?<!\d)\d{1,4}(?!\d)")
_PAGE_NUMBER = re.compile(
    r"(?:[-–—\[(|]\s*)?(?:page\s*|p\.\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|/)\s*\d{1,4})?(?:\s*[-–—\])|])?\Z",
    re.IGNORECASE,
)
# In small letters it refers to another page: "on page 3".
_AT_THE_END = re.compile(r"\b(?:Page|PAGE)\s*(\d{1,4})(?:\s*(?:of|/)\s*\d{1,4})?\Z")
_LEADER = re.compile(r"(?:\.\s?|…\s?|_){4,}\s*(?:(?:page|p\.?)\s*)?(?:\d{1,4}|[ivxlc]{1,7})?\s*\Z", re.IGNORECASE)
_CONTENTS = re.compile(r"(?:table\s+of\s+)?contents:?\Z|index\Z", re.IGNORECASE)
_ENDS_IN_NUMBER = re.compile(r"\S\s+(?:(?:page|p\.?)\s*)?\d{1,4}\Z", re.IGNORECASE)


def without_furniture(pages: Sequence[Page]) -> list[Page]:
    """The pages without their headers, footers and page numbers."""
    repeated = _repeated_keys(pages)
    return [
        replace(
            page,
            lines=tuple(
                line
                for line, edge in zip(page.lines, _at_edges(page), strict=True)
                if not edge or not (repeated & _keys(page, line) or _numbers_the_page(page, line))
            ),
        )
        for page in pages
    ]


def _numbers_the_page(page: Page, line: Line) -> bool:
    """Whether a line is a page number, or ends in this page's: "Pool Rules Page 1"."""
    text = line.text.strip()
    at_the_end = _AT_THE_END.search(text)
    return bool(_PAGE_NUMBER.match(text)) or (at_the_end is not None and int(at_the_end[1]) == page.number)


def is_contents_line(text: str) -> bool:
    """Whether a line is a table-of-contents entry with dotted leaders.

    >>> is_contents_line("CHAPTER II Town Meetings .......... Page 4"), is_contents_line("See Chapter 4.")
    (True, False)
    """
    return _LEADER.search(text.strip()) is not None


def contents_lines(pages: Sequence[Page]) -> set[tuple[int, int]]:
    """The (page, place) of every line in a table of contents: lines with leaders, and lines that end in a number below
    a "Contents" or "Index" heading."""
    found = set()
    for page in pages:
        listing = False
        for place, line in enumerate(page.lines):
            text = line.text.strip()
            if _CONTENTS.match(text):
                listing = True
                found.add((page.number, place))
            elif is_contents_line(text) or (listing and _ENDS_IN_NUMBER.search(text)):
                found.add((page.number, place))
            elif listing and len(text) > 60:
                listing = False
    return found


def _at_edges(page: Page) -> list[bool]:
    """For each line, whether it is among the first or last few lines in the outer parts of the page."""
    order = sorted(range(len(page.lines)), key=lambda place: page.lines[place].box.middle)
    upper = [place for place in order if page.lines[place].box.middle < _MARGIN * page.height][:_MOST_LINES]
    lower = [place for place in order if page.lines[place].box.middle > (1 - _MARGIN) * page.height][-_MOST_LINES:]
    edges = {*upper, *lower}
    return [place in edges for place in range(len(page.lines))]


def _keys(page: Page, line: Line) -> set[tuple[str, int]]:
    """Keys by which a line is recognised on other pages: its words, as printed and with one of the numbers taken
    relative to the page number, and its height on the page."""
    words = " ".join(line.text.split()).casefold()
    counting = {
        f"{words[: number.start()]}page+{int(number[0]) - page.number}{words[number.end() :]}"
        for number in _NUMBER.finditer(words)
    }
    height = round(line.box.middle / _SAME_HEIGHT)
    return {(one, height) for one in (words, *counting)}


def _repeated_keys(pages: Sequence[Page]) -> set[tuple[str, int]]:
    counted: Counter[tuple[str, int]] = Counter()
    for page in pages:
        edges = [line for line, edge in zip(page.lines, _at_edges(page), strict=True) if edge]
        keys = {key for line in edges for key in _keys(page, line)}
        # A line that moves by a point may round to the next height.
        counted.update({(words, height + step) for words, height in keys for step in (-1, 0, 1)})
    fewest = max(2 if len(pages) == 2 else _FEWEST_PAGES, round(_SHARE * min(len(pages), 10)))
    return {key for key, count in counted.items() if count >= fewest}
