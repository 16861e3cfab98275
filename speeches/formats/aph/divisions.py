"""Reads recorded votes: every name, the tellers, and the question as the chair put it."""

import re

from lxml import etree

from rag.text.sentences import sentence_spans
from speeches.formats.aph.words import words_of
from speeches.formats.records import Ballot, Division
from speeches.formats.turns import clock

_SIDES = {"ayes": "aye", "noes": "no", "pairs": "paired"}
_TELLER = re.compile(r"\s*(?:\(Teller\)|\*)\s*$", re.I)
_TIME = re.compile(r"\[(\d{1,2}[:.]\d{2})\]")
_QUESTION = re.compile(r"\bquestion (?:now |before the (?:House|Senate|chair) )?is:? (?:that )?(.+)$", re.I | re.DOTALL)


def division_of(element: etree._Element, position: int, debate: int | None, before: str) -> Division:
    """A `division` element as a record. `before` is the paragraph before it, where the chair puts the question."""
    header = " ".join(words_of(part) for part in element.findall("division.header"))
    stamp = element.findtext("division.header/time.stamp") or ""
    found = _TIME.search(header)
    ballots = tuple(
        _ballot(name, vote)
        for side, vote in _SIDES.items()
        for name in element.findall(f"division.data/{side}/names/name")
    )
    return Division(
        position=position,
        debate=debate,
        ayes=_count(element, "ayes"),
        noes=_count(element, "noes"),
        ballots=ballots,
        question=question_in(before),
        result=" ".join(words_of(part) for part in element.findall("division.result")),
        time=clock(found[1] if found else stamp),
    )


def question_in(paragraph: str) -> str:
    """The question put, from "The question is that the motion be agreed to."; "" if it holds none.

    >>> question_in("The SPEAKER: The question is that the bill be now read a second time. Order! The member will sit.")
    'That the bill be now read a second time.'
    """
    found = _QUESTION.search(paragraph)
    # The chair's further words are not part of the question.
    first = next(sentence_spans(found[1]), None) if found else None
    return f"That {first.of(found[1])}" if found and first else ""


def _ballot(element: etree._Element, vote: str) -> Ballot:
    printed = words_of(element)
    name = _TELLER.sub("", printed)
    return Ballot(name=name, vote=vote, teller=name != printed)


def _count(element: etree._Element, side: str) -> int:
    text = (element.findtext(f"division.data/{side}/num.votes") or "").strip()
    return int(text) if text.isdigit() else len(element.findall(f"division.data/{side}/names/name"))
