"""Aligns the words of one text with those of another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.text.align import differences, fit, occurrences, words_of
from rag.text.spans import Span


def forms(text: str) -> list[str]:
    return [word.form for word in words_of(text)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It’s time", "it's TIME!"),
        ("a long-term plan—now", "a long term plan now"),
        ("“$1,000,000” was spent", "$1000000 was spent"),
        ("1.5 per cent", "1.5 per\u00a0cent,"),
        ("40%", "40 per cent"),
        ("40 percent", "40 per cent"),
        ("466 000 people & more", "466,000 people and more"),
        ("the façade", "the facade"),
        ("in 2021-22", "in 2021–22"),
    ],
)
def test_case_punctuation_and_white_space_do_not_count(one: str, other: str) -> None:
    assert forms(one) == forms(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("$5", "5"),
        ("5%", "5"),
        ("1.5", "15"),
        ("will not", "will"),
        ("can't", "can"),
        ("12,5", "125"),
        (".20", "20"),
        ("-4.6", "4.6"),
        ("-$400", "$400"),
    ],
)
def test_what_means_something_else_counts(one: str, other: str) -> None:
    assert forms(one) != forms(other)


def test_words_of_some_parts_only() -> None:
    assert [word.start for word in words_of("one two three", [Span(4, 7)])] == [4]


def test_every_place_is_found() -> None:
    assert occurrences(["a", "b"], ["a", "a", "b", "a", "b"]) == [1, 3]
    assert occurrences([], ["a"]) == []
    assert occurrences(["a", "b"], ["b", "a"]) == []


def test_a_changed_quotation_is_fitted_where_it_was_said() -> None:
    said = forms("The quick brown fox will not jump over the lazy dog, and then it sleeps.")
    found = fit(forms("brown fox will jump over the lazy dog"), said)
    assert said[found.first : found.last] == forms("brown fox will not jump over the lazy dog")
    assert found.likeness == pytest.approx(8 / 9)


def test_changed_words_at_either_end_stay_in_the_fit() -> None:
    said = forms("yesterday we cut the tax by ten dollars and went home")
    found = fit(forms("they cut the tax by nine dollars"), said)
    assert said[found.first : found.last] == forms("we cut the tax by ten dollars")


@given(st.lists(st.sampled_from("abcdef"), min_size=3, max_size=12), st.integers(0, 5), st.integers(0, 5))
def test_what_is_there_word_for_word_fits_fully(wanted: list[str], before: int, after: int) -> None:
    found = fit(wanted, ["x"] * before + wanted + ["y"] * after)
    assert (found.first, found.last, found.likeness) == (before, before + len(wanted), 1.0)


def test_differences_name_both_sides() -> None:
    said, claimed = "At least 300 houses have burnt down.", "At least 210 houses have now burnt."
    found = [
        (one.op, one.said.of(said), one.claimed.of(claimed)) for one in differences(words_of(said), words_of(claimed))
    ]
    assert found == [("replace", "300", "210"), ("insert", "", "now"), ("delete", "down", "")]


@pytest.mark.parametrize(
    ("said", "claimed"),
    [
        ("parce qu'on nous dit qu’il s'agit d'une baguette", "il s'agit d'une baguette"),
        ("l'autorisation d'utiliser des logiciels", "utiliser des logiciels"),
        ("donations organised through our labour centre", "donations organized through our labor center"),
        ("my right hon. Friend", "my right honourable Friend"),
    ],
)
def test_an_elision_is_a_word_and_a_spelling_is_none(said: str, claimed: str) -> None:
    own = [word.form for word in words_of(claimed)]
    assert occurrences(own, [word.form for word in words_of(said)])


@pytest.mark.parametrize(
    ("one", "other"), [("four", "for"), ("prise", "prize"), ("votre", "voter"), ("filled", "filed")]
)
def test_other_words_stay_other_words(one: str, other: str) -> None:
    assert words_of(one)[0].form != words_of(other)[0].form
