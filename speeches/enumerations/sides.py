"""Which side of a vote a question asks for, and what a side of it means."""

import re

from speeches.models import Division, Vote

_ABSTAINED = re.compile(r"\babst(?:ain|enu|ention)", re.IGNORECASE)
_PAIRED = re.compile(r"\bpaired\b|\bpair[ée]s\b", re.IGNORECASE)
_BOTH = re.compile(
    r"\bfor (?:and|or) against\b|\b(?:ayes|yeas) (?:and|or) (?:noes|nays)\b|\bpour (?:et|ou) contre\b", re.IGNORECASE
)
# What says it outright outranks whatever else the question tells of the matter.
_VOTED = {
    Vote.AYE: re.compile(
        r"\bvot(?:ed?|es|ing) (?:for|to|with|yes|aye|in favou?r)\b|\bvot(?:ée?s?|e|ent|er) (?:pour|en faveur)\b",
        re.IGNORECASE,
    ),
    Vote.NO: re.compile(r"\bvot(?:ed?|es|ing) (?:against|no)\b|\bvot(?:ée?s?|e|ent|er) contre\b", re.IGNORECASE),
}
# Else the first word that takes a side is the asker's: "Who supported the motion that was rejected?"
_TAKEN = {
    Vote.AYE: re.compile(
        r"\b(?:in favou?r|support(?:ed|ing|s)?|backed|endorsed|favou?red|yeas?|ayes?|pour|en faveur|appuy[ée]e?s?)\b"
        r"|^(?:and\s+)?for\b",
        re.IGNORECASE,
    ),
    Vote.NO: re.compile(
        r"\b(?:against|oppos(?:ed|ing|es?)|no votes?|nays?|noes|reject(?:ed|ing|s)?|contre|rejet[ée]e?s?|opposée?s?)\b",
        re.IGNORECASE,
    ),
}


def side_asked(question: str) -> Vote | None:
    """The side that a question asks for; None where it asks for both, or for none.

    >>> side_asked("Who voted for the motion to reject it?"), side_asked("Who voted?")
    (Vote.AYE, None)
    """
    if _ABSTAINED.search(question):
        return Vote.ABSTENTION
    if _PAIRED.search(question):
        return Vote.PAIRED
    if _BOTH.search(question):
        return None
    outright = [side for side, pattern in _VOTED.items() if pattern.search(question)]
    if outright:
        return outright[0] if len(outright) == 1 else None
    taken = [(found.start(), side) for side, pattern in _TAKEN.items() if (found := pattern.search(question))]
    return min(taken)[1] if taken else None


def is_turned(division: Division) -> bool:
    """Whether an aye was against what was moved ("That the motion be disagreed to."), or may have been."""
    return division.turned or not division.motion
