"""Votes of a parliament whose bills have no rows of their own: they are found and told by the headings over them."""

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.divisions import divisions_meant
from speeches.enumerations.listing import Listing
from speeches.models import Division
from speeches.questions.lists import missing
from speeches.understanding.query import understand_query

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("days_of_votes")]


def listed(question: str) -> Listing | None:
    return listing_for(understand_query(question, None), None)


def test_a_vote_is_told_with_the_bill_that_it_was_on() -> None:
    listing = listed("How did Bob Katter vote on the Restoring Territory Rights Bill?")
    assert listing is not None
    assert listing.title.endswith("voted against Restoring Territory Rights Bill 2022, third reading")
    assert [entry.name for entry in listing.entries] == ["Katter, R. C."]
    # Whom the title names is not named again.
    assert listing.sentence() == f"{listing.title}."
    assert listing.source.quote == "That the bill be read a third time."


@pytest.mark.parametrize(
    ("question", "turned", "note"),
    [
        ("That the motion be disagreed to.", True, "an aye was a vote against what was moved"),
        ("", False, "not known what an aye was for"),
    ],
)
def test_of_a_question_turned_round_both_sides_are_told(question: str, turned: bool, note: str) -> None:
    """Whoever was for the motion voted no: neither side is given as those "for" it."""
    vote = next(one for one in Division.objects.select_related("debate") if one.question.startswith("That the bill"))
    assert vote.debate is not None
    vote.debate.title, vote.debate.parent, vote.question = "Regattas and Lighthouses", None, question
    vote.debate.save()
    vote.turned, vote.motion, vote.name, vote.kind = turned, question, "Regattas and Lighthouses", "other"
    vote.save()
    everybody = listed("Who voted for the regattas and lighthouses motion?")
    assert everybody is not None
    assert len(everybody.entries) == vote.ayes + vote.noes
    assert note in everybody.notes[0]
    one = listed("How did Bob Katter vote on regattas and lighthouses?")
    assert one is not None
    assert one.title.startswith(("Bob Katter voted no on", "Bob Katter voted aye on"))
    assert note in one.notes[-1]
    party = listed("How did Labor vote on regattas and lighthouses?")
    assert party is not None
    assert party.title.endswith((" aye", " no"))


def test_of_votes_on_one_bill_its_last_reading_decides() -> None:
    listing = listed("Who voted against the repeal of the cashless debit card?")
    assert listing is not None
    assert "Bill 2022, third reading (" in listing.title
    assert any("second reading" in other.title for other in listing.also)


@pytest.mark.parametrize(
    "question",
    [
        "Who voted against the Climate Change Bill 2022?",
        "How did Bob Katter vote on the climate change bill?",
        "Who voted for the third reading of the Climate Change Bill?",
        "How did Adam Bandt vote on the Local Government (Women in Cabinet) Bill?",
    ],
)
def test_no_vote_on_another_matter_stands_for_one_that_is_not_on_record(question: str) -> None:
    """Words of a bill's name ask for nothing, and a motion on climate change is no vote on a bill of that name."""
    assert listed(question) is None
    assert "no recorded vote that fits" in (told := missing(understand_query(question, None))) or "no vote that" in told


def test_a_bill_may_be_called_an_amendment() -> None:
    listing = listed("Who voted for the Social Security (Administration) Amendment Bill on the cashless debit card?")
    assert listing is not None
    assert "third reading" in listing.title


def test_a_motion_is_found_by_its_heading_before_what_cut_its_debate_short() -> None:
    listing = listed("Who voted against the motion on climate change?")
    assert listing is not None
    assert "Climate Change: so much of the standing orders be suspended" in listing.title
    assert any("no further heard" in other.title for other in listing.also)
    heard = listed("Who voted that the Leader of the Opposition be no further heard on climate change?")
    assert heard is not None and "no further heard" in heard.title


@pytest.mark.parametrize(
    "question",
    [
        "Which members changed how they voted on the Restoring Territory Rights Bill?",
        "Why did Labor vote for the Restoring Territory Rights Bill?",
        "Who voted against the climate change legislation?",
        "Who voted for the amendment to the cashless debit card bill?",
    ],
)
def test_what_asks_for_more_or_for_another_gets_no_list(question: str) -> None:
    assert listed(question) is None


def test_a_member_may_be_called_bill() -> None:
    """The name of whom it asks about is no bill that the vote would have to be on."""
    query = understand_query("How did Bill Shorten vote on the motion on climate change?", None)
    assert divisions_meant(query, None, "How did   vote on the motion on climate change?")
    assert not divisions_meant(query, None, "How did   vote on the climate change bill?")


@pytest.mark.parametrize(
    ("question", "noted"),
    [
        ("Who voted against the Social Security Legislation Amendment (Remote Engagement Program) Bill 2021?", True),
        ("Who voted for the amendment to the Remote Engagement Program Bill?", False),
        ("Who voted for the Restoring Territory Rights Bill?", False),
    ],
)
def test_a_vote_on_another_matter_than_the_bill_says_so(question: str, noted: bool) -> None:
    listing = listed(question)
    assert listing is not None
    assert any("no vote by name on the bill itself" in note for note in listing.notes) is noted
