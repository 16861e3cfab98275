"""A list as a sentence: what each person said stands after the name, once."""

import pytest

from speeches.enumerations.listing import Entry, Listing, Source

SOURCE = Source("speeches", "speeches", "Questions", "The record as ingested", "", "/", "")
ADA, BEA = Entry("“Why?”", "Ada", party="Ferry Party"), Entry("“When?”", "Bea")


def listing(*entries: Entry) -> Listing:
    return Listing("speeches", "Questions", entries, SOURCE)


def test_each_person_is_named_once_with_all_that_they_said() -> None:
    again = Entry("“How?”", "Ada", party="Ferry Party")
    assert listing(ADA, BEA, again).sentence() == "Questions: Ada (Ferry Party), “Why?”, “How?”; Bea, “When?”."


def test_somebody_with_another_role_is_named_with_it() -> None:
    other = Entry("“How?”", "Ada", role="Keeper")
    assert listing(ADA, other).sentence() == "Questions: Ada (Ferry Party), “Why?”; Ada (Keeper), “How?”."


@pytest.mark.parametrize(("most", "told"), [(1, "Questions: Ada (Ferry Party), “Why?” and 1 more.")])
def test_after_the_first_it_says_how_many_more_there_are(most: int, told: str) -> None:
    assert listing(ADA, BEA).sentence(most) == told


def test_a_list_of_nobody_says_so() -> None:
    assert listing().sentence() == "Questions: nobody."
