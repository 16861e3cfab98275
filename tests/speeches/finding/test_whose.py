"""Whose words a question asks for: an office is whose words are wanted, or part of what is asked about."""

import datetime

import pytest

from speeches.finding.whose import unknown_offices, whose_words
from speeches.models import Office, Politician
from speeches.search.candidates import Speakers
from speeches.search.roster import Roster, Tenure, roster
from speeches.understanding.reading import Reading, Slot

KEEPER = Tenure(7, datetime.date(2021, 1, 1), datetime.date(2023, 1, 1))
PEOPLE = Roster(parliaments={7: "au"}, roles={"lighthouse keeper": [KEEPER]})
pytestmark = pytest.mark.django_db
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


@pytest.mark.usefixtures("days_of_votes")
class TestByAnyName:
    """An office on the days of the record is known by any of its names; a search for passages needs its title."""

    @staticmethod
    def asked(office: str, kind: str = "answer/statement") -> Reading:
        return Reading("?", kind=kind, slots=(Slot("office", office, 0, 1), TOPIC), view=frozenset({"au"}))

    @pytest.fixture(autouse=True)
    def _keepers(self) -> None:
        for name, first, last in (("Ada", 2020, 2023), ("Bob", 1990, 1995)):
            keeper = Politician.objects.create(parliament_id="au", name=name, slug=f"keeper-{name}")
            days = {"start": datetime.date(first, 1, 1), "end": datetime.date(last, 1, 1)}
            Office.objects.create(politician=keeper, title="Minister for Fog Horns", source="people", **days)

    @pytest.mark.parametrize("office", ["Minister for Fog Horns", "fog horns minister"])
    def test_its_holder_then_is_meant(self, office: str) -> None:
        whose = whose_words(self.asked(office), roster(None))
        assert whose and [Politician.objects.get(pk=key).name for key in whose.members] == ["Ada"]
        assert unknown_offices(self.asked(office), roster(None)) == []

    def test_it_does_not_say_who_speaks_in_a_search_for_passages(self) -> None:
        assert whose_words(self.asked("fog horns minister", "find/passages"), roster(None)) is None

    def test_one_that_nobody_is_known_to_have_held_is_told(self) -> None:
        assert whose_words(self.asked("minister for sails"), roster(None)) is None
        assert unknown_offices(self.asked("minister for sails"), roster(None)) == ["minister for sails"]
        assert unknown_offices(self.asked("minister for sails", "answer/person"), roster(None)) == []
