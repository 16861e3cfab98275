"""The ballots of the members that a question names, and what is told of those who have none."""

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Listing
from speeches.models import Division
from speeches.understanding.read import read_question

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("three_parliaments")]


def listing_of(question: str, chosen: str = "") -> Listing | None:
    return listing_for(read_question(question, None), None, chosen)


def test_somebody_without_a_ballot_is_told_to_have_none() -> None:
    listing = listing_of("How did Jagmeet Singh vote on Bill C-539?")
    assert listing is not None
    assert listing.sentence() == "The record prints no ballot of Jagmeet Singh on Bill C-539, second reading."


def test_of_two_members_the_one_without_a_ballot_is_named_as_such() -> None:
    vote = Division.objects.get(about__number="C-571", kind=Division.Kind.BILL)
    asked = read_question("How did Thomas Mulcair and Jagmeet Singh vote on Bill C-571?", None)
    listing = listing_for(asked, None, vote.key)
    assert listing is not None
    assert listing.sentence().startswith("Thomas Mulcair voted against")
    assert "The record prints no ballot of Jagmeet Singh on Bill C-571, second reading." in listing.all_notes
