"""A conversation belongs to whoever began it, before and after signing in."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from speeches.models import Answer, Conversation, Speech
from speeches.questions.answer import AskRequest
from speeches.questions.ask import answer
from speeches.questions.exchanges import debates_of
from speeches.questions.receipts import going_on, keep
from speeches.search.filters import Filters

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
    request = AskRequest("And the tellers?")
    assert going_on(request, None) == going_on(request, conversation) == request
    kept = {"conversation": conversation, "question": "?", "found": True, "text": "…", "took_ms": 1.0}
    Answer.objects.create(**kept, list={"kind": "votes"}, sources=[{"id": "mrw-ha-2024-08-13-7"}])
    assert going_on(request, conversation).vote_before == "mrw-ha-2024-08-13-7"
    Answer.objects.create(**kept, list={"kind": "divisions"}, sources=[{"id": "mrw-ha-2024-08-13-8"}])
    assert going_on(request, conversation).vote_before == ""


class TestTheTurnsQuotedBefore:
    @pytest.fixture
    def conversation(self) -> Conversation:
        conversation = Conversation.objects.create(title="Melanoma")
        keep(answer(AskRequest(QUESTION, Filters(country="au"))), conversation)
        return conversation

    def test_are_those_that_the_last_answer_quotes(self, conversation: Conversation) -> None:
        quoted = [source["id"] for source in conversation.answers.get().sources]
        turns = set(Speech.objects.filter(pk__in=quoted).values_list("pk", flat=True))
        assert set(going_on(AskRequest("And why?"), conversation).quoted_before) == turns != set()

    def test_answer_a_question_that_goes_on(self, conversation: Conversation) -> None:
        request = AskRequest("And by how much has it dropped this year?", Filters(country="au"))
        found = answer(going_on(request, conversation))
        debates = debates_of(going_on(request, conversation).quoted_before)
        assert found.found
        for source in found.sources:
            assert Speech.objects.get(pk=source["id"]).debate_id in debates

    def test_do_not_hold_back_an_answer_from_elsewhere(self, conversation: Conversation) -> None:
        request = AskRequest("And what did Labor say about childcare?", Filters(country="au"))
        assert answer(going_on(request, conversation)).found
