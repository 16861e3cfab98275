"""A question may ask for the words of somebody whom the record does not know."""

import datetime

import pytest

from speeches.search.roster import Roster, Tenure
from speeches.search.unknown_names import nobody_note
from tests.speeches.search.conftest import DAY, LATER


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Ms Smyth", ["Jill Smith", "Tony Smith"]),
        ("Bob Cater", ["Bob Katter"]),
        ("Ms Nguyen", []),
        ("Bob Churchill", []),
    ],
)
def test_only_names_that_are_like_it_are_suggested(name: str, near: list[str], people: Roster) -> None:
    assert people.nearest(name) == near


def test_it_is_told_in_the_language_of_the_question(people: Roster) -> None:
    assert nobody_note("Ms Nguyen", people) == "No member who speaks in the record is called “Ms Nguyen”."
    assert nobody_note("Bob Cater", people, "fr").endswith("Vouliez-vous dire Bob Katter ?")


def test_whoever_sits_in_another_parliament_is_not_offered_as_a_name_like_it(people: Roster) -> None:
    people.parliaments |= dict.fromkeys(people.names, "au")
    told = "“Bob Katter” is in the record of Australia, and not in the one that was asked."
    assert nobody_note("Bob Katter", people) == told
    assert "Australia" in nobody_note("Bob Katter", people, "fr")


@pytest.mark.parametrize(
    ("text", "day", "named"),
    [
        ("That the member for Kennedy be no longer heard.", DAY, ["Bob Katter"]),
        ("That the member for Kennedy—Leichhardt be no longer heard.", DAY, []),
        ("That the Treasurer be no longer heard.", DAY, ["Josh Frydenberg"]),
        ("That the Treasurer be no longer heard.", LATER, ["Jim Chalmers"]),
        ("That the member for New England North be heard.", DAY, ["Tony Smith"]),
        ("Je remercie la députée de New England North.", DAY, ["Tony Smith"]),
        ("Le député d’Old England", DAY, ["Bob Katter"]),
        ("Le député parle de New England North.", DAY, []),
        ("That the member for Kennedy be no longer heard.", DAY.replace(year=1950), []),
    ],
)
def test_a_text_names_people_by_their_seat_or_office(
    text: str, day: datetime.date, named: list[str], people: Roster
) -> None:
    people.ridings["new england north"].append(Tenure(6, DAY, LATER))
    people.ridings["old england"].append(Tenure(people.ridings["kennedy"][0].member, DAY, LATER))
    people.parliaments |= dict.fromkeys(people.names, "au")
    assert people.named_by_title(text, "au", day) == named
    assert people.named_by_title(text, "ca", day) == []
