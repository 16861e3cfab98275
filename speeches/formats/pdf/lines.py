"""The lines of a PDF without what is no part of the text: running heads, page numbers, specks read as letters."""

import contextlib
import re
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2

from speeches.formats.records import FormatError

# PDFium serves one thread at a time; a second one breaks the process.
_PDFIUM = threading.Lock()
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ft", "ﬆ": "st", "\u00ad": ""}
)
_PAGE_NUMBER = re.compile(r"^(?:page\s*)?[-–—]?\s*(\d{1,5})\s*[-–—]?$", re.IGNORECASE)
_NUMBER_IN_HEAD = re.compile(r"^(\d{1,5})\b|\b(\d{1,5})$")
# A running head stands in the first or last lines of a page, on this many pages at least.
_EDGE, _OFTEN = 3, 3
_FIRST_PAGES = 3
# Of a line that a scanner saw where there was none, hardly a sign is a letter.
_LETTERS = 0.5


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the text, and the number printed on its page, "" where there is none."""

    text: str
    page: str


@dataclass(frozen=True, slots=True)
class Printed:
    """The lines of the text, and all that stands on the first pages, running heads among it."""

    lines: list[Line]
    head: str


def printed(content: bytes, name: str) -> Printed:
    """What is printed in a PDF. Raises FormatError for what is none, or pictures of pages."""
    try:
        with _PDFIUM, contextlib.closing(pypdfium2.PdfDocument(content)) as document:
            pages = [_page_lines(_words_on(page)) for page in document]
    except pypdfium2.PdfiumError as error:
        raise FormatError(
            f"{name}: the PDF cannot be read ({error}). Is it complete, and without a password?"
        ) from error
    if not any(pages):
        raise FormatError(f"{name}: the PDF holds pictures and no text. Run it through OCR first.")
    heads = _running_heads(pages)
    lines = [line for page in pages for line in _without_furniture(page, heads)]
    return Printed(lines, " ".join(line for page in pages[:_FIRST_PAGES] for line in page))


def _words_on(page: pypdfium2.PdfPage) -> str:
    with contextlib.closing(page), contextlib.closing(page.get_textpage()) as words:
        return str(words.get_text_bounded())


def names_hansard(content: bytes, name: str) -> bool:
    """Whether the first pages of a PDF say that it is a parliament's record. Raises FormatError as `printed` does."""
    return bool(re.search(r"hansard|parliamentary debates|d[ée]bats", printed(content, name).head, re.IGNORECASE))


def _page_lines(text: str) -> list[str]:
    # PDFium marks a hyphen that only breaks a word at the end of a line.
    text = re.sub("[\x02\ufffe]\\s*", "", text)
    lines = (" ".join(line.translate(_LIGATURES).split()) for line in re.split(r"\r\n|\r|\n", text))
    return [line for line in lines if line]


def _running_heads(pages: list[list[str]]) -> set[str]:
    """What stands at the edges of several pages, whatever number it has there."""
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
    """The page's number: alone on a line, or else at an end of the running head."""
    for pattern in (_PAGE_NUMBER, _NUMBER_IN_HEAD):
        for line in furniture:
            if found := pattern.search(line):
                return next(filter(None, found.groups()), "")
    return ""


def _is_noise(line: str) -> bool:
    """Specks and rules that were read as signs: "~ . | _ -".

    >>> _is_noise("~ . | _ :"), _is_noise("I agree."), _is_noise("1,250")
    (True, False, False)
    """
    signs = line.replace(" ", "")
    return sum(sign.isalnum() for sign in signs) < _LETTERS * len(signs)
