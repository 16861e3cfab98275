"""A question may ask for the words of somebody whom the record does not know."""

import pytest

from speeches.search.nobody import nobody_note
from speeches.search.roster import Roster


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Ms Smyth", ["Jill Smith", "Tony Smith"]),
        ("Bob Cater", ["Bob Katter"]),
        ("Ms Nguyen", []),
    ],
)
def test_only_names_that_are_like_it_are_suggested(name: str, near: list[str], people: Roster) -> None:
    assert people.nearest(name) == near


def test_it_is_told_in_the_language_of_the_question(people: Roster) -> None:
    assert nobody_note("Ms Nguyen", people) == "No member who speaks in the record is called “Ms Nguyen”."
    assert nobody_note("Bob Cater", people, "fr").endswith("Vouliez-vous dire Bob Katter ?")
