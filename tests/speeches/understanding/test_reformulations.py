"""Other words for the same question."""

import pytest

from speeches.understanding.reformulations import reformulations


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("What did members say about housing affordability?", "en",
         ("housing affordability", "What did members say about affordable housing?")),
        ("potato exports", "en", ()),
        ("Que disent les députés sur le logement abordable ?", "fr",
         ("logement abordable", "Que disent les députés sur le coût du logement ?")),
        ("climate change", "en", ("global warming",)),
    ],
)  # fmt: skip
def test_key_words_and_synonyms(text: str, language: str, expected: tuple[str, ...]) -> None:
    assert reformulations(text, language) == expected


def test_a_query_of_frame_words_alone_has_no_key_words() -> None:
    assert reformulations("What did they say about it?", "en") == ()
