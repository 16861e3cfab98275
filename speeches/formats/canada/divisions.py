"""Reads recorded votes, which print only surnames, with the riding in brackets if two members share one."""

import re

from lxml import etree

from speeches.formats.canada.people import People
from speeches.formats.canada.words import words_of
from speeches.formats.names import fold
from speeches.formats.records import Ballot, Division, FormatError

_SIDES = {
    "yeas": "aye", "nays": "no", "paired": "paired",
    "pour": "aye", "contre": "no", "paires": "paired", "pairs": "paired", "abstentions": "abstention",
}  # fmt: skip


def division_of(
    element: etree._Element, people: People, *, position: int, debate: int | None, question: str, result: str, bill: str
) -> Division:
    """A `Division` element as a record, with the printed totals beside the names.

    Raises FormatError for an unknown side, because a ballot must not end up on the wrong one.
    """
    ballots: list[Ballot] = []
    totals = dict.fromkeys(_SIDES.values(), 0)
    for side in element.findall("DivisionType"):
        vote = _side(side)
        names = [(words_of(entry), entry.get("DbId") or "") for entry in side.findall("Affiliation")]
        ballots += [Ballot(name=name, vote=vote, person=people.voter(name, key)) for name, key in names if name]
        totals[vote] = _total(side, len(names))
    return Division(
        position=position,
        debate=debate,
        ayes=totals["aye"],
        noes=totals["no"],
        paired=totals["paired"],
        abstentions=totals["abstention"],
        ballots=tuple(ballots),
        number=element.get("DivisionNumber") or "".join(re.findall(r"\d+", words_of(element.find("DivisionNumber")))),
        question=question,
        result=result,
        bill=bill,
    )


def _side(side: etree._Element) -> str:
    printed = side.get("vote-type") or words_of(side.find("Type"))
    if fold(printed) not in _SIDES:
        raise FormatError(f"Line {side.sourceline}: “{printed}” is no side of a vote that is known here.")
    return _SIDES[fold(printed)]


def _total(side: etree._Element, counted: int) -> int:
    found = re.search(r"\d+", words_of(side.find("Total")))
    return int(found[0]) if found else counted
