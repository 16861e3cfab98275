"""Reads the lists of members: memberships of both Houses, people, offices and constituencies.

A debate names a speaker by the key of a membership. `people.xml` says which memberships are one person's, and gives the
person a key of their own.
"""

import datetime
from collections.abc import Callable, Iterator

from lxml import etree

from speeches.formats.frame import frame_of
from speeches.formats.names import display_name
from speeches.formats.records import MemberFacts, OfficeFacts, ParliamentFacts, Person, RidingFacts
from speeches.formats.uk.people import plain_name

_CODE, _NAME = "uk", "Parliament of the United Kingdom"
# For a presiding officer, the list gives the office instead of the party.
_PRESIDING = {
    "SPK": "Speaker",
    "CWM": "Chairman of Ways and Means",
    "DCWM": "Deputy Chairman of Ways and Means",
}
_SEATS = ("/member/", "/lord/")
_FOR_EVER = "9999-12-31"


def facts_of(root: etree._Element) -> ParliamentFacts | None:
    """The facts in a list of members; None if the file is no such list."""
    return next((read(root) for tag, read in _LISTS.items() if root.find(tag) is not None), None)


def _commons(root: etree._Element) -> ParliamentFacts:
    members = [_member(entry) for entry in root.iter("member")]
    offices = [office for entry in root.iter("member") for office in _presiding(entry)]
    return ParliamentFacts(_CODE, _NAME, members=tuple(members), offices=tuple(offices))


def _member(entry: etree._Element) -> MemberFacts:
    party = entry.get("party") or ""
    person = Person(
        name=_join_attributes(entry, "firstname", "lastname"),
        role_ids=(entry.get("id") or "",),
        party="" if party in _PRESIDING else party,
        electorate=entry.get("constituency") or "",
    )
    return MemberFacts(person, *_days(entry))


def _presiding(entry: etree._Element) -> Iterator[OfficeFacts]:
    start, end = _days(entry)
    if (title := _PRESIDING.get(entry.get("party") or "")) and start:
        person = Person(name=_join_attributes(entry, "firstname", "lastname"), role_ids=(entry.get("id") or "",))
        yield OfficeFacts(person, title, start, end)


def _lords(root: etree._Element) -> ParliamentFacts:
    return ParliamentFacts(_CODE, _NAME, members=tuple(_peer(entry) for entry in root.iter("lord")))


def _peer(entry: etree._Element) -> MemberFacts:
    place = entry.get("lordofname") or ""
    title = _join_attributes(entry, "title", "lordname")
    person = Person(
        name=f"{title} of {place}" if place else title,
        role_ids=(entry.get("id") or "",),
        party=entry.get("affiliation") or "",
    )
    return MemberFacts(person, *_days(entry), chamber="lords")


def _people(root: etree._Element) -> ParliamentFacts:
    """Which memberships are one person's. Leaves offices out: `ministers.xml` gives each with its membership."""
    people = []
    for entry in root.iter("person"):
        seats = tuple(
            key for one in entry.iter("office") if any(kind in (key := one.get("id") or "") for kind in _SEATS)
        )
        if seats:
            name = plain_name(entry.get("latestname") or "")
            people.append(MemberFacts(Person(name=name, source_id=entry.get("id") or "", role_ids=seats)))
    return ParliamentFacts(_CODE, _NAME, members=tuple(people))


def _ministers(root: etree._Element) -> ParliamentFacts:
    offices = [office for entry in root.iter("moffice") for office in _office(entry)]
    return ParliamentFacts(_CODE, _NAME, offices=tuple(offices))


def _office(entry: etree._Element) -> Iterator[OfficeFacts]:
    """A position and its department or committee. A committee's plain members have no position."""
    start, end = _days(entry)
    position, department = entry.get("position") or "Member", entry.get("dept") or ""
    title = f"{position} ({department})" if department else position
    if party := frame_of(_CODE).party_posts.get((entry.get("source") or "").rpartition("/")[2]):
        title = f"{party} {title}"
    name = display_name(plain_name(entry.get("name") or ""))
    if start and name:
        yield OfficeFacts(Person(name=name, role_ids=tuple(filter(None, [entry.get("matchid")]))), title, start, end)


def _constituencies(root: etree._Element) -> ParliamentFacts:
    """Each constituency by its first name, which is the one to show. One whose boundaries moved is listed again."""
    names = {
        name.get("text") or "": entry.get("id") or ""
        for entry in root.iter("constituency")
        if (name := entry.find("name")) is not None
    }
    ridings = tuple(RidingFacts(name, source_id=key) for name, key in names.items())
    return ParliamentFacts(_CODE, _NAME, ridings=ridings)


# By an element that only one of the lists has.
_LISTS: dict[str, Callable[[etree._Element], ParliamentFacts]] = {
    "member": _commons,
    "lord": _lords,
    "person": _people,
    ".//moffice": _ministers,
    "constituency": _constituencies,
}


def _join_attributes(entry: etree._Element, *names: str) -> str:
    return " ".join(filter(None, [entry.get(name) for name in names]))


def _days(entry: etree._Element) -> tuple[datetime.date | None, datetime.date | None]:
    """The first and last day. An end that has not come is None."""
    until = entry.get("todate") or ""
    return _day(entry.get("fromdate") or ""), None if until == _FOR_EVER else _day(until)


def _day(text: str) -> datetime.date | None:
    """A day, or the first of a year if only the year is known."""
    try:
        return datetime.date(int(text), 1, 1) if len(text) == 4 else datetime.date.fromisoformat(text)
    except ValueError:
        return None
