"""Reads the lines of a PDF, without running heads, page numbers and specks that were read as letters."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rag.sandbox import Limits, program
from speeches.formats.records import FormatError

# The limits for reading a PDF. A parliament's longest day takes a few seconds.
_LIMITS = Limits(megabytes=768, seconds=30)
# The most that a day may print, in bytes: ten times the longest.
_MOST = 40_000_000
_PAGE_NUMBER = re.compile(r"^(?:page\s*)?[-–—]?\s*(\d{1,5})\s*[-–—]?$", re.IGNORECASE)
_NUMBER_IN_HEAD = re.compile(r"^(\d{1,5})\b|\b(\d{1,5})$")
# A running head is among the first or last lines of a page, on at least this many pages.
_EDGE, _OFTEN = 3, 3
_FIRST_PAGES = 3
# A line that a scanner saw where there was none has fewer letters and digits than this share of its signs.
_LETTERS = 0.5


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the text, and the number printed on its page, "" if there is none."""

    text: str
    page: str


@dataclass(frozen=True, slots=True)
class PdfText:
    """The lines of the text, and everything on the first pages, including running heads."""

    lines: list[Line]
    head: str


def read_pdf(content: bytes, name: str) -> PdfText:
    """The text of a PDF. Raises FormatError if the file is not a PDF or holds only pictures of pages."""
    pages = _pages(content, name)
    if not any(pages):
        raise FormatError(f"{name}: the PDF holds pictures and no text. Run it through OCR first.")
    heads = _running_heads(pages)
    lines = [line for page in pages for line in _without_furniture(page, heads)]
    return PdfText(lines, " ".join(line for page in pages[:_FIRST_PAGES] for line in page))


def _pages(content: bytes, name: str) -> list[list[str]]:
    """The lines of each page, read by a program that is all a hostile PDF can break. Raises FormatError."""
    pages: list[list[str]] = []
    read = 0
    with program("speeches.formats.pdf.pages", content, [], _LIMITS) as running:
        while (line := running.output.readline(_MOST)).endswith(b"\n"):
            read += len(line)
            told = json.loads(line) if read <= _MOST else {"error": "it prints more than a day can hold"}
            if isinstance(told, list):
                pages.append(told)
            elif error := told.get("error"):
                raise FormatError(f"{name}: the PDF cannot be read ({error}). Is it complete, and without a password?")
            else:
                return pages
    raise FormatError(
        f"{name}: reading the PDF took more than {_LIMITS.seconds} seconds or {_LIMITS.megabytes} MB of memory, so it "
        "was given up. Print it to a new PDF and bring that one."
    )


def names_hansard(content: bytes, name: str) -> bool:
    """Whether the first pages of a PDF say that it is a parliament's record. Raises FormatError as `read_pdf` does."""
    return bool(re.search(r"hansard|parliamentary debates|d[ée]bats", read_pdf(content, name).head, re.IGNORECASE))


def _running_heads(pages: list[list[str]]) -> set[str]:
    """The shapes of lines that stand at the edges of several pages, whatever number each has."""
    counted = Counter(key for page in pages for key in {_shape(line) for line in _edges(page)})
    return {shape for shape, count in counted.items() if count >= min(_OFTEN, max(2, len(pages)))}


def _edges(page: list[str]) -> list[str]:
    return [*page[:_EDGE], *page[-_EDGE:]]


def _shape(line: str) -> str:
    return re.sub(r"\d+", "#", line).casefold()


def _without_furniture(page: list[str], heads: set[str]) -> Iterator[Line]:
    last = len(page) - _EDGE
    furniture = {
        place
        for place, line in enumerate(page)
        if (place < _EDGE or place >= last) and (_shape(line) in heads or _PAGE_NUMBER.match(line))
    }
    number = _number([page[place] for place in sorted(furniture)])
    for place, line in enumerate(page):
        if place not in furniture and not _is_noise(line):
            yield Line(line, number)


def _number(furniture: list[str]) -> str:
    """The page's number: alone on a line, else at an end of the running head."""
    for pattern in (_PAGE_NUMBER, _NUMBER_IN_HEAD):
        for line in furniture:
            if found := pattern.search(line):
                return next(filter(None, found.groups()), "")
    return ""


def _is_noise(line: str) -> bool:
    """Whether a line consists of specks and rules that were read as signs: "~ . | _ -".

    >>> _is_noise("~ . | _ :"), _is_noise("I agree."), _is_noise("1,250")
    (True, False, False)
    """
    signs = line.replace(" ", "")
    return sum(sign.isalnum() for sign in signs) < _LETTERS * len(signs)
