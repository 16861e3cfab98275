"""Chunks cover every word, fit their size, and end where a reader would pause."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.text.sentences import sentence_spans
from rag.text.spans import Span
from rag.text.split import Profile, split

WORDS = st.text(alphabet="abcde .!?\n—,;'AB\u00a0é1", max_size=600)


@given(text=WORDS, size=st.integers(20, 120), overlap=st.integers(0, 19))
def test_chunks_cover_all_words_in_order_and_fit(text: str, size: int, overlap: int) -> None:
    chunks = split(text, Profile(size, overlap))
    covered = set()
    for chunk in chunks:
        assert 0 < chunk.end - chunk.start <= size
        covered |= set(range(chunk.start, chunk.end))
    assert all(letter.isspace() or at in covered for at, letter in enumerate(text))
    assert chunks == sorted(chunks)


def test_a_sentence_is_never_cut_unless_it_is_longer_than_a_chunk() -> None:
    text = " ".join(f"This is sentence number {number} of a long paragraph." for number in range(60))
    ends = {span.end for span in sentence_spans(text)}
    starts = {span.start for span in sentence_spans(text)}
    for chunk in split(text, Profile(300, 80)):
        assert chunk.end in ends
        assert chunk.start in starts


def test_the_next_chunk_repeats_the_sentences_before_the_cut() -> None:
    text = "Aaaa aaaa. Bbbb bbbb. Cccc cccc. Dddd dddd."
    assert [chunk.of(text) for chunk in split(text, Profile(32, 11))] == [
        "Aaaa aaaa. Bbbb bbbb. Cccc cccc.",
        "Cccc cccc. Dddd dddd.",
    ]


def test_paragraphs_that_fit_are_kept_whole() -> None:
    text = "A short paragraph of words.\n\nAnother short one here.\n\nA third."
    assert [chunk.of(text) for chunk in split(text, Profile(55, 10))] == [
        "A short paragraph of words.\n\nAnother short one here.",
        "A third.",
    ]


def test_a_long_sentence_is_cut_after_a_clause() -> None:
    text = "one two three four five six, seven eight nine ten eleven"
    assert split(text, Profile(40, 5))[0].of(text) == "one two three four five six,"


def test_only_the_part_asked_for_is_split() -> None:
    text = "Label: words of a speaker. Others."
    assert split(text, Profile(100, 0), Span(7, 26)) == [Span(7, 26)]


def test_an_overlap_as_long_as_a_chunk_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        Profile(100, 100)
