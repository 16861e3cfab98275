"""OpenAustralia's lists of members, senators, people and ministers."""

import datetime
from pathlib import Path

import pytest

from speeches.formats.aph.openaustralia import looks_like_openaustralia, parse_openaustralia
from speeches.formats.records import FormatError, OfficeFacts, ParliamentFacts


def facts(shared: Path, name: str) -> ParliamentFacts:
    file = shared / "data/au/members" / f"{name}.csv"
    assert looks_like_openaustralia(file.read_bytes())
    read = parse_openaustralia(file.read_bytes(), file.name).parliament
    assert read
    return read


def offices(shared: Path, name: str) -> list[OfficeFacts]:
    return [one for one in facts(shared, "ministers").offices if one.person.name == name]


def test_people_have_the_parliaments_key_and_every_name(shared: Path) -> None:
    people = {member.person.source_id: member.person for member in facts(shared, "people").members}
    abbott = people["EZ5"]
    assert (abbott.name, abbott.role_ids) == ("Tony Abbott", ("openaustralia-1",))
    assert {"Tony John Abbott", "Anthony John Abbott"} <= set(abbott.also)


def test_members_go_by_two_names_and_their_whole_surname(shared: Path) -> None:
    names = {member.person.name.lower() for member in facts(shared, "people").members}
    assert {"scott morrison", "bert van manen", "mark butler"} <= names


def test_a_seat_has_its_days_its_riding_and_its_state(shared: Path) -> None:
    (seat,) = [one for one in facts(shared, "representatives").members if "Anthony John Abbott" in one.person.also]
    assert (seat.start, seat.end) == (datetime.date(1994, 3, 26), datetime.date(2019, 5, 18))
    assert (seat.person.electorate, seat.person.state, seat.chamber) == ("Warringah", "New South Wales", "house")


def test_who_still_sits_has_no_end(shared: Path) -> None:
    members = facts(shared, "representatives").members
    assert any(member.end is None for member in members)
    assert all(member.end is None or member.end >= member.start for member in members if member.start)


def test_a_presiding_officer_holds_an_office_and_keeps_the_party_of_before(shared: Path) -> None:
    read = facts(shared, "representatives")
    assert {office.title for office in read.offices} >= {"Speaker"}
    speakers = {office.person.name for office in read.offices if office.title == "Speaker"}
    assert not [one for one in read.members if one.person.party in {"SPK", "CWM"}]
    assert len(speakers) > 3
    brockman = [one for one in facts(shared, "senators").members if one.person.name == "Slade Brockman"]
    assert {one.person.party for one in brockman} == {"LIB"}
    assert [one.end for one in brockman][-1] is None


def test_a_minister_holds_an_office_from_day_to_day(shared: Path) -> None:
    newman = {one.title: (one.start, one.end) for one in offices(shared, "Jocelyn Newman")}
    assert newman["Minister for Social Security"] == (datetime.date(1996, 3, 11), datetime.date(1998, 10, 21))
    assert all(office.end is None for office in offices(shared, "Sam Rae"))


def test_who_represents_a_minister_in_the_senate_does_not_hold_that_office(shared: Path) -> None:
    titles = {one.title for one in facts(shared, "ministers").offices}
    assert any(title.startswith("Representing the ") for title in titles)
    assert "Leader of the Government in the Senate" in titles


@pytest.mark.parametrize("content", [b"", b"name,day\n", b"person count,name\n1,Ada\n"])
def test_another_file_is_none_of_them(content: bytes) -> None:
    with pytest.raises(FormatError, match="not one of OpenAustralia"):
        parse_openaustralia(content, "x.csv")
