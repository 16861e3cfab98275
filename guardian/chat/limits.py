"""Finds the sections that limit one another: "2.1 (2) Subclause (1) does not apply if …", "1.2 However, …"."""

import re
from collections.abc import Sequence

from guardian.documents.document import Section
from rag.text.polarity import turns_against

# The form of a reference to another section, and of a section's own number at the beginning of its heading.
_REFERENCE = re.compile(
    r"\b(?:sub-?)?(?:clause|section|rule|by-?law|paragraph|article|item)s?\s+\(?(?P<number>\w{1,4}(?:\.\w{1,4})*)\)?"
    r"(?!\s+of\s+(?:the|an?)\b)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?:[^\W\d_][\w-]{2,}\s+)?\(?(?P<number>[0-9]{1,4}(?:\.\w{1,4})*|[a-z]{1,4}(?=[).]))", re.IGNORECASE
)
_NAMELESS = re.compile(r"\(?\w{1,4}(?:\.\w{1,4})*\)?\.?")
# A reference counts at the beginning of a section. Longer sections are not companions; only the nearest few are.
_BEGINNING, _LONGEST, _MOST = 160, 600, 3
# A heading over more parts than these is a chapter, and not one rule.
_MOST_PARTS = 6


def companions_of(place: int, sections: Sequence[Section], text: str) -> list[int]:
    """The indexes of the sections that limit the one at `place`, or that it limits: under the same heading, one of the
    two turns against the one before it, or begins by referring to the other's number."""
    bound = [
        other
        for other in _siblings(place, sections)
        if other != place
        and 0 < sections[other].body.end - sections[other].body.start <= _LONGEST
        and (_limits(place, other, sections, text) or _limits(other, place, sections, text))
    ]
    return sorted(sorted(bound, key=lambda other: abs(other - place))[:_MOST])


def parts_beside(place: int, sections: Sequence[Section], text: str) -> list[int]:
    """The indexes of the other parts of the rule of which the section at `place` is one: short ones, and few. If the
    section introduces a list ("… the following:"), its items.

    A part has a number and no name: "(2)", "1.2".
    """
    if sections[place].path and sections[place].body.of(text).rstrip().endswith(":"):
        return [other for other, section in enumerate(sections) if section.path[:-1] == sections[place].path]
    parts = [other for other in _siblings(place, sections) if sections[other].body.start < sections[other].body.end]
    if not all(_NAMELESS.fullmatch(sections[one].path[-1]) for one in parts):
        return []
    short = all(sections[one].body.end - sections[one].body.start <= _LONGEST for one in parts)
    return [one for one in parts if one != place] if short and len(parts) <= _MOST_PARTS else []


def _siblings(place: int, sections: Sequence[Section]) -> list[int]:
    above = sections[place].path[:-1]
    return [other for other, section in enumerate(sections) if section.path and section.path[:-1] == above]


def _limits(one: int, other: int, sections: Sequence[Section], text: str) -> bool:
    """Whether one section limits another."""
    beginning = sections[one].body.of(text)[:_BEGINNING]
    if one == other + 1 and turns_against(beginning):
        return True
    own = _number_of(sections[other])
    return any(map(str.isdigit, own)) and own in {
        found["number"].casefold() for found in _REFERENCE.finditer(beginning)
    }


def _number_of(section: Section) -> str:
    found = _NUMBER.match(section.path[-1]) if section.path else None
    return found["number"].casefold() if found else ""
