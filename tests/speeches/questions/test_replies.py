"""A reply is found by the question that it answers."""

import datetime
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rag.answering.passages import AskedQuestion, Passage
from rag.text.spans import Span
from speeches.models import SourceType, Speech
from speeches.questions.answer import AnswerSentence, AskRequest
from speeches.questions.plan import read_request
from speeches.questions.replies import replies_to
from speeches.questions.retrieve import retrieve_for
from speeches.questions.wording import answer_text, question_values
from speeches.search.filters import Filters

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
    (reply,) = replies_to([passage(question)])
    assert reply.turn == answer
    assert (reply.question.record, reply.question.asker) == (question.pk, question.speaker)
    assert reply.question.url == question.get_absolute_url()
    assert reply.question.sentences[-1] in " ".join(question.text.split())
    assert reply.question.sentences[-1].endswith("?")


@pytest.mark.slow
def test_a_passage_that_does_not_end_the_question_brings_none(exchange: tuple[Speech, Speech]) -> None:
    question, _ = exchange
    assert not replies_to([passage(question, 0, len(question.text) // 2)])


@pytest.mark.slow
def test_a_turn_that_is_no_question_brings_none_however_it_ends(exchange: tuple[Speech, Speech]) -> None:
    question, answer = exchange
    assert not replies_to([passage(answer)])
    Speech.objects.filter(pk=question.pk).update(kind="speech")
    assert not replies_to([passage(question)])


@pytest.mark.slow
def test_a_question_after_a_question_is_no_reply(exchange: tuple[Speech, Speech]) -> None:
    question, answer = exchange
    Speech.objects.filter(pk=answer.pk).update(kind="question")
    assert not replies_to([passage(question)])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("narrowed", "brought"), [(Filters(), True), (Filters(speaker="asker"), False), (Filters(party="Another"), False)]
)
def test_replies_keep_to_the_filters(exchange: tuple[Speech, Speech], narrowed: Filters, brought: bool) -> None:
    question, _ = exchange
    code, text = question.parliament_id, " ".join(question.text.split())[-300:]
    filters = replace(narrowed, country=code, speaker=question.speaker if narrowed.speaker else "")
    asked = read_request(AskRequest(text, Filters(country=code)))
    asked = replace(asked, reading=replace(asked.reading, kind="answer/yesno", slots=(), unread=("it",)))
    found = retrieve_for(asked, filters, (SourceType.HANSARD,), 12)
    assert any(one.replies_to for one in found.passages) is brought


TEXT = "It is still in place. So is the rest. We watch it. The weather is fine."
ASKED = AskedQuestion("2", "Bo", ("Has it been lifted?", "Or is it still in place?"), "/2")


def asked_before(words: str, *quoted: str, asked: AskedQuestion = ASKED) -> dict[str, str] | None:
    start = TEXT.index(words)
    reply = Passage("1", TEXT, Span(0, len(TEXT)), "", "Ada", DAY, replies_to=asked)
    return question_values(reply, Span(start, start + len(words)), quoted)


def test_a_reply_is_told_with_its_question() -> None:
    told = asked_before("It is still in place.")
    assert told == {"speaker": "Bo", "text": "Has it been lifted? Or is it still in place?", "url": "/2"}
    sentence = AnswerSentence("It is still in place.", [1], "Ada, 26 October 2021", verbatim=True, in_reply_to=told)
    assert answer_text([sentence]) == (
        "Ada, 26 October 2021, in reply to Bo, “Has it been lifted? Or is it still in place?”: "
        "“It is still in place.” [1]"
    )
    assert "en réponse à Bo, « Has it" in answer_text([sentence], "fr")


def test_what_is_said_later_in_the_turn_is_no_reply() -> None:
    assert asked_before("The weather is fine.") is None


def test_a_question_that_the_answer_quotes_is_not_told_again() -> None:
    assert asked_before("It is still in place.", "2") is None


def test_of_a_long_question_the_end_is_told() -> None:
    told = asked_before("It is", asked=replace(ASKED, sentences=("Given " + "all that we know, " * 20 + "is it?",)))
    assert told
    assert told["text"].startswith("… ")
    assert told["text"].endswith("is it?")
    assert len(told["text"]) <= 202


@pytest.mark.slow
def test_whoever_presides_replies_to_nobody(exchange: tuple[Speech, Speech]) -> None:
    question, answer = exchange
    Speech.objects.filter(pk=answer.pk).update(role="Speaker")
    assert all(reply.turn != answer for reply in replies_to([passage(question)]))
