"""Whom a name means, in the spellings in which people type it."""

import pytest

from speeches.search.roster import Roster


@pytest.fixture
def people() -> Roster:
    roster = Roster()
    for key, name in enumerate(("ronald j deibert", "ron liepert", "robert deibert", "veronica deibert"), 1):
        roster.names[key] = name
        roster.by_name[name].add(key)
        roster.by_surname[name.split()[-1]].add(key)
    return roster


@pytest.mark.parametrize(
    ("name", "members"),
    [
        # The beginning of a given name is enough, with the surname.
        ("Ron Deibert", [1]),
        ("Robert Deibert", [3]),
        ("Ron Liepert", [2]),
        # Two letters may begin anybody's.
        ("Ro Deibert", []),
        ("Deibert", [1, 3, 4]),
    ],
)
def test_a_name_may_be_cut_short(people: Roster, name: str, members: list[int]) -> None:
    assert people.called(name) == members
