"""Groups that others voted with or against, by where they stand in a question."""

import pytest

from rag.language.tokens import words_of
from speeches.understanding.camps import CAMPS, name_camps
from speeches.understanding.reading import Slot


def camps(text: str, asked: str, /, **slots: str) -> list[tuple[str, str]]:
    """The parties, allies and foes in a question whose slots have these words."""
    named = tuple(Slot(name, words, text.index(words), text.index(words) + len(words)) for name, words in slots.items())
    found = name_camps(words_of(text), named, asked)
    return [(slot.name, slot.words) for slot in found if slot.name in ("party", *CAMPS)]


@pytest.mark.parametrize(
    ("text", "side", "slots", "found"),
    [
        ("Who voted against the government?", "no", {"side": "against"}, [("foe", "government")]),
        ("Who voted with the government?", "", {}, [("ally", "government")]),
        ("Which independents sided with the opposition?", "no", {"party": "independents"},
         [("party", "independents"), ("ally", "opposition")]),
        ("Who voted with Labor on the bill?", "", {"party": "Labor"}, [("ally", "Labor")]),
        ("Qui a voté contre le gouvernement ?", "no", {"side": "contre"}, [("foe", "gouvernement")]),
        ("Who backed the government?", "aye", {"side": "backed"}, [("ally", "government")]),
        ("Which members defied the government?", "no", {}, [("foe", "government")]),
    ],
)  # fmt: skip
def test_a_group_after_a_preposition_a_side_or_a_verb_is_what_others_voted_by(
    text: str, side: str, slots: dict[str, str], found: list[tuple[str, str]]
) -> None:
    assert camps(text, side, **slots) == found


@pytest.mark.parametrize(
    ("text", "side", "slots", "found"),
    [
        ("How did the government vote on the bill?", "", {"party": "the government"}, [("party", "the government")]),
        ("Which government members voted no?", "no", {"party": "government", "side": "no"}, [("party", "government")]),
        ("Who voted against the government's amendment?", "no", {"side": "against"}, []),
        ("Who voted against the government bill?", "no", {"side": "against", "bill": "bill"}, []),
        ("Did Labor vote against the bill?", "no", {"party": "Labor", "side": "against"}, [("party", "Labor")]),
    ],
)
def test_whoever_votes_and_whoever_owns_the_motion_is_no_such_group(
    text: str, side: str, slots: dict[str, str], found: list[tuple[str, str]]
) -> None:
    assert camps(text, side, **slots) == found


@pytest.mark.parametrize(
    "text",
    [
        "Who crossed the opposition on it?",
        "Who did not vote with the opposition?",
        "Who voted neither with the opposition?",
        "Which members refused to vote with the opposition?",
        "Qui n'a pas voté avec l'opposition ?",
    ],
)
def test_after_a_negation_or_a_verb_without_a_side_it_is_open_which_is_meant(text: str) -> None:
    assert camps(text, "") == [("unclear", "opposition")]


def test_groups_that_are_joined_are_of_one_sort() -> None:
    text = "Who voted against both the government and the opposition?"
    assert camps(text, "no", side="against") == [("foe", "government"), ("foe", "opposition")]
