"""Reads the words of an XML element as they were printed.

A program indented the files after they were written. White space with a line break between two elements comes from that
program and means nothing: names are often split over two spans, and a space there would break a word. If such white
space is an element's whole content, it replaced a printed space.
"""

import re

from lxml import etree

_RUN = re.compile(r"[ \t\r\n]+")
_BLANK = " \t\r\n\u00a0"


def words_of(element: etree._Element) -> str:
    """The element's text with each run of white space as one space. No-break spaces stay.

    >>> words_of(etree.fromstring("<p><b>Mr ALBANES</b>\\n  <b>E</b>\\n<i>\\n</i><b>said</b> so</p>"))
    'Mr ALBANESE said so'
    """
    pieces: list[str] = []
    _collect(element, pieces)
    return _RUN.sub(" ", "".join(pieces)).strip(_BLANK)


def blocks_of(body: etree._Element) -> list[etree._Element]:
    """The paragraphs and table rows of a body, in order, whatever wraps them."""
    blocks: list[etree._Element] = []
    for child in body:
        if not isinstance(child.tag, str):
            continue
        if child.tag in ("p", "tr", "para"):
            blocks.append(child)
        elif child.find(".//p") is not None or child.find(".//tr") is not None:
            # A link around a single paragraph is kept, because its mark says who interjects.
            blocks.extend([child] if child.tag == "a" else blocks_of(child))
        else:
            blocks.append(child)
    return blocks


def row_of(row: etree._Element) -> str:
    """A table row as one line, with bars between cells; "" if the row is empty."""
    cells = [words_of(cell) for cell in row if isinstance(cell.tag, str)]
    return " | ".join(cells).strip() if any(cells) else ""


def _collect(element: etree._Element, pieces: list[str]) -> None:
    children = [child for child in element if isinstance(child.tag, str)]
    text = element.text or ""
    if _was_indented(text):
        pieces.append("" if children else " ")
    else:
        pieces.append(text)
    for child in element:
        if isinstance(child.tag, str):
            if child.tag == "br":
                pieces.append(" ")
            elif child.tag == "tr" or (child.tag == "p" and pieces):
                pieces.append(" ")
                _collect(child, pieces)
            else:
                _collect(child, pieces)
        tail = child.tail or ""
        pieces.append("" if _was_indented(tail) else tail)


def _was_indented(text: str) -> bool:
    return "\n" in text and not text.strip(" \t\r\n")
