"""Reads the words of a paragraph as they were printed, and the bills that it names."""

import re
from collections.abc import Iterator

from lxml import etree

from speeches.formats.records import Bill

_BLANK = re.compile(r"[ \t\r\n]+")
# Elements that are blocks of their own inside a paragraph.
_BLOCKS = frozenset({"QuotePara", "Line", "Verse", "Quote", "LegislationQuote", "CommitteeQuote", "Poetry"})
_NUMBER = re.compile(r"^\s*(?:[Bb]ill\s+)?([CS])\s*[-‑‐–]?\s*(\d{1,4})\b\s*,?\s*(.*)$", re.DOTALL)


def words_of(element: etree._Element | None) -> str:
    r"""The text with each run of white space as one space, and quotations and verses on lines of their own.

    >>> words_of(etree.fromstring("<P>He said: <QuotePara>One.</QuotePara><QuotePara>Two.</QuotePara></P>"))
    'He said:\nOne.\nTwo.'
    """
    if element is None:
        return ""
    pieces: list[str] = []
    _collect(element, pieces)
    lines = (_BLANK.sub(" ", line).strip() for line in "".join(pieces).split("\v"))
    return "\n".join(line for line in lines if line)


def _collect(element: etree._Element, pieces: list[str]) -> None:
    block = element.tag in _BLOCKS
    if block:
        pieces.append("\v")
    pieces.append(element.text or "")
    for child in element:
        if isinstance(child.tag, str):
            _collect(child, pieces)
        pieces.append(child.tail or "")
    if block:
        pieces.append("\v")


def bills_in(element: etree._Element) -> Iterator[Bill]:
    """The bills that a paragraph links to, such as "C-571, An Act to amend the Meat Inspection Act"."""
    for document in element.iter("Document"):
        if found := _NUMBER.match(words_of(document).replace("\n", " ")):
            title = found[3].strip(" .,")
            yield Bill(
                number=bill_number(found[1], found[2]), source_id=document.get("DbId") or "", title=_title_in(title)
            )


def bill_number(letter: str, digits: str) -> str:
    """A bill's number in its standard spelling.

    >>> bill_number("c", "011")
    'C-11'
    """
    return f"{letter.upper()}-{int(digits)}"


def _title_in(title: str) -> str:
    """The words after a number, if they begin like a title: "an act to amend …", "the Holidays Act"; else ""."""
    if not re.match(r"(?:An? |Loi |The )", title, re.IGNORECASE):
        return ""
    title = re.sub(r"^[Tt]he (?=[A-Z])", "", title)
    return title[:1].upper() + title[1:]
