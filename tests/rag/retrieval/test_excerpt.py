"""The excerpt is a verbatim span around the best match, cut at sentences or else at words."""

from rag.retrieval.excerpt import excerpt, query_words
from rag.text.spans import Span

TEXT = (
    "I thank the House. The weather was fine all week and nobody complained about it in the least. "
    "Housing is what people ask me about. Houses cost nine times what a nurse earns. "
    "The member opposite laughs. I do not. " * 3
)


def test_a_short_passage_is_shown_whole() -> None:
    shown = excerpt(TEXT, Span(0, 18), ["house"], 500)
    assert shown.span.of(TEXT) == "I thank the House."
    assert [shown.span.of(TEXT)[start:end] for start, end in shown.marks] == ["House"]


def test_a_long_one_is_cut_around_its_best_sentences() -> None:
    shown = excerpt(TEXT, Span(0, len(TEXT)), ["nurse", "houses"], 160)
    words = shown.span.of(TEXT)
    assert "Houses cost nine times what a nurse earns." in words
    assert len(words) <= 160
    assert words[0].isupper()
    assert words.endswith(".")


def test_a_sentence_longer_than_the_excerpt_is_cut_at_words() -> None:
    text = "and ".join(f"clause{number} " for number in range(100)) + "needle and more words after it"
    shown = excerpt(text, Span(0, len(text)), ["needle"], 80)
    words = shown.span.of(text)
    assert "needle" in words
    assert len(words) <= 80
    assert f" {words} " in f" {text} "


def test_words_are_marked_in_their_other_forms() -> None:
    text = "They housed him. Housing, houses; a bank's fees."
    shown = excerpt(text, Span(0, len(text)), ["house", "bank", "fee"])
    assert [text[start:end] for start, end in shown.marks] == ["housed", "Housing", "houses", "bank's", "fees"]


def test_grammar_is_not_marked() -> None:
    assert query_words("What did the Treasurer say about wages?") == ["treasurer", "wages"]
