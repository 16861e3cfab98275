"""Sentences come out of a stream the same wherever it is cut."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.answering.stream import split_sentences

ANSWER = "Dr. Lee said rates rose by 2.4 per cent [#1]. Mr Katter disagreed. [#2][#3] Nobody else spoke [#1, #4]."
TOLD = [
    ("Dr. Lee said rates rose by 2.4 per cent.", (1,)),
    ("Mr Katter disagreed.", (2, 3)),
    ("Nobody else spoke.", (1, 4)),
]


def split(pieces: list[str]) -> list[tuple[str, tuple[int, ...]]]:
    return [(one.text, one.cited) for one in split_sentences(pieces)]


@given(st.lists(st.integers(1, len(ANSWER) - 1), max_size=12))
def test_it_does_not_matter_where_the_stream_is_cut(cuts: list[int]) -> None:
    places = [0, *sorted(set(cuts)), len(ANSWER)]
    assert split([ANSWER[a:b] for a, b in pairwise(places)]) == TOLD


def test_a_sentence_comes_before_the_stream_ends() -> None:
    def stream() -> object:
        yield "Rates rose. [#1] They"
        raise AssertionError("It was asked for more before the first sentence was given.")

    assert next(split_sentences(stream())).text == "Rates rose."  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- Rates rose [1].\n- They fell [2].", [("Rates rose.", (1,)), ("They fell.", (2,))]),
        ("Rates rose", [("Rates rose", ())]),
        ("[#1]", []),
        ("", []),
        ("**Rates rose.** [#1]", [("Rates rose.", (1,))]),
    ],
)
def test_lists_and_remains(text: str, expected: list[tuple[str, tuple[int, ...]]]) -> None:
    assert split([text]) == expected


def test_an_endless_answer_is_cut() -> None:
    assert len("".join(text for text, _ in split(["So it was. [#1] "] * 1000))) < 2100
