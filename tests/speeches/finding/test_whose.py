"""Whose words a question asks for: an office is whose words are wanted, or part of what is asked about."""

import datetime

import pytest

from speeches.finding.whose import whose_words
from speeches.search.candidates import Speakers
from speeches.search.roster import Roster, Tenure
from speeches.understanding.reading import Reading, Slot

KEEPER = Tenure(7, datetime.date(2021, 1, 1), datetime.date(2023, 1, 1))
PEOPLE = Roster(parliaments={7: "au"}, roles={"lighthouse keeper": [KEEPER]})
OFFICE, TOPIC = Slot("office", "Lighthouse Keeper", 0, 1), Slot("topic", "the fog horn", 2, 3)


@pytest.mark.parametrize(
    ("kind", "slots", "members"),
    [
        ("answer/statement", (OFFICE,), (7,)),
        ("answer/figure", (OFFICE, TOPIC), (7,)),
        ("answer/figure", (OFFICE,), ()),
        ("answer/date", (OFFICE,), ()),
        ("answer/person", (OFFICE, TOPIC), ()),
    ],
    ids=["said", "a figure given", "votes for the office", "the day of the office", "who did something"],
)
def test_an_office_is_whose_words_are_wanted_unless_it_is_the_matter(
    kind: str, slots: tuple[Slot, ...], members: tuple[int, ...]
) -> None:
    whose = whose_words(Reading("?", kind=kind, slots=slots, view=frozenset({"au"})), PEOPLE)
    assert whose == (Speakers(members, (KEEPER,)) if members else None)
