"""Reads the words of a paragraph as they were printed, and the bills that it names."""

import re
from collections.abc import Iterator

from lxml import etree

from rag.text.spans import Span
from speeches.formats.records import Bill

_BLANK = re.compile(r"[ \t\r\n]+")
# Elements that are blocks of their own inside a paragraph, and those of them that hold a motion, a quotation or a
# document.
_SET_APART = frozenset({"QuotePara", "Verse", "Quote", "LegislationQuote", "CommitteeQuote", "Poetry"})
_BLOCKS = _SET_APART | {"Line"}
# How the collected text marks the ends of lines, and where words set apart begin and end.
_LINE, _APART, _OWN = "\v", "\x0e", "\x0f"
_MARKS = str.maketrans("", "", _APART + _OWN)
_NUMBER = re.compile(r"^\s*(?:[Bb]ill\s+)?([CS])\s*[-‑‐–]?\s*(\d{1,4})\b\s*,?\s*(.*)$", re.DOTALL)


def words_of(element: etree._Element | None) -> str:
    r"""The text with each run of white space as one space, and quotations and verses on lines of their own.

    >>> words_of(etree.fromstring("<P>He said: <QuotePara>One.</QuotePara><QuotePara>Two.</QuotePara></P>"))
    'He said:\nOne.\nTwo.'
    """
    return read_words(element)[0]


def read_words(element: etree._Element | None) -> tuple[str, tuple[Span, ...]]:
    r"""The same text, and where the words stand that are set apart as a motion, a quotation or a document.

    >>> text, apart = read_words(etree.fromstring("<P>He said: <Quote><QuotePara>One.</QuotePara></Quote> Yes.</P>"))
    >>> text, [span.of(text) for span in apart]
    ('He said:\nOne.\nYes.', ['One.'])
    """
    pieces: list[str] = []
    if element is not None:
        _collect(element, pieces)
    lines: list[str] = []
    apart: list[Span] = []
    depth = length = 0
    for marked in "".join(pieces).split(_LINE):
        line = _BLANK.sub(" ", marked.translate(_MARKS)).strip()
        inside = depth or marked.startswith(_APART)
        depth += marked.count(_APART) - marked.count(_OWN)
        if line:
            if inside:
                apart.append(Span(length, length + len(line)))
            lines.append(line)
            length += len(line) + 1
    return "\n".join(lines), tuple(apart)


def _collect(element: etree._Element, pieces: list[str]) -> None:
    block, apart = element.tag in _BLOCKS, element.tag in _SET_APART
    if block:
        pieces.append(_LINE + (_APART if apart else ""))
    pieces.append(element.text or "")
    for child in element:
        if isinstance(child.tag, str):
            _collect(child, pieces)
        pieces.append(child.tail or "")
    if block:
        pieces.append((_OWN if apart else "") + _LINE)


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
