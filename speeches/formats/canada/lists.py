"""Reads the lists appended to a day's record: members with their ridings, offices, and members of committees."""

import datetime
from collections.abc import Iterator

from lxml import etree

from speeches.formats.canada.people import read_label
from speeches.formats.canada.words import words_of
from speeches.formats.names import display_name
from speeches.formats.records import CommitteeList, CommitteeMember, OfficeFacts, Person

_ROLES = {
    "Chair": "chair",
    "JointChairs": "chair",
    "ViceChairs": "vice-chair",
    "JointViceChairs": "vice-chair",
    "SenateMembers": "member",
    "Members": "member",
    "AssociateMembers": "associate",
}
# Lists that hold one committee.
_COMMITTEES = {"BoardOfInternalEconomy": "Board of Internal Economy"}
# Lists of offices. A parliamentary secretary's entry continues the list's title: "to the Minister of Justice".
_OFFICES = frozenset({"ChairOccupants", "Ministry", "Secretaries"})
_SECRETARY = {"en": "Parliamentary Secretary", "fr": "Secrétaire parlementaire"}


def listed_members(root: etree._Element) -> list[Person]:
    """Everyone on the alphabetical list, with riding, province and party: "Ablonczy, Hon. Diane, Minister of …"."""
    return [
        _member(entry)
        for members in root.iter("MemberList")
        if members.get("MemberListType") == "MembersAlpha"
        for entry in members.iter("Affiliation")
    ]


def listed_offices(root: etree._Element, day: datetime.date, language: str) -> Iterator[OfficeFacts]:
    """The offices in the day's lists: of the chair, the ministry and the parliamentary secretaries."""
    for listed in root.iter("MemberList"):
        if listed.get("MemberListType") not in _OFFICES:
            continue
        for entry in listed.iter("Affiliation"):
            name, role = words_of(entry.find("Name")), words_of(entry.find("Role"))
            if name and role:
                title = f"{_SECRETARY[language]} {role}" if role[0].islower() else role
                yield OfficeFacts(_person(name), title, day, day)


def committee_lists(root: etree._Element) -> tuple[CommitteeList, ...]:
    """The members of each committee. A committee without members is left out."""
    found: list[CommitteeList] = []
    for element in root.iter("Committee"):
        members = tuple(_seats(element))
        if members:
            found.append(CommitteeList(words_of(element.find("title")), members))
    for element in root.iter("MemberList"):
        if name := _COMMITTEES.get(element.get("MemberListType") or ""):
            entries = [words_of(entry.find("Name")) for entry in element.iter("Affiliation")]
            members = tuple(CommitteeMember(entry, "member", _person(entry)) for entry in entries if entry)
            found.append(CommitteeList(name, members))
    return tuple(found)


def list_blocks(root: etree._Element) -> Iterator[tuple[str, list[tuple[str, list[str]]]]]:
    """Each list's title with its groups: a heading and the entries as printed, one per line."""
    for members in root.iter("MemberList"):
        title = words_of(members.find("title"))
        groups = members.findall("AffiliationGroup") or list(members.iter("Committee"))
        if not groups:
            yield title, [("", _lines(members))]
        else:
            yield title, [(words_of(group.find("title")), _lines(group)) for group in groups]


def _lines(element: etree._Element) -> list[str]:
    lines: list[str] = []
    for entry in element.iter("Affiliation", "title", "Subtitle", "Total", "Note", "Representing"):
        if entry.tag == "title" and entry.getparent() is element:
            continue
        text = " ".join(words_of(part).replace("\n", " ") for part in entry) if len(entry) else words_of(entry)
        if text.strip():
            lines.append(" ".join(text.split()))
    return lines


def _member(entry: etree._Element) -> Person:
    spelling = words_of(entry.find("Name"))
    return Person(
        # An office may follow the name: "Aglukkaq, Hon. Leona, Minister of Health, …".
        name=display_name(",".join(spelling.split(",")[:2])),
        spelling=",".join(spelling.split(",")[:2]),
        party=words_of(entry.find("Party")),
        electorate=words_of(entry.find("Constituency")),
        state=words_of(entry.find("Province")),
    )


def _seats(committee: etree._Element) -> Iterator[CommitteeMember]:
    for group in committee.findall("CommitteeMemberGroup"):
        role = _ROLES.get(group.get("CommitteeMemberGroupType") or "", "member")
        for entry in group.findall("Affiliation"):
            if name := words_of(entry.find("Name")):
                yield CommitteeMember(name, role, _person(name, entry.get("DbId") or ""))


def _person(name: str, role_id: str = "") -> Person:
    return read_label(name, role_id=role_id).person or Person(
        name=name, spelling=name, role_ids=(role_id,) if role_id else ()
    )
