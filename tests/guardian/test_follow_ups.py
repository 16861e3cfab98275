"""A question that leans on the one before in a conversation is read together with it."""

from typing import Any

import pytest
from django.test import Client

from guardian.chat.ask import answer
from guardian.chat.follow_ups import leans, question_in_full
from tests.guardian.conftest import Cast

DOGS = "Can I keep a dog?"


@pytest.mark.parametrize(
    "question", ["and for the board?", "And on weekends?", "How big may it be?", "et le dimanche ?"]
)
def test_leans(question: str) -> None:
    assert leans(question)


@pytest.mark.parametrize(
    "question", [DOGS, "quorum?", "Can I hang washing on the balcony if it rains?", "Who pays for the windows?", "?"]
)
def test_stands_alone(question: str) -> None:
    assert not leans(question)


def test_only_words_that_it_lacks_are_taken_over() -> None:
    assert question_in_full("and a large dog?", DOGS) == "and a large dog? (keep)"
    assert question_in_full("and on weekends?", "") == "and on weekends?"
    assert question_in_full("Who pays for the windows?", DOGS) == "Who pays for the windows?"


@pytest.mark.slow
def test_the_answer_says_what_it_was_read_with(cast: Cast) -> None:
    alone = answer(cast.users["cat"], cast.harbour.slug, "and a cat?")
    leaning = answer(cast.users["cat"], cast.harbour.slug, "and a cat?", DOGS)
    assert alone.notes != leaning.notes
    assert leaning.question == "and a cat?"
    assert str(leaning.notes[0]) == f"Read together with your question before: {DOGS}"


@pytest.mark.slow
def test_a_conversation_goes_on_in_the_api(client: Client, cast: Cast) -> None:
    client.force_login(cast.users["cat"])

    def ask(**values: Any) -> dict[str, Any]:
        address = f"/api/v1/schemes/{cast.harbour.slug}/ask"
        told: dict[str, Any] = client.post(address, values, content_type="application/json").json()
        return told

    first = ask(question=DOGS)
    then = ask(question="and how many of them?", conversation_id=first["conversation_id"])
    assert then["notes"][0].startswith("Read together with your question before")
    assert not any(note.startswith("Read together") for note in ask(question="and how many of them?")["notes"])
