"""Whose words are asked for, where the record may know nobody of that name."""

import pytest

from speeches.search.nobody import nobody_called, person_meant
from speeches.search.roster import Roster


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("What did Bob Kater say about crocodiles?", "What did Bob Katter say about crocodiles?"),
        ("According to Josh Freydenberg, what comes next?", "According to Josh Frydenberg, what comes next?"),
    ],
)
def test_a_name_a_slip_away_is_spelt_as_the_record_has_it(asked: str, meant: str, people: Roster) -> None:
    assert person_meant(asked, people) == (meant, "")


@pytest.mark.parametrize(
    ("asked", "nobody"),
    [
        ("What did Ms Nguyen say about childcare?", "Ms Nguyen"),
        ("What did Senator Mary Nguyen ask about childcare?", "Senator Mary Nguyen"),
        ("What did Jill Nguyen say about childcare?", "Jill Nguyen"),
        # A surname alone is too little to put another in its place.
        ("What did Mr Chalmer say about inflation?", "Mr Chalmer"),
        ("What did Mr Speaker say about order?", ""),
        ("What did Jill Water say about dams?", ""),
        ("Que dit Mme Nguyen sur le logement ?", "Mme Nguyen"),
        # Both Smiths may be meant; that is for the search to tell apart.
        ("What did Ms Smith say about childcare?", ""),
        # Of four letters, two wrong ones are another name.
        ("What did Mr Bond say about refugees?", "Mr Bond"),
        ("What did Safe Work Australia say about dust?", ""),
        ("What did the Senator say about dust?", ""),
        ("Did Mr Nguyen own the shop that burnt down?", ""),
    ],
)
def test_a_person_whom_nobody_is_called_is_named(asked: str, nobody: str, people: Roster) -> None:
    assert person_meant(asked, people) == (asked, nobody)


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
    assert nobody_called("Ms Nguyen", people) == "No member who speaks in the record is called “Ms Nguyen”."
    assert nobody_called("Bob Cater", people, "fr").endswith("Vouliez-vous dire Bob Katter ?")
