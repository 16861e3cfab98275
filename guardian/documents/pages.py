"""Reads a PDF's words with their places. It runs as a separate program (see `reader`), since a PDF can be hostile.

`python -m guardian.documents.pages PAGES MEGABYTES SECONDS` takes the PDF on stdin. It writes one line of JSON for each
page read, then one with the `document`; or one with an `error` that names a constant of `guardian.documents.errors`.
"""

import ctypes
import json
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from guardian.documents.document import build
from guardian.documents.errors import FEWEST_CHARACTERS
from guardian.documents.layout import Box, Page, Word
from guardian.documents.reading_order import order_page
from guardian.documents.visible import visible_words
from rag.sandbox import Limits

# The most characters read from one page; a book's page has 4,000.
_MOST_CHARACTERS = 60_000
# The largest page that PDF allows, in points: five metres.
_LARGEST = 14_400
# Device units per point; PDFium returns device coordinates as whole numbers.
_SCALE = 20
_BOLD = 600
_BOLD_NAMES = (b"bold", b"black", b"heavy", b"cmbx", b"sfbx")


def main(most_pages: int, limits: Limits) -> None:
    """Read the PDF on stdin and write a line of JSON for each page."""
    limits.impose()
    try:
        _read_document(most_pages)
    except MemoryError:
        _write({"error": "TOO_HEAVY"})


def _read_document(most_pages: int) -> None:
    try:
        document = pypdfium2.PdfDocument(sys.stdin.buffer.read())
        count = len(document)
    except pypdfium2.PdfiumError as error:
        locked = pypdfium2.raw.FPDF_ERR_PASSWORD
        _write({"error": "ENCRYPTED" if getattr(error, "err_code", None) == locked else "CORRUPT"})
        return
    if count == 0 or count > most_pages:
        _write({"error": "TOO_MANY_PAGES" if count else "EMPTY", "pages": count})
        return
    pages, letters, hidden = [], 0, 0
    for number in range(1, count + 1):
        _write({"number": number, "pages": count})
        try:
            page = document[number - 1]
        except pypdfium2.PdfiumError:
            # One broken page does not stop the others.
            pages.append(Page(number, 612, 792, ()))
            continue
        width, height = page.get_size()
        if max(width, height) > _LARGEST:
            _write({"error": "TOO_HEAVY"})
            return
        printed = list(words_of(page))
        words = visible_words(page, printed)
        hidden += len(printed) - len(words)
        letters += sum(len(word.text) for word in words)
        pages.append(order_page(number, width, height, words))
        page.close()
    if letters < FEWEST_CHARACTERS:
        _write({"error": "SCANNED"})
        return
    _write({"document": asdict(build(pages)) | {"hidden": hidden}})


def words_of(page: pypdfium2.PdfPage) -> Iterator[Word]:
    """The words of a page, in the order in which the file draws them."""
    text = page.get_textpage()
    places = _Places(page)
    letters: list[str] = []
    first = 0
    # One step past the last character, to end the last word.
    for place in range(count := min(text.count_chars(), _MOST_CHARACTERS) + 1):
        letter = chr(pdfium.FPDFText_GetUnicode(text, place)) if place < count - 1 else " "
        # PDFium writes U+0002 for a hyphen at the end of a line.
        ends = letter.isspace() or unicodedata.category(letter) in ("Cc", "Cs", "Cn", "Co")
        if not ends:
            first = first if letters else place
            letters.append(letter)
        elif letters:
            if letter == "\x02":
                letters.append("-")
            if word := _word(text, "".join(letters), first, place - 1, places):
                yield word
            letters = []


class _Places:
    """Maps PDF coordinates to points from the upper left corner of the page as shown, after its rotation and
    cropping."""

    def __init__(self, page: pypdfium2.PdfPage) -> None:
        self._page = page
        self._size = [round(length * _SCALE) for length in page.get_size()]
        (x0, y0), (xx, xy), (yx, yy) = (self._device(*place) for place in ((0, 0), (1000, 0), (0, 1000)))
        self._origin = x0, y0
        self._across = (xx - x0) / 1000, (xy - y0) / 1000
        self._up = (yx - x0) / 1000, (yy - y0) / 1000

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        return (
            self._origin[0] + x * self._across[0] + y * self._up[0],
            self._origin[1] + x * self._across[1] + y * self._up[1],
        )

    def _device(self, x: float, y: float) -> tuple[float, float]:
        right, down = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDF_PageToDevice(self._page, 0, 0, *self._size, 0, x, y, ctypes.byref(right), ctypes.byref(down))
        return right.value / _SCALE, down.value / _SCALE


def _word(text: Any, letters: str, first: int, last: int, places: _Places) -> Word | None:
    """A word with the box from its first letter to its last; None if PDFium gives it no box."""
    one, other = pdfium.FS_RECTF(), pdfium.FS_RECTF()
    if not (pdfium.FPDFText_GetLooseCharBox(text, first, one) and pdfium.FPDFText_GetLooseCharBox(text, last, other)):
        return None
    x0, y0 = places(min(one.left, other.left), max(one.top, other.top))
    x1, y1 = places(max(one.right, other.right), min(one.bottom, other.bottom))
    # The type size as shown on the page; the font's own size may be scaled.
    size = round(abs(one.top - one.bottom), 1)
    box = Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    return Word(letters, box, size, _is_bold(text, first))


def _is_bold(text: Any, place: int) -> bool:
    name, flags = ctypes.create_string_buffer(80), ctypes.c_int()
    pdfium.FPDFText_GetFontInfo(text, place, name, 80, ctypes.byref(flags))
    return (
        any(mark in name.value.lower() for mark in _BOLD_NAMES) or pdfium.FPDFText_GetFontWeight(text, place) >= _BOLD
    )


def _write(values: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(values) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), Limits.from_arguments(sys.argv[2:]))
