"""The section that a question names as the document itself names its sections: "bylaw 14", "Article III"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from guardian.documents.document import Section
from rag.language.tokens import without_accents

# A label that the document gives so many of its sections is how it names them.
_LEAST = 3
_NUMBER = r"\d{1,4}(?:\.\d{1,3})*|[IVXLC]{1,7}"
_HEADING = re.compile(rf"(?P<label>[^\W\d_]{{4,}}|By-?laws?)\s+(?P<number>{_NUMBER})\b")


@dataclass(frozen=True, slots=True)
class Named:
    """A section as a question names it, and the places of it and of the sections inside it; none where the document has
    no such section."""

    name: str
    places: frozenset[int]


def section_named(question: str, sections: Sequence[Section]) -> Named | None:
    """The section that a question names; None where it names none, or more than one."""
    labelled: dict[str, dict[str, set[int]]] = {}
    for place, section in enumerate(sections):
        for heading in section.path:
            if own := _HEADING.match(heading):
                numbers = labelled.setdefault(_folded(own["label"]), {})
                numbers.setdefault(own["number"].upper(), set()).add(place)
    labels = "|".join(map(re.escape, (label for label, numbers in labelled.items() if len(numbers) >= _LEAST)))
    if not labels:
        return None
    pattern = re.compile(rf"\b(?P<label>{labels})\s+(?P<number>{_NUMBER})\b", re.IGNORECASE)
    found = {(one["label"], one["number"].upper()) for one in pattern.finditer(_folded(question))}
    if len(found) != 1:
        return None
    ((label, number),) = found
    return Named(f"{label} {number}", frozenset(labelled[label].get(number, ())))


def _folded(words: str) -> str:
    return without_accents(words).casefold().replace("-", "")
