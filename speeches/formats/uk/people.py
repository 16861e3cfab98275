"""Finds who speaks and who votes, as the files name them."""

import re

from lxml import etree

from speeches.formats.names import person_name
from speeches.formats.records import Person

_OFFICE = re.compile(
    r"^(?:(?:Mr|Mrs|Ms)\.?|Madam|The) (?P<office>(?:(?:First|Second|Temporary|Deputy|Lord) )*"
    r"(?:Speaker|Chairman|Chairwoman|Chair))$"
)
_ARTICLE = re.compile(r"^The (?:Lord (?=(?:Arch)?bishop\b))?", re.IGNORECASE)
_PRIVY = re.compile(r"(?<=, )rh ")
_TELLER = re.compile(r"\s*\[Teller\]$")
# Short forms of peers' titles in the list of a division. Those that end in "of" always have a seat after them.
_TITLES = {
    "L": "Lord",
    "B": "Baroness",
    "Ly": "Lady",
    "V": "Viscount",
    "E": "Earl",
    "C": "Countess",
    "M": "Marquess",
    "D": "Duke of",
    "Bp": "Bishop of",
    "Abp": "Archbishop of",
}
_PEER = re.compile(r"^(?P<name>.+), (?P<title>[A-Z][a-z]{0,2})\.$")


def speaker_of(element: etree._Element) -> Person:
    """The speaker of an element: a member, an office without a name, or a group."""
    printed = " ".join((element.get("speakername") or "").split())
    if office := _OFFICE.match(printed):
        return Person(name=f"The {office['office']}", spelling=printed)
    return Person(
        name=plain_name(printed), spelling=printed, source_id=element.get("person_id", ""), role_ids=seat_of(element)
    )


def is_somebody(person: Person) -> bool:
    """Whether the file gives a key for a person."""
    return bool(person.role_ids or person.source_id)


def seat_of(element: etree._Element) -> tuple[str, ...]:
    """The key of the membership in which somebody speaks, if the file gives one."""
    key = element.get("speakerid") or "unknown"
    return () if key == "unknown" else (key,)


def voter_of(element: etree._Element) -> tuple[str, Person]:
    """The name on a ballot as printed, and the person."""
    printed = _TELLER.sub("", " ".join((element.text or "").split()))
    keys = (element.get("id") or "",)
    return printed, Person(
        name=voter_name(printed), source_id=element.get("person_id", ""), role_ids=tuple(filter(None, keys))
    )


def voter_name(printed: str) -> str:
    """A voter's name in its usual order.

    >>> voter_name("Beith, rh Sir Alan"), voter_name("Mr. Dave Watts"), voter_name("Adams of Craigielea, B.")
    ('Alan Beith', 'Dave Watts', 'Baroness Adams of Craigielea')
    """
    peer = _PEER.match(printed)
    if peer and peer["title"] in _TITLES:
        return f"{_TITLES[peer['title']]} {peer['name']}"
    return person_name(_PRIVY.sub("", printed))


def plain_name(printed: str) -> str:
    """A name without the article that only some files print.

    >>> plain_name("The Lord Bishop of Winchester"), plain_name("The Earl of Onslow"), plain_name("Lord Bach")
    ('Bishop of Winchester', 'Earl of Onslow', 'Lord Bach')
    """
    return _ARTICLE.sub("", printed)
