"""What a query means where rules saw no cue: said by the chat model, if it may be asked and the record agrees."""

import datetime
import json
from typing import Any

import pytest

from speeches.finding.refine import understood_query
from tests.chat_server import ChatServer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("three_parliaments")]
HORSES = "the law on slaughtering horses for people to eat"


@pytest.fixture
def allowed(chat_server: ChatServer, settings: Any) -> ChatServer:
    settings.LLM_MODEL, settings.LLM_BASE_URL, settings.LLM_UNDERSTANDS = "tiny", chat_server.url, True
    return chat_server


def says(server: ChatServer, **values: str) -> None:
    server.says(json.dumps({"intent": "", "bill": "", "date_from": "", "date_to": "", **values}))


def test_the_model_adds_intent_bill_and_days(allowed: ChatServer) -> None:
    says(allowed, intent="bill_focused", bill="C-571", date_from="2014-05-01", date_to="2014-05-31")
    query = understood_query(HORSES, None)
    assert query.intent.name == "bill_focused"
    assert query.bill_key == "ca-41-2-c-571"
    assert query.last == datetime.date(2014, 5, 31)
    assert [chip.label for chip in query.chips] == ["Bill C-571", "bills", "May 2014"]
    assert f"<query>{HORSES}</query>" in allowed.requests[-1]["messages"][1]["content"]


def test_what_the_reader_takes_away_stays_away(allowed: ChatServer) -> None:
    says(allowed, intent="bill_focused", bill="C-571", date_from="2014-05-01", date_to="2014-05-31")
    query = understood_query(HORSES, None, frozenset({"bill", "intent", "date"}))
    assert query.chips == ()


def test_rules_come_first_and_cost_no_request(allowed: ChatServer) -> None:
    assert understood_query("Who voted against C-571?", None).intent.name == "vote_focused"
    assert allowed.requests == []


@pytest.mark.parametrize(
    "values",
    [{"intent": "world_domination"}, {"bill": "C-9999"}, {"date_from": "2014-06-01", "date_to": "2014-05-01"}],
)
def test_what_the_record_does_not_know_is_not_believed(allowed: ChatServer, values: dict[str, str]) -> None:
    says(allowed, **values)
    query = understood_query(HORSES, None)
    assert (query.intent.name, query.bills, query.first) == ("hansard_focused", (), None)


def test_what_is_no_value_is_left_out_and_thinking_aloud_does_no_harm(allowed: ChatServer) -> None:
    allowed.says('<think>{"intent": "?"}</think> {"intent": null, "bill": "C-571", "date_from": "2014"}')
    query = understood_query(HORSES, None)
    assert (query.bill_key, query.intent.name, query.first) == ("ca-41-2-c-571", "hansard_focused", None)


@pytest.mark.parametrize("text", ["no json", "{broken}", '{"intent": 7}', '{"date_from": "soon"}'])
def test_an_answer_that_is_none_leaves_it_to_the_rules(allowed: ChatServer, text: str) -> None:
    allowed.says(text)
    assert understood_query(HORSES, None).intent.name == "hansard_focused"


def test_a_model_that_is_away_leaves_it_to_the_rules(allowed: ChatServer) -> None:
    allowed.status = 500
    assert understood_query(HORSES, None).intent.name == "hansard_focused"


def test_without_leave_no_model_is_asked(chat_server: ChatServer, settings: Any) -> None:
    settings.LLM_MODEL, settings.LLM_BASE_URL = "tiny", chat_server.url
    assert understood_query(HORSES, None).intent.name == "hansard_focused"
    assert chat_server.requests == []
