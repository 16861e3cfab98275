"""When a member's words are on a subject, though the reader finds none of them likely to answer."""

import datetime
from dataclasses import replace

import pytest

from rag.answering.passages import AskedQuestion, Passage, sentences_of
from rag.answering.read import RankedSentence
from rag.retrieval.calibration import Calibration
from rag.text.spans import Span
from speeches.questions.attempts import Attempt, with_words_on_it
from speeches.questions.retrieve import Retrieval
from speeches.search.engine import Ranking
from speeches.search.filters import Filters
from speeches.understanding.reading import Reading, Slot

ADA = Slot("speaker", "Ada Smith", 0, 1, keys=(1,))
TOPIC = Slot("topic", "lighthouses", 0, 1)
ASKED = Reading("What did Ada Smith say about lighthouses?", kind="answer/statement", slots=(ADA, TOPIC))


def found(words: str, title: str = "", asked: str = "", bill: str = "") -> Attempt:
    replies = AskedQuestion("q", "Bea Jones", (asked,), "/q") if asked else None
    passage = Passage(
        "a",
        words,
        Span(0, len(words)),
        "",
        "Ada Smith",
        datetime.date(2020, 2, 4),
        replies_to=replies,
        facts={"title": title, "language": "en"},
    )
    sentences = [RankedSentence(one, 0.01) for one in sentences_of([passage])]
    filters = Filters(bill=bill)
    ranking = Ranking([], "", filters, None, (), Calibration(0.0, 1.0), {}, {})
    return Attempt(filters, Retrieval([passage], ranking), sentences, 0.45)


@pytest.mark.parametrize(
    "attempt",
    [
        found("A lighthouse must be lit."),
        found("They must be lit.", title="Lighthouses"),
        found("They must be lit.", asked="Will the minister light the lighthouses?"),
    ],
)
def test_words_that_name_it_or_stand_under_a_heading_or_a_question_that_does_are_on_it(attempt: Attempt) -> None:
    on_it = with_words_on_it(attempt, ASKED)
    assert on_it is not None and on_it.accepted


def test_sentences_that_name_it_go_before_others_under_its_heading() -> None:
    on_it = with_words_on_it(found("They must be lit. A lighthouse is tall.", title="Lighthouses"), ASKED)
    assert on_it is not None
    assert [one.sentence.words for one in on_it.sentences] == ["A lighthouse is tall."]


def test_other_words_are_not_on_it() -> None:
    assert with_words_on_it(found("They must be lit.", title="Harbours"), ASKED) is None


def test_all_words_on_a_bill_are_on_it_if_nothing_else_is_asked_for() -> None:
    bill = Slot("bill", "Lighthouses Bill", 0, 1, keys=(2,))
    asked = replace(ASKED, slots=(ADA, bill))
    assert with_words_on_it(found("They must be lit.", bill="au/1"), asked) is not None
    assert with_words_on_it(found("They must be lit."), asked) is None
    assert (
        with_words_on_it(found("They must be lit.", bill="au/1"), replace(asked, slots=(*asked.slots, TOPIC))) is None
    )


def test_the_words_of_somebody_are_wanted() -> None:
    assert with_words_on_it(found("A lighthouse must be lit."), replace(ASKED, slots=(TOPIC,))) is None
