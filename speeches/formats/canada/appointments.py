"""Finds committees whose members a sentence names: "that the committee be composed of: Larry Bagnell, …"."""

import re
from collections.abc import Iterator

from speeches.formats.canada.people import read_label
from speeches.formats.records import CommitteeList, CommitteeMember, Person, Speech

_NAME = (
    r"(?P<name>(?:(?:Standing|Special|Joint|Legislative)\s)*(?:Joint\s)?Committee on [A-Z][^,;:]+?"
    r"|Board of [A-Z]\w+(?: [A-Z]\w+)*)"
)
_NOM = r"(?P<name>(?:Comité|Bureau) (?:permanent |spécial |mixte )*de [^,;:]+?)"
_PATTERNS = (
    re.compile(rf"\bas members of the {_NAME}(?: for [^:]*| under [^:]*)?:\s*(?P<list>[^\n]+)"),
    re.compile(rf"\bthe {_NAME} be appointed\b.*?\bthe committee be composed of:?\s*(?P<list>[^\n]+)"),
    re.compile(rf"\bà titre de membres du {_NOM}(?:, aux fins|[.,]).*?\bIl s'agit (?P<list>(?:des?|d')[^\n]+)"),
    re.compile(rf"\ble {_NOM} soit (?:constitué|chargé)\b.*?\bse compose (?:de|des):?\s*(?P<list>[^\n]+)"),
)
# Words about the people named before them: "representatives of the Conservative Party caucus".
_TOLD = re.compile(r",\s*(?:members?|representatives?|membres?|représentante?s?)\b[^;]*")
_LEAD = re.compile(
    r"^(?:(?:et|and|des?|d'|les?|la)\s+)*(?:honorables?\s+|MM\.\s+|Mmes\s+|M\.\s+|Mme\s+|de\s+M\.\s+|de\s+Mme\s+)?",
    re.I,
)
_PERSON = re.compile(
    r"^(?:(?:Right )?Hon\.|Mr\.|Mrs\.|Ms\.|Dr\.)?\s*[A-ZÉÈ][\w'’.-]+(?: (?:[a-z]{2,3} )?[A-ZÉÈ][\w'’.-]+){1,3}$"
)


def appointments_in(speeches: tuple[Speech, ...]) -> Iterator[CommitteeList]:
    """The committees whose members a sitting names in a sentence."""
    for speech in speeches:
        for pattern in _PATTERNS:
            for found in pattern.finditer(speech.text):
                members = tuple(_members(found["list"]))
                if len(members) > 1:
                    yield CommitteeList(found["name"].strip(), members, speech.id)


def _members(listed: str) -> Iterator[CommitteeMember]:
    listed = _TOLD.sub("", listed.strip().rstrip("."))
    for piece in re.split(r"[;,]|\s(?:and|et)\s", listed):
        name = _LEAD.sub("", piece.strip()).strip()
        if _PERSON.match(name):
            person = read_label(name).person or Person(name=name, spelling=name)
            yield CommitteeMember(name, "member", person)
