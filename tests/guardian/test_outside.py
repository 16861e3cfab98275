"""Questions that no bylaws can answer are refused before any search, with the reason."""

import pytest

from guardian.chat.ask import answer
from guardian.chat.outside import ENGLISH, OUTSIDE, is_outside
from tests.guardian.conftest import Cast

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "question",
    [
        "Do you think they will raise the levies next year?",
        "Who lives in unit 12?",
        "Should I sell my apartment now?",
    ],
)
def test_what_asks_for_no_rule_is_refused_with_the_reason(cast: Cast, question: str) -> None:
    finished = answer(cast.users["cat"], cast.harbour.slug, question)
    assert not finished.found
    assert [str(note) for note in finished.notes] == [OUTSIDE]


@pytest.mark.parametrize("question", ["Can I keep a dog?", "How many pets may I have?", "What happens if I don't pay?"])
def test_what_asks_for_a_rule_is_not(question: str) -> None:
    assert not is_outside(question, ENGLISH)


@pytest.mark.parametrize("phrase", ["tennis court hours", "two cats?", "airbnb"])
def test_a_phrase_without_grammar_names_a_matter(phrase: str) -> None:
    assert not is_outside(phrase, ENGLISH)


def test_a_model_that_it_was_not_trained_for_judges_nothing() -> None:
    assert not is_outside("Who lives in unit 12?", "openai:some-model")


def test_nor_does_one_that_does_not_read_the_language() -> None:
    assert not is_outside("Qui habite au numéro douze ?", ENGLISH)


def test_a_name_that_no_document_holds_is_told(cast: Cast) -> None:
    finished = answer(cast.users["cat"], cast.harbour.slug, "What does Orem say about keeping a dog?")
    if finished.found:
        assert "The documents nowhere name “Orem”. These are this scheme’s own rules." in map(str, finished.notes)
    own = answer(cast.users["cat"], cast.harbour.slug, "Can I keep a dog?")
    assert not any("nowhere name" in str(note) for note in own.notes)
