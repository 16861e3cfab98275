"""Where several votes fit a question, the reader chooses one in the chat."""

import re

import pytest
from django.test import Client

from speeches.models import Answer
from tests.streams import body_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("days_of_votes")]

QUESTION = "Who voted against the repeal of the cashless debit card?"


def offered(page: str) -> list[str]:
    return re.findall(r'name="vote" value="([^"]+)"', page)


def test_the_vote_chosen_is_told_in_the_same_conversation(client: Client) -> None:
    asked = client.post("/chat", {"question": QUESTION})
    place = asked.headers["Location"].partition("#")[0]
    vote = offered(body_of(client.get(place)))[-1]
    client.post(place, {"question": QUESTION, "vote": vote})
    page = body_of(client.get(place))
    told = Answer.objects.latest("created_at")
    assert told.found
    assert told.sources[0]["id"] == vote
    assert page.count('class="question"') == 3  # two answers, and the one to come


def test_a_choice_goes_on_from_what_was_said_before_its_own_question(client: Client) -> None:
    asked = client.post("/chat", {"question": "How did Adam Bandt vote on climate change?"})
    place = asked.headers["Location"].partition("#")[0]
    client.post(place, {"question": "How did he vote on the repeal of the cashless debit card?"})
    offering = Answer.objects.latest("created_at")
    client.post(place, {"question": "How did Sussan Ley vote on the Restoring Territory Rights Bill?"})
    vote = {"vote": offering.choices[0]["id"], "again": str(offering.pk)}
    client.post(place, {"question": offering.question, **vote})
    assert "Adam Bandt" in Answer.objects.latest("created_at").text


def test_a_vote_that_is_none_is_not_told(client: Client) -> None:
    client.post("/chat", {"question": QUESTION, "vote": "au-none"})
    assert not Answer.objects.latest("created_at").found


def test_whoever_was_sent_the_answer_is_led_to_the_votes_and_can_ask_nothing_in_it(client: Client) -> None:
    client.post("/chat", {"question": QUESTION})
    page = body_of(Client().get(f"/answers/{Answer.objects.latest('created_at').pk}"))
    assert offered(page) == []
    assert "/lists?q=" in page
