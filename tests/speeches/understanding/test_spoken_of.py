"""Of the parties that a question names, one speaks, and others may only be spoken of."""

import pytest

from rag.language.tokens import words_of
from speeches.understanding.reading import Slot
from speeches.understanding.spoken_of import name_spoken_of


def roles(text: str, *parties: str) -> list[str]:
    slots = tuple(Slot("party", one, text.index(one), text.index(one) + len(one)) for one in parties)
    return [slot.name for slot in name_spoken_of(words_of(text), slots)]


@pytest.mark.parametrize(
    ("text", "parties", "expected"),
    [
        ("What did the Reds say about the Blues?", ("Reds", "Blues"), ["party", "topic"]),
        ("What did the Reds want the Blues to do?", ("Reds", "Blues"), ["party", "topic"]),
        ("What did the Reds and the Blues say about tax?", ("Reds", "Blues"), ["party", "party"]),
        ("What was said about the Reds and the Blues?", ("Reds", "Blues"), ["topic", "topic"]),
        ("What was said about the Reds by the Blues?", ("Reds", "Blues"), ["topic", "party"]),
        ("Que disent les Rouges sur les Bleus ?", ("Rouges", "Bleus"), ["party", "topic"]),
        ("And what about the Blues?", ("Blues",), ["party"]),
        ("Que dit-on au sujet des Bleus ?", ("Bleus",), ["topic"]),
        ("What did members on the Red side say?", ("Red",), ["party"]),
        ("What did the Reds say?", ("Reds",), ["party"]),
    ],
)
def test_the_party_that_speaks_is_told_from_those_spoken_of(
    text: str, parties: tuple[str, ...], expected: list[str]
) -> None:
    assert roles(text, *parties) == expected
