"""Which sentence answers best."""

import datetime
from collections.abc import Sequence

import numpy as np
import pytest

from rag.answering.passages import Passage
from rag.answering.weigh import Question, Weighed, weigh
from rag.clients.embedder import Vectors
from rag.text.spans import Span

pytestmark = pytest.mark.django_db

LEXEMES = {"museum": 3.0, "open": 1.0}


def alike(texts: Sequence[str]) -> Vectors:
    return np.ones((len(texts), 2), np.float32)


def weighed(question: str, *texts: str) -> list[Weighed]:
    passages = [
        Passage(str(number), text, Span(0, len(text)), "", "Ada", datetime.date(2023, 1, 1))
        for number, text in enumerate(texts)
    ]
    return weigh(Question(question, question, LEXEMES, np.ones(2, np.float32)), passages, alike)


def test_the_sentence_with_most_of_the_words_comes_first() -> None:
    best = weighed("What of the museum that is open?", "The town grew. The museum is open. It rained all day.")[0]
    assert best.sentence.words == "The museum is open."
    assert best.near == 1.0


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("The museum is open. It cost us $15 million in the end.", "It cost us $15 million in the end."),
        ("The museum is open. All were glad. It cost us $15 million.", "It cost us $15 million."),
        # Too late, and too early, to be what was begun.
        ("The museum is open. All were glad. It rained then. It was late. A road cost $5.", "The museum is open."),
        ("A road cost us $5. The museum is open.", "The museum is open."),
        ("The museum is open and cost $15 million. A road cost $5.", "The museum is open and cost $15 million."),
    ],
)
def test_who_opens_with_the_subject_goes_on_with_the_fact(text: str, first: str) -> None:
    assert weighed("How much did the open museum cost?", text)[0].sentence.words == first


def test_the_fact_stands_in_the_same_passage() -> None:
    found = weighed("How much did the open museum cost?", "The museum is open.", "A road cost us $5.")
    assert found[0].sentence.words == "The museum is open."
