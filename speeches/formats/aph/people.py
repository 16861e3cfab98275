"""Finds who speaks, from the talkers that a file names and the labels in its text."""

import re
from collections.abc import Iterable

from lxml import etree

from speeches.formats.aph.electorates import state_of
from speeches.formats.names import HONORIFICS, fold, office, person_name
from speeches.formats.records import Person

_STATES = frozenset(
    {
        "New South Wales",
        "Victoria",
        "Queensland",
        "Western Australia",
        "South Australia",
        "Tasmania",
        "Australian Capital Territory",
        "Northern Territory",
    }
)
# Older files give every chair this number if they do not say who sat in it.
_NOBODY = frozenset({"", "10000"})
_INTERJECTING = re.compile(r"\s+interjecting[—–-]*\s*$")
_LABEL_BRACKETS = re.compile(r"\(([^)]*)\)")


def person_of(talker: etree._Element) -> Person:
    """The talker as the file describes them: name, key, party, electorate and state."""
    spelling = _text(talker, "name[@role='metadata']") or _text(talker, "name")
    source_id = _text(talker, "name.id").upper()
    electorate = _text(talker, "electorate").strip("()")
    electorate = "" if electorate in ("N/A", "PO") else electorate
    name = person_name(spelling)
    if source_id in _NOBODY and office(spelling) == "" and ", The" in spelling:
        name = "The " + spelling.split(",")[0]
    return Person(
        name=name,
        source_id="" if source_id in _NOBODY else source_id,
        spelling=_LABEL_BRACKETS.sub("", spelling).strip(),
        party=_text(talker, "party").replace("N/A", ""),
        electorate=electorate,
        state=electorate if electorate in _STATES else state_of(electorate),
        title="Senator" if re.search(r"\bSen\b", spelling) else "MP" if re.search(r"\bMP\b", spelling) else "",
    )


class People:
    """Everyone whom a file names, by key and, if only one person has it, by surname."""

    def __init__(self, talkers: Iterable[etree._Element]) -> None:
        self._by_id: dict[str, Person] = {}
        self._by_words: dict[str, set[str]] = {}
        for talker in talkers:
            person = person_of(talker)
            if person.source_id:
                known = self._by_id.get(person.source_id)
                self._by_id[person.source_id] = _fuller(known, person) if known else person
        for person in self._by_id.values():
            words = fold(person.name).split()
            for key in (" ".join(words[1:]), " ".join(words)):
                self._by_words.setdefault(key, set()).add(person.source_id)

    def by_id(self, source_id: str | None) -> Person | None:
        return self._by_id.get((source_id or "").strip().upper())

    def by_label(self, label: str) -> Person | None:
        """The one person whom a label such as "Ms Madeleine King" can mean, or None.

        A chair is named in brackets, "The DEPUTY SPEAKER (Ms Bird)"; an office alone names nobody.
        """
        label = _INTERJECTING.sub("", label)
        inner = _LABEL_BRACKETS.search(label)
        words = (inner.group(1) if inner else label).split()
        if not words or words[0].strip(".").lower() not in HONORIFICS - {"the", "hon", "honourable"}:
            return None
        keys = [word for word in words if word.strip(".").lower() not in HONORIFICS]
        found = self._by_words.get(fold(" ".join(keys)), set())
        return self._by_id[next(iter(found))] if len(found) == 1 else None


def _fuller(known: Person, person: Person) -> Person:
    """The fuller of two descriptions of one person: the one with the party, which a chair's often lacks."""
    return known if (known.party, known.electorate) >= (person.party, person.electorate) else person


def _text(talker: etree._Element, path: str) -> str:
    return " ".join((talker.findtext(path) or "").replace("\u00a0", " ").split())
