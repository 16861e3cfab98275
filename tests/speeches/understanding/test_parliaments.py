"""A country is part of a longer name if words written as names stand right beside it."""

import pytest

from rag.language.tokens import words_of
from speeches.understanding.parliaments import with_longer_names
from speeches.understanding.reading import Slot


def slots_of(text: str, **named: str) -> list[tuple[str, str]]:
    """The slots of a question with these words marked, each as its name and its words."""
    marked = ((name, words, text.index(words)) for name, words in named.items())
    slots = [Slot(name, words, start, start + len(words)) for name, words, start in marked]
    found = with_longer_names(text, words_of(text), sorted(slots, key=lambda one: one.start))
    return [(one.name, one.words) for one in found]


@pytest.mark.parametrize(
    ("text", "named", "told"),
    [
        ("petitions on Canada Post", {"country": "Canada"}, "Canada Post"),
        ("questions about Parks Canada", {"topic": "Parks", "country": "Canada"}, "Parks Canada"),
        ("who asked of Health Canada's plan", {"committee": "Health", "country": "Canada"}, "Health Canada"),
        ("on Canada Post closures", {"country": "Canada", "topic": "Post closures"}, "Canada Post closures"),
        ("on Bank of New Zealand Trust", {"country": "New Zealand"}, "New Zealand Trust"),
    ],
)
def test_words_written_as_names_beside_a_country_make_a_name(text: str, named: dict[str, str], told: str) -> None:
    assert slots_of(text, **named) == [("topic", told)]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Did it pass? Does Canada know", {"country": "Canada"}),
        ("Canada and its trees", {"country": "Canada"}),
        ("did Canada, Mr Harper said, agree", {"country": "Canada"}),
        ("what did Canada Conservatives say", {"country": "Canada", "party": "Conservatives"}),
        ("What Did Canada Say", {"country": "Canada"}),
    ],
)
def test_no_name_is_made_of_a_sentences_first_word_or_of_what_names_somebody_else(
    text: str, named: dict[str, str]
) -> None:
    assert slots_of(text, **named) == list(named.items())
