"""Reads party votes, cast by the whips ("New Zealand First 4 (Brown, …)"), and personal votes, member by member."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from speeches.formats.newzealand.words import words_of
from speeches.formats.records import Ballot, PartyBallot, VotingMethod

_SIDES = {"ayes": "aye", "noes": "no", "abstentions": "abstention"}
_COUNTED = re.compile(r"^(?P<side>Ayes|Noes|Abstentions?)\s*(?P<count>\d+)", re.IGNORECASE)
_PARTY = re.compile(r"^(?P<name>.+?)\s+(?P<count>\d+)(?:\s*\((?P<members>[^)]*)\))?$")
_INDEPENDENT = re.compile(r"^(?P<name>Independents?)\s*:\s*(?P<members>.+)$", re.IGNORECASE)
_QUESTION = re.compile(r"(?:vote was called for on the question,?|question was put)\s*(.*)$", re.IGNORECASE | re.DOTALL)
_PROXY = re.compile(r"\s*\(P\)\s*$")


@dataclass(slots=True)
class Vote:
    """A vote as printed. `text` holds all of it, with a line for each side."""

    method: VotingMethod
    question: str
    result: str
    counts: dict[str, int]
    ballots: list[Ballot]
    parties: list[PartyBallot]
    text: str


def read_vote(element: etree._Element) -> Vote:
    """A `div.partyVote` or `div.personalVote`."""
    personal = "personalVote" in (element.get("class") or "")
    vote = Vote(
        method=VotingMethod.PERSONAL if personal else VotingMethod.PARTY,
        question="",
        result="",
        counts=dict.fromkeys(_SIDES.values(), 0),
        ballots=[],
        parties=[],
        text="",
    )
    lines = list(_personal(element, vote) if personal else _read_party_rows(element, vote))
    put = _QUESTION.search(lines[0]) if lines else None
    vote.question = (put[1] if put else "").strip()
    vote.text = "\n".join(lines)
    return vote


def _read_party_rows(element: etree._Element, vote: Vote) -> Iterator[str]:
    yield words_of(element.find(".//caption"))
    for row in element.iter("tr"):
        cells = [words_of(cell) for cell in row.iter("td")]
        if found := _COUNTED.match(cells[0]) if cells else None:
            side = _side(found["side"])
            vote.counts[side] = int(found["count"])
            _read_parties(" ".join(cells[1:]), side, vote)
            yield f"{cells[0]}: {' '.join(cells[1:])}"
        elif any(cells):
            vote.result = " ".join(cells)
            yield vote.result


def _read_parties(text: str, side: str, vote: Vote) -> None:
    for piece in (part.strip(" .") for part in text.split(";")):
        if alone := _INDEPENDENT.match(piece):
            members = _names(alone["members"])
            vote.parties.append(PartyBallot("Independent", side, len(members), members))
        elif found := _PARTY.match(piece):
            members = _names(found["members"] or "")
            vote.parties.append(PartyBallot(found["name"], side, int(found["count"]), members))
        else:
            continue
        vote.ballots += [Ballot(name, side, party=vote.parties[-1].name) for name in vote.parties[-1].members]


def _personal(element: etree._Element, vote: Vote) -> Iterator[str]:
    question = [element.text or ""]
    for child in element:
        if child.tag == "table":
            break
        question += [words_of(child), child.tail or ""]
    yield " ".join(" ".join(question).split())
    for table in element.iter("table"):
        caption = words_of(table.find("caption"))
        found = _COUNTED.match(caption)
        if found is None:
            continue
        side = _side(found["side"])
        vote.counts[side] = int(found["count"])
        ballots = list(_cells(table, side))
        vote.ballots += ballots
        yield f"{caption}: {', '.join(_ballot_text(ballot) for ballot in ballots)}."
    for line in element.iter("p"):
        vote.result = words_of(line)
        yield vote.result


def _cells(table: etree._Element, side: str) -> Iterator[Ballot]:
    """The names in a table, column by column as printed. "Teller:" stands above the name of a teller."""
    rows = [[words_of(cell) for cell in row.iter("td")] for row in table.iter("tr")]
    for column in range(max((len(row) for row in rows), default=0)):
        teller = False
        for row in rows:
            name = row[column] if column < len(row) else ""
            if name.rstrip(":").lower() == "teller":
                teller = True
            elif name:
                yield Ballot(name=_PROXY.sub("", name), vote=side, teller=teller, proxy=bool(_PROXY.search(name)))
                teller = False


def _ballot_text(ballot: Ballot) -> str:
    return ballot.name + (" (P)" if ballot.proxy else "") + (" (Teller)" if ballot.teller else "")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip(" .") for name in re.split(r",|\band\b", text) if name.strip(" ."))


def _side(word: str) -> str:
    return _SIDES[word.lower() if word.lower().endswith("s") else f"{word.lower()}s"]
