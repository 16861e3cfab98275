"""Reading a PDF: its pages in order, or an error that its uploader understands."""

import json
import signal
from collections.abc import Callable, Iterator
from typing import Any

from guardian.documents import errors
from guardian.documents.document import Document, build
from guardian.documents.errors import DocumentError
from guardian.documents.layout import Box, Page, Word
from guardian.documents.reading_order import ordered
from guardian.documents.sandbox import Limits, Program, program

# A document with fewer characters than this is a picture of one.
FEWEST_CHARACTERS = 100
# All that a document may say: a thousand pages of small print.
_MOST_OUTPUT = 400_000_000
_HEADER = b"%PDF-"
# Programs that read a PDF find its beginning within so many bytes.
_HEADER_WITHIN = 1024

Progress = Callable[[int, int], None]


def looks_like_pdf(content: bytes) -> bool:
    """Whether a file is a PDF by its content, whatever its name.

    >>> looks_like_pdf(b"%PDF-1.7 ..."), looks_like_pdf(b"<html>")
    (True, False)
    """
    return _HEADER in content[:_HEADER_WITHIN]


def read(content: bytes, most_pages: int, limits: Limits | None = None, progress: Progress | None = None) -> Document:
    """The document in a PDF. Calls `progress` with the pages read and their number. Raises DocumentError."""
    if not looks_like_pdf(content):
        raise DocumentError(errors.NOT_A_PDF)
    limits = limits or Limits()
    with program("guardian.documents.pages", content, [str(most_pages)], limits) as running:
        pages = list(_pages(running, most_pages, progress or (lambda read, count: None)))
    if sum(len(word.text) for page in pages for line in page.lines for word in line.words) < FEWEST_CHARACTERS:
        raise DocumentError(errors.SCANNED)
    return build(pages)


def _pages(running: Program, most: int, progress: Progress) -> Iterator[Page]:
    taken, expected, number = 0, 0, 0
    for line in running.output:
        taken += len(line)
        if taken > _MOST_OUTPUT:
            raise DocumentError(errors.TOO_HEAVY)
        values = json.loads(line)
        if name := values.get("error"):
            raise DocumentError(getattr(errors, name).format(pages=values.get("pages", 0), most=most))
        number, expected = values["number"], values["pages"]
        progress(number, expected)
        yield ordered(number, values["width"], values["height"], _words(values["words"]))
    if running.too_slow:
        raise DocumentError(errors.TOO_SLOW)
    if number < max(expected, 1):
        raise DocumentError(_ended_early(running.process.wait()))


def _words(values: list[list[Any]]) -> list[Word]:
    return [Word(text, Box(*edges), size, bold) for text, *edges, size, bold in values]


def _ended_early(status: int) -> str:
    """Why the program ended before the last page, from its exit status."""
    if status == -signal.SIGXCPU:
        return errors.TOO_SLOW
    # PDFium ends itself on purpose when memory runs out.
    return errors.TOO_HEAVY if status in (-signal.SIGABRT, -signal.SIGTRAP, -signal.SIGILL) else errors.CORRUPT
