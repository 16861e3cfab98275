"""Reads a PDF in a separate program, and turns failures into errors that the uploader understands."""

import json
import signal
from collections.abc import Callable
from typing import Any

from guardian.documents import errors
from guardian.documents.document import Document, PageText, Section
from guardian.documents.errors import DocumentError
from rag.sandbox import Limits, Program, program
from rag.text.spans import Span

# The longest line accepted, in characters: about a thousand pages of small print.
_LONGEST_LINE = 200_000_000
_HEADER = b"%PDF-"
# PDF readers accept the header within this many bytes.
_HEADER_WITHIN = 1024

Progress = Callable[[int, int], None]


def looks_like_pdf(content: bytes) -> bool:
    """Whether a file's content is a PDF, whatever its name.

    >>> looks_like_pdf(b"%PDF-1.7 ..."), looks_like_pdf(b"<html>")
    (True, False)
    """
    return _HEADER in content[:_HEADER_WITHIN]


def read_document(
    content: bytes, most_pages: int, limits: Limits | None = None, progress: Progress | None = None
) -> Document:
    """Read the document in a PDF. Calls `progress` with the number of pages read and the page count. Raises
    DocumentError."""
    if not looks_like_pdf(content):
        raise DocumentError(errors.NOT_A_PDF)
    with program("guardian.documents.pages", content, [str(most_pages)], limits or Limits()) as running:
        return _document(running, most_pages, progress or (lambda read, count: None))


def _document(running: Program, most: int, progress: Progress) -> Document:
    for line in running.output:
        if len(line) > _LONGEST_LINE:
            raise DocumentError(errors.TOO_HEAVY)
        values = json.loads(line)
        if name := values.get("error"):
            raise DocumentError(getattr(errors, name).format(pages=values.get("pages", 0), most=most))
        if "document" in values:
            return _document_from(values["document"])
        progress(values["number"], values["pages"])
    raise DocumentError(errors.TOO_SLOW if running.too_slow else _early_end_reason(running.process.wait()))


def _document_from(values: dict[str, Any]) -> Document:
    pages = (PageText(**{**page, "places": tuple(map(tuple, page["places"]))}) for page in values["pages"])
    sections = (
        Section(**{**section, "path": tuple(section["path"]), "body": Span(*section["body"])})
        for section in values["sections"]
    )
    return Document(values["text"], tuple(pages), tuple(sections), values["hidden"])


def _early_end_reason(status: int) -> str:
    """The reason the program ended before the last page, from its exit status."""
    if status == -signal.SIGXCPU:
        return errors.TOO_SLOW
    # PDFium aborts on purpose when memory runs out.
    return errors.TOO_HEAVY if status in (-signal.SIGABRT, -signal.SIGTRAP, -signal.SIGILL) else errors.CORRUPT
