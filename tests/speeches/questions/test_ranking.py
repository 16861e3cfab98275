"""How likely a sentence must be to answer, by what the question asks for."""

import pytest

from rag.answering.judge import Judge
from speeches.questions.ranking import least_probability
from speeches.understanding.reading import Reading, Slot

JUDGE = Judge(intercept=0.0, reader=1.0, score=0.0, behind=0.0, threshold=0.2)
ADA = Slot("speaker", "Ada Smith", 0, 1, keys=(1,))
TOPIC = Slot("topic", "tolls", 2, 3)


@pytest.mark.parametrize(
    ("reading", "least"),
    [
        (Reading("?", kind="find/passages"), 0.0),
        (Reading("?", kind="answer/statement", slots=(ADA,)), 0.0),
        (Reading("?", kind="answer/statement", slots=(ADA, TOPIC)), 0.2),
        (Reading("?", kind="answer/statement", slots=(ADA,), unread=("clamour",)), 0.2),
        (Reading("?", kind="answer/statement", slots=(Slot("speaker", "Nobody", 0, 1),)), 0.2),
        (Reading("?", kind="answer/reason", slots=(ADA,)), 0.2),
        (Reading("?", kind="fact/holder"), 0.25),
    ],
    ids=["passages", "any words of a member", "on a subject", "words left over", "nobody", "a reason", "a fact"],
)
def test_a_sentence_must_be_as_likely_as_the_question_needs(reading: Reading, least: float) -> None:
    assert least_probability(reading, JUDGE) == least
