"""Members are found by the forms of their names, and cities by those of the ridings."""

import pytest

from speeches.search.roster import Roster, Tenure
from tests.speeches.search.conftest import DAY, LATER


@pytest.fixture
def roster() -> Roster:
    people = Roster()
    for key, name in enumerate(
        ("Ronald J. Deibert", "Roberta Deibert", "Rosa Dei", "Christine Moore", "Richard Ottaway", "Pauline Hanson")
    ):
        people.names[key] = name
        people.by_name[name.lower().replace(".", "")].add(key)
        people.by_surname[name.lower().split()[-1]].add(key)
    people.ridings["ottawa centre"].append(Tenure(3, DAY, LATER))
    people.ridings["menzies"].append(Tenure(3, DAY, LATER))
    people.ridings["ottawa vanier"].append(Tenure(3, DAY, LATER))
    return people


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Ron Deibert", [0]),
        ("Ronald Deibert", [0]),
        ("Rob Deibert", []),
        ("R Deibert", []),
        ("Ron Dei", []),
        ("Chris Moore", [3]),
        ("Don Moore", []),
        ("Dick Ottaway", [4]),
        ("Paul Hanson", []),
    ],
)
def test_a_first_name_may_be_short(name: str, found: list[int], roster: Roster) -> None:
    assert roster.find_members(name) == found


def test_a_city_is_no_misspelt_member(roster: Roster) -> None:
    assert roster.find_members("Otaway") == [4]
    assert roster.find_members("Ottawa") == []


@pytest.mark.parametrize(
    ("name", "place"),
    [("Ottawa", True), ("Ottawa Centre", False), ("Ottaw", False), ("Centre", False), ("Menzies", False)],
)
def test_a_city_is_the_beginning_of_a_riding(name: str, place: bool, roster: Roster) -> None:
    assert roster.names_a_place(name) is place
