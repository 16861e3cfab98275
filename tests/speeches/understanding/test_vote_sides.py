"""The side of a vote that a question asks about."""

import pytest

from rag.language.tokens import words_of
from speeches.understanding.reading import Slot
from speeches.understanding.vote_sides import side_of, without_joined_sides


def side_slot(text: str, words: str) -> Slot:
    start = text.index(words)
    return Slot("side", words, start, start + len(words))


@pytest.mark.parametrize(
    ("words", "side"),
    [(["for"], "aye"), (["not content"], "no"), (["contre"], "no"), (["yeas", "nays"], ""), (["beside"], ""), ([], "")],
)
def test_the_side_is_the_one_named_unless_both_are(words: list[str], side: str) -> None:
    assert side_of(tuple(Slot("side", one, 0, 1) for one in words)) == side


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("Were they for or against the bill?", True),
        ("Ont-ils voté pour ou contre le projet ?", True),
        ("Who voted for the bill or against it?", False),
        ("Who voted for and supported it?", False),
    ],
)
def test_a_side_joined_to_the_other_asks_about_both(text: str, joined: bool) -> None:
    slot = side_slot(text, "pour" if "pour" in text else "for")
    assert without_joined_sides(words_of(text), (slot,), "aye") == (((), "") if joined else ((slot,), "aye"))
