"""A conversation belongs to whoever began it, before and after signing in."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from speeches.models import Answer, Conversation
from speeches.questions.receipts import vote_before

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]

QUESTION = "How often does melanoma kill an Australian?"
WORD = "a rather long password 47"


def test_signing_in_brings_along_what_was_asked_before(client: Client) -> None:
    zoe = User.objects.create_user("zoe", "zoe@example.org", WORD)
    client.post("/chat", {"question": QUESTION})
    client.post("/accounts/login/", {"login": "zoe", "password": WORD})
    assert QUESTION in client.get("/chat").content.decode()
    assert Conversation.objects.latest("created_at").user == zoe
    client.post("/accounts/logout/")
    assert QUESTION not in client.get("/chat").content.decode()


def test_it_is_nobody_elses(client: Client) -> None:
    client.post("/chat", {"question": QUESTION})
    begun = Conversation.objects.latest("created_at")
    assert client.get(f"/chat/{begun.pk}").status_code == 200
    assert Client().get(f"/chat/{begun.pk}").status_code == 404


def test_it_remembers_the_vote_that_it_told_last() -> None:
    conversation = Conversation.objects.create(title="A vote")
    assert vote_before(None) == vote_before(conversation) == ""
    kept = {"conversation": conversation, "question": "?", "found": True, "text": "…", "took_ms": 1.0}
    Answer.objects.create(**kept, list={"kind": "votes"}, sources=[{"id": "mrw-ha-2024-08-13-7"}])
    assert vote_before(conversation) == "mrw-ha-2024-08-13-7"
    Answer.objects.create(**kept, list={"kind": "divisions"}, sources=[{"id": "mrw-ha-2024-08-13-8"}])
    assert vote_before(conversation) == ""
