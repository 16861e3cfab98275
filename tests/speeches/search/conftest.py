"""A roster of six members, two of one surname, with the seats and offices that they hold, and when."""

import datetime

import pytest

from speeches.search.roster import Roster, Tenure

DAY = datetime.date(2021, 10, 26)
LATER = datetime.date(2022, 7, 27)


@pytest.fixture
def people() -> Roster:
    roster = Roster()
    for key, name in enumerate(
        ("Bob Katter", "Adam Bandt", "Jim Chalmers", "Josh Frydenberg", "Jill Smith", "Tony Smith"), 1
    ):
        roster.names[key] = name
        roster.by_name[name.lower()].add(key)
        roster.by_surname[name.lower().split()[-1]].add(key)
    roster.ridings["kennedy"].append(Tenure(1, DAY, LATER))
    roster.ridings["new england"].append(Tenure(2, DAY, LATER))
    roster.roles["treasurer"] += [Tenure(4, DAY, DAY), Tenure(3, LATER, LATER)]
    roster.roles["minister for aged care"].append(Tenure(5, LATER, LATER))
    return roster
