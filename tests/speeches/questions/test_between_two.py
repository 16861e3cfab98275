"""An answer to somebody is one of the turns beside theirs."""

import datetime
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rag.answering.passages import Passage
from rag.text.spans import Span
from speeches.models import Speech
from speeches.questions.between_two import is_between_two, prefer_exchange
from speeches.understanding.reading import Reading, Slot

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


@pytest.fixture
def turns() -> Iterator[list[Speech]]:
    """A question, its answer, and the same member's answer to somebody else."""
    asked = Speech.objects.filter(kind="question").exclude(politician=None).order_by("sitting", "position")
    for question in asked:
        answers = Speech.objects.filter(sitting=question.sitting, kind="answer").exclude(politician=None)
        own = answers.filter(debate=question.debate, position=question.position + 1).first()
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


def test_words_that_name_the_other_are_kept_too(turns: list[Speech]) -> None:
    question, own, other = turns
    text = f"I say of {question.speaker} that it is so."
    naming = replace(passage(other), text=text, span=Span(0, len(text)))
    found = prefer_exchange([naming, passage(own)], question_to(("speaker", own), ("about", question)))
    assert len(found) == 2


def test_a_name_that_several_bear_is_no_exchange() -> None:
    shared = Reading("?", kind="answer/statement", slots=(Slot("speaker", "Smith", 0, 1, keys=(1, 2)),))
    assert not is_between_two(shared)
