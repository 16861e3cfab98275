"""A reply is found by the question that it answers."""

import datetime
from collections.abc import Iterator

import pytest

from rag.answering.passages import AskedQuestion, Passage
from rag.text.spans import Span
from speeches.models import Speech
from speeches.questions.replies import replies_to
from speeches.questions.wording import lead_of

DAY = datetime.date(2021, 10, 26)


@pytest.fixture
def exchange(record: None) -> Iterator[tuple[Speech, Speech]]:
    """A question that ends with a question mark, and its answer."""
    for question in Speech.objects.filter(kind="question", text__endswith="?").order_by("sitting", "position"):
        after = Speech.objects.filter(debate=question.debate, position=question.position + 1, kind="answer").first()
        if after and len(question.parts) == 1 and after.politician_id not in (None, question.politician_id):
            yield question, after
            return
    raise AssertionError("The days hold no such exchange.")


def passage(turn: Speech, start: int = 0, end: int | None = None) -> Passage:
    span = Span(start, len(turn.text) if end is None else end)
    return Passage(turn.pk, turn.text, span, "", turn.speaker, DAY, facts={"role": "", "party": "", "language": "en"})


@pytest.mark.slow
def test_a_question_found_brings_its_reply(exchange: tuple[Speech, Speech]) -> None:
    question, answer = exchange
    reply = replies_to([passage(question)])[question.pk]
    assert reply.turn == answer
    assert reply.question.asker == question.speaker
    assert reply.question.sentences[-1] in " ".join(question.text.split())
    assert reply.question.sentences[-1].endswith("?")


@pytest.mark.slow
def test_a_passage_that_does_not_end_the_question_brings_none(exchange: tuple[Speech, Speech]) -> None:
    question, _ = exchange
    assert not replies_to([passage(question, 0, len(question.text) // 2)])


@pytest.mark.slow
def test_an_answer_that_asks_nothing_brings_none(exchange: tuple[Speech, Speech]) -> None:
    _, answer = exchange
    assert not answer.text.endswith("?")
    assert not replies_to([passage(answer)])


@pytest.mark.slow
def test_only_replies_of_the_members_asked_for_are_brought(exchange: tuple[Speech, Speech]) -> None:
    question, answer = exchange
    assert answer.politician_id and question.politician_id
    assert replies_to([passage(question)], [answer.politician_id])
    assert not replies_to([passage(question)], [question.politician_id])


TEXT = "It is still in place. So is the rest. We watch it. The weather is fine."
ASKED = AskedQuestion("Bo", ("Has it been lifted, or is it still in place?",))


def reply(text: str = TEXT) -> Passage:
    facts = {"role": "", "party": "", "language": "en"}
    return Passage("1", text, Span(0, len(text)), "", "Ada", DAY, replies_to=ASKED, facts=facts)


def lead_to(words: str, *said: str) -> str:
    start = TEXT.index(words)
    return lead_of(reply(), Span(start, start + len(words)), said)


def test_a_reply_is_shown_with_its_question() -> None:
    told = "Ada, 26 October 2021, in reply to Bo, “Has it been lifted, or is it still in place?”"
    assert lead_to("It is still in place.") == told


def test_what_is_said_later_in_the_turn_is_no_reply() -> None:
    assert lead_to("The weather is fine.") == "Ada, 26 October 2021"


def test_a_question_that_the_answer_quotes_is_not_shown_again() -> None:
    assert lead_to("It is still in place.", ASKED.sentences[0]) == "Ada, 26 October 2021"


def test_of_a_long_question_the_end_is_shown() -> None:
    long = AskedQuestion("Bo", ("Given " + "all that we know of it, " * 20 + "is it in place?",))
    facts = {"role": "", "party": "", "language": "en"}
    told = lead_of(Passage("1", TEXT, Span(0, 20), "", "Ada", DAY, replies_to=long, facts=facts), Span(0, 20), ())
    assert "in reply to Bo, “… " in told
    assert told.endswith("is it in place?”")
    assert len(told) < 280
