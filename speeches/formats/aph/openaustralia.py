"""Reads OpenAustralia's lists (CSV) of Australian members, senators, people and ministers.

Each kind comes in a file of its own. `people.csv` gives a person's key in the parliament and their other names. The
lists of seats give full names, and the number in `people.csv` for people who share a name.
"""

import csv
import datetime
import io
import re
from collections.abc import Iterator

from speeches.formats.frame import frame_of
from speeches.formats.names import person_name, short_name
from speeches.formats.records import (
    PERSON_NUMBER,
    FormatError,
    MemberFacts,
    OfficeFacts,
    ParliamentFacts,
    Parsed,
    Person,
)

# For a presiding officer, the list gives the office instead of the party. Most keep their party in Australia.
_PRESIDING = {
    "SPK": "Speaker",
    "PRES": "President",
    "DPRES": "Deputy President",
    "CWM": "Deputy Speaker",
}
_KINDS = {
    "person count": "people",
    "member count": "seats",
    "Name": "ministers",
}
_SURNAME_LATER = re.compile(r"\s*\(later [^)]*\)")


def looks_like_openaustralia(content: bytes) -> bool:
    """Whether the bytes begin like one of the lists."""
    head = content[:400].replace(b'"', b"").split(b"\n", 1)[0]
    return head.startswith((b"person count,aph id,name", b"member count,person count,name", b"Name,From,To,Ministers"))


def parse_openaustralia(content: bytes, name: str = "") -> Parsed:
    """The facts in one list. Raises FormatError if the file is none of the lists."""
    rows = [row for row in csv.reader(io.StringIO(content.decode("utf-8-sig"))) if any(row)]
    head = rows[0] if rows else []
    kind = _KINDS.get(head[0] if head else "")
    if kind is None or not looks_like_openaustralia(content):
        raise FormatError(f"{name}: not one of OpenAustralia's lists (people, representatives, senators, ministers).")
    body = [dict(zip(head, row, strict=False)) for row in rows[1:] if not row[0].startswith("#")]
    facts = {
        "people": lambda: ParliamentFacts("au", "Parliament of Australia", members=tuple(_people(body))),
        "seats": lambda: _seats(body),
        "ministers": lambda: ParliamentFacts("au", "Parliament of Australia", offices=tuple(_ministers(body))),
    }[kind]()
    return Parsed(format="openaustralia", parliament=facts)


def _people(rows: list[dict[str, str]]) -> Iterator[MemberFacts]:
    for row in rows:
        if row["name"] and row["person count"].isdecimal():
            names = (row["name"], row.get("alt name", ""))
            yield MemberFacts(_person(row["name"], row["person count"], row["aph id"], names))


def _seats(rows: list[dict[str, str]]) -> ParliamentFacts:
    members: list[MemberFacts] = []
    offices: list[OfficeFacts] = []
    parties = _parties_by_name(rows)
    for row in rows:
        start, end = _day(row["Date of election"]), _day(row["Date ceased to be a Member"])
        if start is None or not row["name"]:
            continue
        party = row["Most recent party"].strip()
        full = _SURNAME_LATER.sub("", row["name"])
        person = _person(full, row["person count"], "", (full,))
        electorate = row["Division"].strip()
        state = frame_of("au").states.get(row["State/Territory"].strip().rstrip(".").lower(), row["State/Territory"])
        seat = Person(
            name=person.name,
            also=person.also,
            role_ids=person.role_ids,
            party=_party_then(parties.get(row["name"], {}), start) if party in _PRESIDING else party,
            electorate=electorate or state,
            state=state,
        )
        members.append(MemberFacts(seat, start, end, chamber="house" if electorate else "senate"))
        if party in _PRESIDING:
            offices.append(OfficeFacts(person, _PRESIDING[party], start, end))
    return ParliamentFacts("au", "Parliament of Australia", members=tuple(members), offices=tuple(offices))


def _parties_by_name(rows: list[dict[str, str]]) -> dict[str, dict[datetime.date, str]]:
    """The parties of each name by the day from which the list gives them, without presiding officers."""
    parties: dict[str, dict[datetime.date, str]] = {}
    for row in rows:
        party, start = row["Most recent party"].strip(), _day(row["Date of election"])
        if party not in _PRESIDING and start is not None:
            parties.setdefault(row["name"], {})[start] = party
    return parties


def _party_then(parties: dict[datetime.date, str], day: datetime.date) -> str:
    """The last party before a day or, without one, the first after it; "" if none is known, or if the two differ: some
    leave their party when they take the chair."""
    before = max((start for start in parties if start <= day), default=None)
    after = min((start for start in parties if start > day), default=None)
    known = {parties[start] for start in (before, after) if start is not None}
    return known.pop() if len(known) == 1 else ""


def _ministers(rows: list[dict[str, str]]) -> Iterator[OfficeFacts]:
    titles = {" ".join(row["Ministers"].split()) for row in rows}
    for row in rows:
        start, title = _day(row["From"]), " ".join(row["Ministers"].split())
        if start is not None and title:
            person = Person(name=person_name(row["Name"]), spelling=row["Name"].strip())
            # "Treasurer in the Senate" only represents the Treasurer there; "Leader … in the Senate" is an office.
            office = title.removesuffix(" in the Senate").removesuffix(" in the House")
            represents = office != title and office in titles
            yield OfficeFacts(person, f"Representing the {title}" if represents else title, start, _day(row["To"]))


def _person(full: str, number: str, source_id: str, names: tuple[str, ...]) -> Person:
    return Person(
        name=short_name(person_name(full)),
        source_id=source_id.strip().upper(),
        also=tuple(filter(None, names)),
        role_ids=(f"{PERSON_NUMBER}{number}",) if number.isdecimal() else (),
    )


def _day(text: str) -> datetime.date | None:
    """A day as these lists write it, "21.5.2022" or "13/05/2025"; None for "still_in_office" and the like."""
    found = re.match(r"\s*(\d{1,2})[./](\d{1,2})[./](\d{4})", text)
    return datetime.date(int(found[3]), int(found[2]), int(found[1])) if found else None
