"""The ballots of the members that a question names, and what is told of those who have none."""

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Listing
from speeches.enumerations.one_vote import list_ballots
from speeches.models import Ballot, Division, Politician
from speeches.search.roster import roster
from speeches.understanding.read import read_question
from speeches.understanding.reading import Reading, Slot

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


def test_a_peer_whose_first_name_nobody_prints_is_not_said_to_have_no_ballot() -> None:
    vote = Division.objects.get(about__number="C-571", kind=Division.Kind.BILL)
    peer = Politician.objects.create(parliament_id="ca", name="Lord Tebbit", slug="lord-tebbit", keys=["lord tebbit"])
    Ballot.objects.create(division=vote, politician=peer, name="Tebbit, L.", vote="no")
    reading = Reading("?", kind="vote/member", slots=(Slot("speaker", "Norman Tebbit", 0, 1),), view=frozenset({"ca"}))
    listing = list_ballots(reading, vote, roster(None))
    assert listing is not None
    assert "prints “Tebbit, L.” (against) and no first name" in listing.title


@pytest.mark.parametrize(("outcome", "told"), [("negatived", True), ("agreed to", False)])
def test_a_vote_that_ended_otherwise_than_the_question_says_is_not_told(outcome: str, told: bool) -> None:
    listing = listing_of(f"Which members voted on the affordable housing motion that was {outcome} on 14 May 2014?")
    assert listing is not None
    assert (listing.kind == "votes") is told
