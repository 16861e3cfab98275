"""A question that goes on about a vote may ask for the one beside it: on the motion, or on its amendments."""

import datetime

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.related_votes import votes_beside
from speeches.models import Division
from speeches.understanding.reading import Reading, Slot

pytestmark = pytest.mark.usefixtures("three_parliaments", "db")

JUNE_14 = datetime.date(2007, 6, 14)


@pytest.fixture
def motion() -> Division:
    (found,) = Division.objects.filter(sitting__date=JUNE_14).exclude(kind="amendment")
    return found


@pytest.fixture
def amendment(motion: Division) -> Division:
    return Division.objects.filter(sitting__date=JUNE_14, debate=motion.debate, kind="amendment")[0]


def told(text: str, before: Division) -> str:
    """The title of what is told of a question that goes on about a vote."""
    slots = (Slot("about", "Rodney Hide", -1, -1),)
    reading = Reading(text, kind="vote/count", slots=slots, view=frozenset({"nz"}), follows="?")
    found = listing_for(reading, None, before=before.key)
    return found.title if found else ""


def test_the_motion_is_the_vote_beside_its_amendments_and_they_are_beside_it(
    motion: Division, amendment: Division
) -> None:
    assert votes_beside(amendment) == (motion,)
    assert amendment in votes_beside(motion)


def test_what_is_called_by_another_kind_is_not_the_vote_before(motion: Division, amendment: Division) -> None:
    assert motion.name in told("And on the motion itself?", amendment)
    assert amendment.name in told("And on the amendment?", amendment)
    assert motion.name in told("And in all?", motion)
    assert motion.name not in told("And on the amendments?", motion)
    # "That motion" is the one just told, and a motion as amended is no amendment.
    assert amendment.name in told("Who voted for that motion?", amendment)
    assert motion.name in told("And on the motion as amended?", amendment)


def test_beside_a_vote_without_bill_and_heading_there_is_none(amendment: Division) -> None:
    Division.objects.filter(sitting__date=JUNE_14).update(debate=None, about=None)
    assert votes_beside(Division.objects.get(pk=amendment.pk)) == ()


def test_if_there_is_none_beside_it_nothing_is_told(motion: Division, amendment: Division) -> None:
    motion.delete()
    assert told("And on the motion itself?", amendment) == ""
