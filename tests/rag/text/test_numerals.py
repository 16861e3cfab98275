"""A number in words equals the same number in figures."""

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
        ("one million two hundred thousand", "1,200,000"),
        ("thirteen thousand dollars", "$13,000"),
        ("$2.5 million", "$2,500,000"),
        ("six billion dollars", "$6 billion"),
        ("50 dollars", "$50"),
        ("two thousand five hundred", "2,500"),
        ("two thousand and ten", "2,010"),
        ("fifteen hundred", "1,500"),
        ("one thousand million", "1,000,000,000"),
        ("16.4 million", "16,400,000"),
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
        ("one million and two million", ["1000000", "and", "2000000"]),
        ("five thousand and twenty thousand", ["5000", "and", "20000"]),
        ("between one hundred and two hundred", ["between", "100", "and", "200"]),
        ("from one hundred and two hundred", ["from", "100", "and", "200"]),
        ("between one hundred and two thousand", ["between", "100", "and", "2000"]),
        ("six hundred – five of them", ["600", "5", "of", "them"]),
        ("since two thousand ten died", ["since", "2000", "10", "died"]),
        ("three hundred five hundred", ["300", "500"]),
        ("five million thousand", ["5000000", "thousand"]),
        ("$ 5 and 5 dollars", ["$", "5", "and", "$5"]),
        ("a 5 dollar note, 5, dollars", ["a", "$5", "note", "5", "dollars"]),
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


@pytest.mark.parametrize(
    "text", ["hundred " * 300, "one " + "hundred " * 300, "nine hundred and " * 100, "1e5 million"]
)
def test_what_is_no_number_at_all_is_read_without_an_error(text: str) -> None:
    assert len("".join(forms(text))) <= len(text)
