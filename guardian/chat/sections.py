"""Finds the section that a question names in the document's own style: "bylaw 14", "Article III"."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from guardian.documents.document import Section
from rag.language.tokens import without_accents

# A label counts as the document's own style if at least this many sections carry it.
_LEAST = 3
_NUMBER = r"\d{1,4}(?:\.\d{1,3})*|[IVXLC]{1,7}"
_HEADING = re.compile(rf"(?P<label>[^\W\d_]{{4,}}|By-?laws?)\s+(?P<number>{_NUMBER})\b")


@dataclass(frozen=True, slots=True)
class NamedSection:
    """A section that a question names. `places` holds the indexes of it and of the sections inside it; empty if the
    document has no such section. `chosen` tells that it was picked from a list of sections."""

    name: str
    places: frozenset[int]
    chosen: bool = False


def find_chosen_section(question: str, title: str, sections: Sequence[Section]) -> NamedSection | None:
    """The section whose whole name, with or without its document's title, ends a question in brackets, as when a reader
    picks one of the sections offered; None if none does."""
    asked = question.rstrip()
    endings = ((one.name, (f"({one.name})", f"({title} › {one.name})")) for one in sections)
    chosen = next((name for name, ending in endings if asked.endswith(ending)), None)
    if chosen is None:
        return None
    inside = (place for place, one in enumerate(sections) if f"{one.name} › ".startswith(f"{chosen} › "))
    return NamedSection(chosen, frozenset(inside), chosen=True)


def find_section(question: str, sections: Sequence[Section]) -> NamedSection | None:
    """The section that a question names; None if it names none, or several."""
    labelled: dict[str, dict[str, set[int]]] = {}
    for place, section in enumerate(sections):
        for heading in section.path:
            if own := _HEADING.match(heading):
                numbers = labelled.setdefault(_fold_words(own["label"]), {})
                numbers.setdefault(own["number"].upper(), set()).add(place)
    labels = "|".join(map(re.escape, (label for label, numbers in labelled.items() if len(numbers) >= _LEAST)))
    if not labels:
        return None
    pattern = re.compile(rf"\b(?P<label>{labels})\s+(?P<number>{_NUMBER})\b", re.IGNORECASE)
    written = {(one["label"], one["number"].upper()) for one in pattern.finditer(_fold_words(question))}
    found = {(label, number) for label, number in written if _is_of_these(number, labelled[label])}
    if len(found) != 1:
        return None
    ((label, number),) = found
    return NamedSection(f"{label} {number}", frozenset(labelled[label].get(number, ())))


def _is_of_these(number: str, numbers: Collection[str]) -> bool:
    """Whether a number is one of the document's, or is at least written in figures as all of them are. So "which bylaw
    I broke" does not name a bylaw I, and "article 4" is not reported missing from a document with an Article IV."""
    return number in numbers or (number[0].isdigit() and all(one[0].isdigit() for one in numbers))


def _fold_words(words: str) -> str:
    return without_accents(words).casefold().replace("-", "")
