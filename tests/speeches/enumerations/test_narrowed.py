"""What narrows a list: people whom the question leaves out, words that no table knows, sides that are not printed."""

import pytest

from speeches.search.roster import roster
from speeches.understanding.read import read_question
from tests.speeches.enumerations.test_lists import listing_of, names

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("three_parliaments")]


@pytest.mark.parametrize(
    "question",
    [
        "Who voted for Bill C-571 other than NDP members?",
        "Which members who are not NDP voted for Bill C-571?",
        "Qui a voté pour C-571, sauf le NPD ?",
    ],
)
def test_who_is_left_out_is_not_listed(question: str) -> None:
    everybody, own = names("Who voted for Bill C-571?"), names("Which NDP members voted for Bill C-571?")
    listing = listing_of(question)
    assert listing is not None
    found = [entry.name for entry in listing.entries]
    assert found
    assert not set(found) & set(own)
    assert set(found) <= set(everybody)
    assert "all but" in listing.title or "tous sauf" in listing.title


def test_that_nobody_is_printed_as_abstaining_does_not_say_that_nobody_did() -> None:
    listing = listing_of("Who abstained on Bill C-571?")
    assert listing is not None
    assert listing.entries == ()
    assert listing.title.startswith("The record prints no abstentions on Bill C-571")


def test_a_list_says_by_what_it_is_narrowed() -> None:
    listing = listing_of("Which NDP members voted for Bill C-571?")
    assert listing is not None
    assert " (NDP) voted for " in listing.title


def test_what_no_table_can_narrow_by_is_not_told_of_all() -> None:
    listing = listing_of("Combien de députés martiens ont voté pour le projet de loi C-571 ?")
    assert listing is None or not listing.entries


def test_words_that_pick_some_of_those_listed_are_noted_in_french() -> None:
    listing = listing_of("Quelles femmes ont posé des questions le 14 mai 2014 ?")
    assert listing is not None
    assert "« femmes »" in listing.loose


def test_words_that_pick_some_are_no_heading() -> None:
    listing = listing_of("Which women spoke on 14 May 2014?")
    assert listing is None or "“women”" in listing.loose


def test_members_of_a_committee_are_those_of_the_party_that_is_asked_for() -> None:
    everybody, own = (
        names("Who sat on the finance committee in May 2013?"),
        names("NDP members of the finance committee in May 2013"),
    )
    assert 0 < len(own) < len(everybody)
    assert set(own) < set(everybody)


def test_questions_on_what_a_committee_is_called_are_those_under_that_heading() -> None:
    listing = listing_of("Who asked questions on veterans affairs on 14 May 2014?")
    assert listing is not None
    assert all(entry.name.startswith("Veterans Affairs") for entry in listing.entries)
    assert len(listing.entries) == 4


def test_whoever_interrupts_a_question_is_not_quoted_as_who_asks() -> None:
    listing = listing_of("Who asked about housing on 14 May 2014?")
    assert listing is not None
    assert any(entry.person == "Mike Sullivan" for entry in listing.entries)
    assert not any("hon. members" in entry.name for entry in listing.entries)


def test_a_list_that_cannot_be_narrowed_by_what_is_named_is_none() -> None:
    assert listing_of("Which questions from Quebec members were asked on 14 May 2014?") is None


def test_another_name_that_looks_alike_is_nobody() -> None:
    people = roster(None)
    assert people.find_members("Libby Davies")
    assert people.find_members("Libby Davis") == people.find_members("Libby Davies")
    assert not people.find_members("Libby Mavies")


def test_a_list_on_a_name_that_is_not_understood_is_none() -> None:
    assert listing_of("Who asked about Hyperborea Rail on 14 May 2014?") is None


def test_a_country_in_small_letters_is_that_country() -> None:
    assert read_question("who voted against bill c-571 canada", None).parliament == "ca"
