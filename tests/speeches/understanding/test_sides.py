"""A government that a question names by its leader is the government, and not the leader's own words."""

import pytest

from speeches.understanding.reading import Reading, Slot
from speeches.understanding.sides import name_governments


def read(text: str, name: str, words: str, kind: str, language: str, *keys: int) -> Reading:
    start = text.index(words)
    return Reading(text, language, kind=kind, slots=(Slot(name, words, start, start + len(words), keys=keys),))


def named(reading: Reading) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(slot.name, slot.words, slot.keys) for slot in reading.slots]


@pytest.mark.parametrize(
    ("text", "words", "language", "called"),
    [
        ("What did the Howard government promise?", "Howard", "en", "Howard government"),
        ("What did the Howard government promise?", "Howard government", "en", "Howard government"),
        ("What did Helen Clark's government say?", "Helen Clark", "en", "Helen Clark's government"),
        ("Qu'a promis le gouvernement Trudeau ?", "Trudeau", "fr", "gouvernement Trudeau"),
        ("Que répond l'opposition Poilievre ?", "Poilievre", "fr", "opposition Poilievre"),
    ],
)
def test_it_belongs_to_the_subject_of_what_is_said(text: str, words: str, language: str, called: str) -> None:
    reading = read(text, "speaker", words, "answer/statement", language, 1)
    assert named(name_governments(reading)) == [("topic", called, ())]


def test_of_a_vote_it_is_a_side() -> None:
    reading = read("How did the Howard government vote?", "about", "Howard", "vote/parties", "en", 1)
    assert named(name_governments(reading)) == [("party", "Howard government", ())]


@pytest.mark.parametrize(
    ("text", "name", "words", "language"),
    [
        ("What did the Government say?", "party", "Government", "en"),
        ("What did Government Whip Nick Brown say?", "speaker", "Nick Brown", "en"),
        ("What did the Labor government say?", "party", "Labor", "en"),
        ("Find speeches by Nick Brown opposing the bill", "speaker", "Nick Brown", "en"),
        ("Qu'a dit le chef de l'opposition Pierre Poilievre ?", "speaker", "Pierre Poilievre", "fr"),
        ("Qu'a dit le gouverneur Macklem ?", "speaker", "Macklem", "fr"),
        ("What did Nick Brown say of the government?", "speaker", "Nick Brown", "en"),
        ("Qu'a dit Trudeau au gouvernement ?", "speaker", "Trudeau", "fr"),
    ],
)
def test_nobody_else_is_a_government(text: str, name: str, words: str, language: str) -> None:
    reading = read(text, name, words, "answer/statement", language, 1)
    assert name_governments(reading) == reading
