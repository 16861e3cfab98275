"""An answer to somebody is one of the turns beside theirs."""

import datetime
from collections.abc import Iterator

import pytest
from django.db.models import F

from rag.answering.passages import Passage
from rag.text.spans import Span
from speeches.models import Speech
from speeches.questions.exchange import prefer_exchange
from speeches.understanding.reading import Reading, Slot

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


@pytest.fixture
def turns() -> Iterator[list[Speech]]:
    """A question, its answer, and the same member's answer to somebody else."""
    asked = Speech.objects.filter(kind="question").exclude(politician=None).order_by("sitting", "position")
    for question in asked:
        answers = Speech.objects.filter(sitting=question.sitting, kind="answer").exclude(politician=None)
        own = answers.filter(debate=question.debate, position=F("position") * 0 + question.position + 1).first()
        other = own and answers.filter(politician=own.politician).exclude(debate=question.debate).first()
        if own and other:
            yield [question, own, other]
            return
    raise AssertionError("The days hold no such exchange.")


def passage(turn: Speech) -> Passage:
    day = datetime.date(2021, 10, 26)
    return Passage(turn.pk, turn.text, Span(0, 10), "", turn.speaker, day, 0.5, 0.5, facts={})


def question_to(*names: tuple[str, Speech]) -> Reading:
    slots = tuple(Slot(name, turn.speaker, 0, 1, keys=(turn.politician_id or 0,)) for name, turn in names)
    return Reading("?", kind="answer/statement", slots=slots)


def test_of_two_answers_the_one_beside_the_others_question_is_kept(turns: list[Speech]) -> None:
    question, own, other = turns
    found = prefer_exchange([passage(other), passage(own)], question_to(("speaker", own), ("about", question)))
    assert [one.record for one in found] == [own.pk]


def test_if_neither_is_all_are_kept(turns: list[Speech]) -> None:
    question, own, other = turns
    found = prefer_exchange([passage(other)], question_to(("speaker", own), ("about", question)))
    assert [one.record for one in found] == [other.pk]


def test_a_question_about_one_member_keeps_all(turns: list[Speech]) -> None:
    _, own, other = turns
    found = prefer_exchange([passage(other), passage(own)], question_to(("speaker", own)))
    assert len(found) == 2
