"""Numbers in words and in figures are one number."""

import pytest

from rag.text.align import words_of
from rag.text.numerals import as_figures


def forms(text: str) -> list[str]:
    return [word.form for word in as_figures(words_of(text), text)]


@pytest.mark.parametrize(
    ("written", "figures"),
    [
        ("twenty-six", "26"),
        ("twenty six", "26"),
        ("seventeen", "17"),
        ("five hundred", "500"),
        ("one hundred and five", "105"),
        ("sixty-five thousand", "65,000"),
        ("two hundred and fifty thousand", "250,000"),
        ("three million", "3,000,000"),
        ("2.5 million", "2,500,000"),
        ("one million, two hundred", "1,000,000, 200"),
    ],
)
def test_a_number_in_words_is_the_one_in_figures(written: str, figures: str) -> None:
    assert forms(f"There are {written} of them") == forms(f"There are {figures} of them")


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("twenty twenty-one", ["20", "21"]),
        ("one, two, three", ["1", "2", "3"]),
        ("ten and five", ["10", "and", "5"]),
        ("five hundred and many", ["500", "and", "many"]),
        ("the first half", ["the", "first", "half"]),
        ("thousands of millions", ["thousands", "of", "millions"]),
        ("in 2021 two came", ["in", "2021", "2", "came"]),
        ("1.2.3 million", ["1.2.3", "million"]),
    ],
)
def test_what_is_not_one_number_stays_apart(text: str, apart: list[str]) -> None:
    assert forms(text) == apart


def test_a_number_stands_where_its_words_do() -> None:
    text = "For sixty-five thousand people"
    word = as_figures(words_of(text), text)[1]
    assert text[word.start : word.end] == "sixty-five thousand"
