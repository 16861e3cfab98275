"""Reads recorded votes of both Houses: every name, the tellers, the question and the result."""

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from speeches.formats.records import Ballot, Division, FormatError
from speeches.formats.uk.document import words_of
from speeches.formats.uk.people import voter_of

_SIDES = {"aye": "aye", "no": "no", "content": "aye", "not-content": "no"}
_PUT = re.compile(r"\bQuestion put(?: (?:again|forthwith|accordingly))?\b[^,]{0,60}, (?P<question>That .+)$")
_DIVIDED_ON = re.compile(r"^Division (?:on|called on) .+$")
_ENDED = re.compile(r"^(?:Question accordingly|Amendments? .+ (?:dis)?agreed|Motion .*(?:dis)?agreed|Bill .+)")
# The question is in one of this many paragraphs before the vote.
_NEAR = 4


def division_of(
    element: etree._Element, *, position: int, debate: int, bill: str, before: Sequence[str], after: Sequence[str]
) -> Division:
    """A `division` element as a record, with the paragraphs before and after it. The counts are the printed ones."""
    ballots = tuple(_ballots(element))
    counts = element.find("divisioncount")
    return Division(
        position=position,
        debate=debate,
        ayes=_count(counts, ("ayes", "content"), ballots, "aye"),
        noes=_count(counts, ("noes", "not-content"), ballots, "no"),
        ballots=ballots,
        question=_question(before),
        result=next((words for words in (*before[-1:], *after[:1]) if _ENDED.match(words)), ""),
        number=element.get("divnumber") or "",
        bill=bill,
    )


def _ballots(division: etree._Element) -> Iterator[Ballot]:
    """The ballots of both sides. Raises FormatError for an unknown side."""
    for side in division.iter("mplist", "lordlist"):
        vote = side.get("vote") or ""
        if vote not in _SIDES:
            raise FormatError(f"Line {side.sourceline}: “{vote}” is no side of a vote that is known here.")
        for entry in side.iter("mpname", "lord"):
            name, person = voter_of(entry)
            if name:
                yield Ballot(name=name, vote=_SIDES[vote], teller=entry.get("teller") == "yes", person=person)


def _count(counts: etree._Element | None, names: Sequence[str], ballots: Sequence[Ballot], vote: str) -> int:
    """A printed count, or the number of ballots if none is printed."""
    printed = next((counts.get(name) for name in names if counts.get(name)), None) if counts is not None else None
    return int(printed) if printed and printed.isdecimal() else sum(one.vote == vote for one in ballots)


def _question(before: Sequence[str]) -> str:
    for words in reversed(before[-_NEAR:]):
        if put := _PUT.search(words):
            return put["question"].split(" The House divided", 1)[0]
        if _DIVIDED_ON.match(words):
            return words
    return ""


def paragraphs_of(element: etree._Element | None) -> list[str]:
    """The paragraphs of an element, if it is a speech; otherwise none."""
    return [words_of(p) for p in element.iter("p")] if element is not None and element.tag == "speech" else []
