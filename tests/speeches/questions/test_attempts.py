"""In which order an answer is searched for, and when words are on a subject though the reader thinks little of them."""

import datetime
from dataclasses import replace

import pytest

from rag.answering.passages import AskedQuestion, Passage, sentences_of
from rag.answering.read import RankedSentence
from rag.retrieval.calibration import Calibration
from rag.text.spans import Span
from speeches.questions.answer import AskRequest
from speeches.questions.ask import answer
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
    ranking = Ranking([], (), Calibration(0.0, 1.0), {}, "en")
    return Attempt(filters, Retrieval([passage], ranking), sentences, 0.45)


def test_only_sentences_that_name_the_subject_are_on_it() -> None:
    on_it = with_words_on_it(found("They must be lit. A lighthouse is tall."), ASKED)
    assert on_it is not None and on_it.accepted
    assert [one.sentence.words for one in on_it.sentences] == ["A lighthouse is tall."]


def test_a_heading_that_names_it_does_not_put_all_words_under_it_on_it() -> None:
    remark = "On the point of order, he is not in order."
    assert with_words_on_it(found(remark, title="Lighthouses", asked="Will he light the lighthouses?"), ASKED) is None


def test_a_french_subject_is_named_in_english_by_its_translation() -> None:
    housing = Slot("topic", "logement", 0, 1)
    asked = replace(ASKED, language="fr", slots=(ADA, housing))
    assert with_words_on_it(found("We build housing."), asked) is not None
    assert with_words_on_it(found("We build roads."), asked) is None


def test_all_words_on_a_bill_are_on_it_if_nothing_else_is_asked_for() -> None:
    bill = Slot("bill", "Lighthouses Bill", 0, 1, keys=(2,))
    asked = replace(ASKED, slots=(ADA, bill))
    assert with_words_on_it(found("They must be lit.", bill="au/1"), asked) is not None
    assert with_words_on_it(found("They must be lit."), asked) is None
    assert (
        with_words_on_it(found("They must be lit.", bill="au/1"), replace(asked, slots=(*asked.slots, TOPIC))) is None
    )


@pytest.mark.slow
@pytest.mark.usefixtures("three_parliaments", "db")
@pytest.mark.parametrize(
    ("question", "party"),
    [
        ("What figure did the government give for housing?", "Conservative Party of Canada"),
        ("Why did the NDP want a housing strategy?", "New Democratic Party"),
    ],
)
def test_whoever_is_asked_about_answers_in_their_own_words_first(question: str, party: str) -> None:
    day = datetime.date(2014, 5, 14)
    told = answer(AskRequest(question, Filters(country="ca", date_from=day, date_to=day)))
    assert {one["party"] for one in told.sources} == {party}


@pytest.mark.slow
@pytest.mark.usefixtures("three_parliaments", "db")
@pytest.mark.parametrize(
    ("question", "of_others"),
    [
        ("How many people did the Liberals say are on waiting lists for housing?", True),
        ("What reason did the government give for its plan on temporary foreign workers?", False),
    ],
)
def test_words_of_others_than_those_asked_about_are_noted_as_such(question: str, of_others: bool) -> None:
    day = datetime.date(2014, 5, 14)
    told = answer(AskRequest(question, Filters(country="ca", date_from=day, date_to=day)))
    assert told.found
    assert any(note.startswith("These are words of others, not of “") for note in told.notes) is of_others
