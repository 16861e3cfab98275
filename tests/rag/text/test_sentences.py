"""Sentences are found in real prose and never cut after an abbreviation."""

import pytest

from rag.text.sentences import paragraph_spans, sentence_spans


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two? Three!", ["One.", "Two?", "Three!"]),
        ("The Hon. Tony Smith spoke. Mr. Katter left.", ["The Hon. Tony Smith spoke.", "Mr. Katter left."]),
        ("It cost $1.9 billion. It was No. 4 of 7.", ["It cost $1.9 billion.", "It was No. 4 of 7."]),
        ("'Is it true?' he asked. Yes.", ["'Is it true?' he asked.", "Yes."]),
        ("He said, 'No.' She left.", ["He said, 'No.'", "She left."]),
        ("Mr A. N. Albanese rose. Order!", ["Mr A. N. Albanese rose.", "Order!"]),
        ("First line.\n\nsecond paragraph", ["First line.", "second paragraph"]),
        ("Le ministre a dit non. Écoutez-moi.", ["Le ministre a dit non.", "Écoutez-moi."]),
        ("", []),
        (" \u00a0 \n\n ", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert [span.of(text) for span in sentence_spans(text)] == sentences


def test_paragraphs_keep_their_place_in_the_text() -> None:
    text = "  First.\n\n\u00a0\n\nSecond\nline.  "
    assert [(span.start, span.of(text)) for span in paragraph_spans(text)] == [(2, "First."), (13, "Second\nline.")]
