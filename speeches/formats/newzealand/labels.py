"""Reads the label before a speaker's words: "3. GERRY BROWNLEE (National—Ilam) to the Minister of State Services"."""

import re
from dataclasses import dataclass, replace

from speeches.formats.names import display_name, name_key
from speeches.formats.records import Person

_LABEL = re.compile(
    r"^(?:(?P<number>\d+)\.\s*)?(?P<name>[^()]+?)\s*(?:\((?P<bracket>.+?)\))?"
    r"(?:,?\s+on behalf of (?P<behalf>.+?))?(?:,?\s+to the (?P<to>.+?))?$",
    re.DOTALL,
)
# Somebody in the chair, or nobody in particular.
_OFFICE = re.compile(
    r"^(?:Madam|Mr|The)\s+(?:(?:ACTING|DEPUTY|ASSISTANT|TEMPORARY)\s+)*(?:SPEAKER|CHAIRPERSON|CHAIR|CLERK)\b"
    r"|^(?:An? |Some |Several )?(?:Hon(?:ourable)?\.? )?Members?$",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"^(?:(?:Acting |Deputy |Associate |Senior |Junior |Co-)*(?:Prime |)(?:Minister|Leader|Whip|Musterer|Attorney"
    r"|Treasurer|Speaker|Chairperson)|Member in charge|Parliamentary|Minister)",
    re.IGNORECASE,
)


_IN_CHARGE = re.compile(r"^Member in charge of the (?P<title>.+ Bill)$")


@dataclass(frozen=True, slots=True)
class Label:
    """A label taken apart. An office in the chair has a `name` and no person."""

    name: str
    person: Person | None
    role: str = ""
    number: str = ""
    to: str = ""


def read_label(printed: str) -> Label:
    """The pieces of a label.

    >>> label = read_label("3. GERRY BROWNLEE (National—Ilam) to the Minister of State Services")
    >>> label.person.name, label.person.party, label.person.electorate, label.to
    ('Gerry Brownlee', 'National', 'Ilam', 'Minister of State Services')
    >>> read_label("Madam SPEAKER").person, read_label("Hon BILL ENGLISH (Deputy Leader—National)").role
    (None, 'Deputy Leader')
    """
    found = _LABEL.match(" ".join(printed.split()).rstrip(": "))
    if found is None:
        return Label(printed, None)
    name, bracket = found["name"].strip(" ,"), (found["bracket"] or "").strip()
    if _OFFICE.match(name):
        return Label(name, _person(bracket) if " " in bracket else None, name if bracket else "")
    person = _person(name)
    role, party, electorate = _bracket(bracket)
    if found["behalf"]:
        behalf = found["behalf"].split("(")[0].strip(" ,")
        behalf = display_name(behalf) if behalf.isupper() else behalf
        role = ", ".join(filter(None, [role, f"on behalf of {behalf}"]))
    person = replace(person, party=party, electorate=electorate)
    return Label(person.name, person, role, found["number"] or "", found["to"] or "")


def bill_in_charge(role: str) -> str:
    """The title of the bill that a member is in charge of; "" for any other role.

    >>> bill_in_charge("Member in charge of the Wills Bill")
    'Wills Bill'
    """
    found = _IN_CHARGE.match(role)
    return found["title"] if found else ""


class People:
    """The people whom a page has named so far: a later bare "Keith Locke" is the earlier "KEITH LOCKE (Green)"."""

    def __init__(self) -> None:
        self._known: dict[str, Person] = {}

    def meet(self, label: Label) -> Person | None:
        """The person of a label, with what the page has said about them before."""
        if label.person is None:
            return None
        key = name_key(label.person.name)
        known = self._known.get(key)
        person = label.person
        if known is not None:
            person = replace(
                person, party=person.party or known.party, electorate=person.electorate or known.electorate
            )
        self._known[key] = person
        return person


def _person(spelling: str) -> Person:
    # Given names are printed in capitals, as surnames are; `display_name` restores the lower case.
    return Person(name=display_name(spelling), spelling=spelling)


def _bracket(text: str) -> tuple[str, str, str]:
    """Role, party and electorate: "National—Ilam", "Leader—ACT", "Minister of Finance" or "Labour"."""
    first, dash, second = (part.strip() for part in text.partition("—"))
    if _ROLE.match(first):
        return first, second, ""
    return "", first, second if dash else ""
