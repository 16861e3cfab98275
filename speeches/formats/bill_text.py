"""Cuts the text of a bill where the bill itself is divided."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rag.text.spans import Span
from rag.text.split import Profile, split

# A heading has a line to itself; "Part 3 of the Act" in a sentence is not one. French bills have French headings.
_HEADING = re.compile(
    r"^[ \t#*]{0,8}(?P<name>(?P<kind>PART(?:IE)?|DIVISION|SECTION|SCHEDULE|ANNEXE|SUMMARY|SOMMAIRE|RECOMM[EA]NDATION)"
    r"(?:[ \t]{1,8}(?:\d+(?:\.\d+)?[A-Z]?|[IVXLC]+|[A-Z])\b)?)"
    r"(?P<title>(?:[ \t]{0,8}[—–:.-][ \t]{0,8}\S[^\n]{0,150}|[ \t]{1,8}[A-ZÀ-Ý][A-ZÀ-Ý ,'’()-]{2,100})?)[ \t*\r]{0,8}$",
    re.MULTILINE,
)
_UNDER_A_PART = ("DIVISION", "SECTION")
# How a bill's title ends in the headings of a day.
_TITLE = re.compile(r"\bbill( \d{4})?( \[.*\])?$", re.IGNORECASE)


def is_a_bills_title(heading: str) -> bool:
    """Whether a heading is a bill's title.

    >>> [is_a_bills_title(one) for one in ("Climate Change Bill 2022", "Coroners Bill [HL]", "Hayden, Hon. Bill AC")]
    [True, True, False]
    """
    return _TITLE.search(heading) is not None


@dataclass(frozen=True, slots=True)
class Section:
    """A division of a bill: its heading, with that of the part around it, and its words. The text before the first has
    the name ""."""

    name: str
    span: Span


def bill_sections(text: str) -> list[Section]:
    """The sections of a bill in order. Together they cover the whole text.

    >>> text = "An Act\\n\\nSUMMARY\\nIt acts.\\n\\nPART 1\\nWords\\nDIVISION 2 — Fees\\nMore"
    >>> [section.name for section in bill_sections(text)]
    ['', 'SUMMARY', 'PART 1', 'PART 1, DIVISION 2 — Fees']
    """
    headings = [found for found in _HEADING.finditer(text) if found["name"].isupper() or not found["name"].isalpha()]
    starts = [found.start() for found in headings]
    sections = [Section("", Span(0, starts[0] if starts else len(text)))]
    part = ""
    for found, end in zip(headings, [*starts, len(text)][1:], strict=True):
        name = " ".join(f"{found['name']}{found['title']}".split())
        below = found["kind"] in _UNDER_A_PART
        if not below:
            part = found["name"] if found["kind"].startswith("PART") else ""
        sections.append(Section(f"{part}, {name}" if below and part else name, Span(found.start(), end)))
    return [section for section in sections if section.span.of(text).strip()]


def split_bill(text: str, profile: Profile) -> Iterator[tuple[str, Span]]:
    """The chunks of a bill, each with the name of its section. No chunk crosses the edge of a section."""
    for section in bill_sections(text):
        yield from ((section.name, span) for span in split(text, profile, section.span))
