"""Finds the bills that a day's headings are about, and who presented them."""

import re
from collections.abc import Iterator

from lxml import etree

from speeches.formats.aph.people import People
from speeches.formats.aph.words import words_of
from speeches.formats.bill_text import is_a_bills_title
from speeches.formats.names import slug
from speeches.formats.records import Bill, Person

_PAGE = "https://www.aph.gov.au/Parliamentary_Business/Bills_Legislation/Bills_Search_Results/Result?bId={}"
_FIRST_READING = "first reading"
# "Bill and explanatory memorandum presented by Mr Tudge, for Mr Frydenberg."
_PRESENTED = re.compile(r"^Bill\b[^\n]*? presented by (?P<by>[^\n,]+?)(?:, for (?P<owner>[^\n]+?))?\.?$", re.MULTILINE)
_SPOKEN = re.compile(r"\bI present the [^.]*\bBill\b")
# The source sometimes joins a title to the name: "MrAlbanese".
_TITLE = re.compile(r"^(Mr|Mrs|Ms|Miss|Dr)(?=[A-Z])")


def bills_under(heading: etree._Element, title: str, key: str, session: str) -> Iterator[Bill]:
    """The bills that a heading links to, each with the parliament's key for it; without links, the bill in its title.
    `key` is the heading's own key."""
    links = [link for child in heading if str(child.tag).endswith(".text") for link in child.iter("a")]
    named = [(words_of(link), link.get("href") or "") for link in links if link.get("type") == "Bill"]
    for name, number in named or [(title, key)]:
        if is_a_bills_title(name):
            page = _PAGE.format(number.lower()) if number else ""
            yield Bill(number="", source_id=slug(name), title=name, session=session, source_url=page)


def is_first_reading(title: str) -> bool:
    """Whether a bill is presented under a heading with this title."""
    return title.casefold() == _FIRST_READING


def presents(words: str) -> bool:
    """Whether somebody says in these words that they present a bill."""
    return _SPOKEN.search(words) is not None


def is_presented(text: str) -> bool:
    """Whether the text under a first reading says that somebody presented the bill."""
    return _PRESENTED.search(text) is not None


def presenter_of(text: str, people: People) -> Person | None:
    """The presenter of a bill, from the text under its first reading; if they did it for somebody, that person."""
    found = _PRESENTED.search(text)
    return people.by_label(_TITLE.sub(r"\1 ", found["owner"] or found["by"])) if found else None
