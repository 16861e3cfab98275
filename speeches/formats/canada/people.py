"""Finds who speaks. Only a first mention gives party and riding; for ministers, an office replaces the riding."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from lxml import etree

from speeches.formats.canada.words import words_of
from speeches.formats.names import name_key
from speeches.formats.records import Person

_HONORIFIC = re.compile(
    r"^(?:(?:(?:Right|Very|[Ll]e très|[Ll]a très|The|[Ll]['’])\s*)?[Hh]on(?:ou?rable|\.)?\s+"
    r"|Mr\.?\s|Mrs\.?\s|Ms\.?\s|Miss\s|M\.\s|Mme\.?\s|Mlle\s|Dr\.?\s|Prof\.\s|Hon\s|Senator\s"
    r"|Sénat(?:eur|rice)\s|Chief\s|Judge\s)+"
)
_OFFICE = re.compile(r"^(?:The|Le|La|L['’])\s*[A-ZÉa-zé][\w' -]*", re.UNICODE)
_ROLE = re.compile(
    r"^(?:Minister|Prime Minister|Deputy|Parliamentary|Leader|President|Associate|Secretary|Government|Chief|Solicitor"
    r"|Attorney|for the|ministre|premi(?:er|ère)|vice-|secrétaire|leader|président|chef|au nom|solliciteur|procureur)",
    re.IGNORECASE,
)
_PARTY = re.compile(r"^[A-ZÉ][\w.éÉ]{0,6}(?: [A-Z][a-z]{2,3}\.)?$")
# Numbers that the files give to kinds of affiliation: a witness before a committee, and holders of an office.
_WITNESS = "28"
_OFFICES = frozenset({"1", "4", "18", "21", "96"})


@dataclass(frozen=True, slots=True)
class Label:
    """The pieces of a label such as "Hon. Joe Oliver (Minister of Natural Resources, CPC)".

    A chair's label has an office and, in brackets, a person. Without brackets, `person` is None.
    """

    person: Person | None
    role: str = ""
    presides: bool = False


def read_label(printed: str, kind: str = "", role_id: str = "") -> Label:
    """The person, office and role in a label.

    >>> opitz = read_label("Mr. Ted Opitz (Etobicoke Centre, CPC)").person
    >>> opitz.name, opitz.electorate, opitz.party
    ('Ted Opitz', 'Etobicoke Centre', 'CPC')
    >>> read_label("The Acting Speaker (Mr. Bruce Stanton)").role
    'The Acting Speaker'
    """
    head, brackets = _split_brackets(printed.rstrip(": \n"))
    if not _HONORIFIC.match(head):
        if _OFFICE.match(head) and brackets:
            inner = read_label(brackets[0], role_id=role_id)
            return Label(inner.person, head, presides=True)
        return Label(None, head, presides=bool(head))
    name = _HONORIFIC.sub("", head).strip()
    person = Person(name=name, spelling=head, role_ids=(role_id,) if role_id else ())
    if not brackets:
        return Label(person)
    place, party = _place_and_party(brackets[0])
    acting = next((text for text in brackets[1:] if _ROLE.match(text)), "")
    if kind == _WITNESS or (not party and not _ROLE.match(brackets[0])):
        return Label(replace(person, witness=kind == _WITNESS), brackets[0])
    if kind in _OFFICES or _ROLE.match(place):
        return Label(replace(person, party=party), " ".join(filter(None, [place, f"({acting})" if acting else ""])))
    return Label(replace(person, party=party, electorate=place), acting)


class People:
    """Everyone whom a file names, with the facts from all mentions of them."""

    def __init__(self, root: etree._Element, listed: Iterable[Person] = ()) -> None:
        self._by_name: dict[str, Person] = {}
        self._by_role: dict[str, str] = {}
        self._occupants: dict[str, Person] = {}
        for person in listed:
            self._add(person)
        for element in root.iter("PersonSpeaking", "Questioner", "Responder"):
            for affiliation in element.iter("Affiliation"):
                label = label_of(affiliation)
                if label.person is not None:
                    self._add(label.person)

    def speaker(self, label: Label) -> Person | None:
        """The person in a label, as fully as the file knows them. A chair who is named once stays in the chair."""
        if label.person is None:
            return self._occupants.get(label.role.casefold())
        person = self._by_name.get(name_key(label.person.name), label.person)
        if label.role and _OFFICE.match(label.role):
            self._occupants[label.role.casefold()] = person
        return person

    def preside(self, office: str, printed: str) -> None:
        """Notes who holds an office for the whole sitting, from the file's head."""
        label = read_label(printed)
        if label.person is not None:
            self._add(label.person)
            self._occupants[office.casefold()] = self._by_name[name_key(label.person.name)]

    def in_role(self, role_id: str) -> Person | None:
        """The person with a key in the file."""
        name = self._by_role.get(role_id)
        return self._by_name[name] if name is not None else None

    def voter(self, printed: str, role_id: str) -> Person:
        """The member behind a ballot: a surname, with the riding in brackets if two members share it."""
        name = self._by_role.get(role_id)
        surname, brackets = _split_brackets(printed)
        if name is not None and name_key(surname).split()[-1:] == name_key(self._by_name[name].name).split()[-1:]:
            return self._by_name[name]
        return Person(
            name=surname.strip(),
            spelling=printed,
            electorate=brackets[0] if brackets else "",
            role_ids=(role_id,) if role_id else (),
            surname_only=True,
        )

    def _add(self, person: Person) -> None:
        key = name_key(person.name)
        known = self._by_name.get(key)
        self._by_name[key] = _fuller(known, person) if known else person
        for role_id in person.role_ids:
            self._by_role.setdefault(role_id, key)


def label_of(affiliation: etree._Element) -> Label:
    """The label of an `Affiliation` element."""
    printed = words_of(affiliation).replace("\n", " ")
    return read_label(printed, affiliation.get("Type") or "", affiliation.get("DbId") or "")


def _fuller(known: Person, person: Person) -> Person:
    return replace(
        known,
        party=known.party or person.party,
        electorate=known.electorate or person.electorate,
        state=known.state or person.state,
        witness=known.witness and not (person.party or known.party),
        role_ids=tuple(dict.fromkeys((*known.role_ids, *person.role_ids))),
    )


def _split_brackets(text: str) -> tuple[str, list[str]]:
    """The text before the first bracket, and the content of each outermost pair of brackets."""
    brackets: list[str] = []
    depth, start, head = 0, 0, len(text)
    for position, letter in enumerate(text):
        if letter == "(":
            if depth == 0:
                start, head = position + 1, min(head, position)
            depth += 1
        elif letter == ")" and depth:
            depth -= 1
            if depth == 0:
                brackets.append(text[start:position].strip())
    return text[:head].strip(), brackets


def _place_and_party(text: str) -> tuple[str, str]:
    """ "Etobicoke Centre, CPC" as its two halves. The party is "" if the last words do not look like one."""
    place, comma, party = text.rpartition(",")
    if comma and _PARTY.match(party.strip()):
        return place.strip(), party.strip()
    return text.strip(), ""
