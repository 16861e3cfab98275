"""The example questions of the pages: each is answered."""

import pytest

from speeches.questions.answer import AskRequest
from speeches.questions.ask import answer
from speeches.questions.examples import example_questions
from speeches.search.version import corpus_version

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


def test_every_example_is_answered_in_the_words_of_the_member_it_names() -> None:
    examples = example_questions(["au"], "en", corpus_version())
    assert len(examples) == 4
    for question in examples:
        finished = answer(AskRequest(question))
        assert finished.found, question
        assert all(source["speaker"] in question for source in finished.sources), question


def test_without_speeches_in_a_language_the_examples_are_english() -> None:
    assert example_questions(["au"], "fr", corpus_version()) == example_questions(["au"], "en", corpus_version())


def test_no_example_is_on_a_rubric_a_stage_or_a_number() -> None:
    told = " ".join(example_questions(["au"], "en", corpus_version()))
    assert not any(one in told for one in ("Statements", "Reading", "20"))


def test_of_an_empty_parliament_there_is_none() -> None:
    assert example_questions(["nz"], "en", corpus_version()) == ()


def test_without_a_version_to_keep_them_under_there_is_none() -> None:
    assert example_questions(["au"], "en", None) == ()
