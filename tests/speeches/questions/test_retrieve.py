"""What is retrieved for a question, and in which language it is read."""

import pytest

from rag.text.spans import Span
from speeches.questions.retrieve import retrieve, widen
from speeches.search.catalogue import catalogue
from speeches.search.engine import SearchRequest

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


@pytest.mark.parametrize(
    ("question", "language"),
    [("Pourquoi les frais de garderie ont-ils augmenté ?", "fr"), ("Why did childcare fees rise?", "en")],
)
def test_a_question_keeps_its_language_on_days_in_english(question: str, language: str) -> None:
    found = retrieve(SearchRequest(question), catalogue(None), None)
    assert found.passages
    assert {one.facts["language"] for one in found.passages} == {"en"}
    assert found.language == language


def test_a_passage_inside_a_first_paragraph_is_widened_from_its_first_letter() -> None:
    text = "We must act. The river is dry."
    assert widen(text, Span(13, len(text)), Span(0, len(text))) == Span(0, len(text))
