"""If the tagger is unsure what a question means, the chat model says so, if it may be asked."""

import datetime
import json
from dataclasses import replace
from typing import Any

import pytest

from speeches.finding.refine import refine_reading
from speeches.understanding.read import read_question
from speeches.understanding.reading import Reading
from tests.chat_server import ChatServer

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("three_parliaments")]
HORSES = "the law on slaughtering horses for people to eat"


@pytest.fixture
def allowed(chat_server: ChatServer, settings: Any) -> ChatServer:
    settings.LLM_MODEL, settings.LLM_BASE_URL, settings.LLM_UNDERSTANDS = "tiny", chat_server.url, True
    return chat_server


def says(server: ChatServer, kind: str = "", **slots: object) -> None:
    server.says(json.dumps({"kind": kind, "slots": slots}))


def unsure(text: str = HORSES) -> Reading:
    return replace(read_question(text, None), sure=0.1, kind="find/passages", slots=())


def test_the_model_adds_what_is_asked_and_what_is_named(allowed: ChatServer) -> None:
    says(allowed, "vote/names", bill="C-571", date="May 2014")
    reading = refine_reading(unsure("them horses, C-571, May 2014"), None)
    assert reading.kind == "vote/names"
    assert len(reading.keys("bill")) == 1
    assert reading.last == datetime.date(2014, 5, 31)
    assert "<question>them horses" in allowed.requests[-1]["messages"][1]["content"]


def test_a_reading_that_is_sure_costs_no_request(allowed: ChatServer) -> None:
    reading = read_question("Who voted against C-571?", None)
    assert refine_reading(reading, None) is reading
    assert allowed.requests == []


@pytest.mark.parametrize(
    ("kind", "slots"),
    [("world_domination", {}), ("", {"bill": "C-9999"}), ("", {"planet": "horses"}), ("", {"bill": 7})],
)
def test_what_neither_the_question_nor_the_record_says_is_not_believed(
    allowed: ChatServer, kind: str, slots: dict[str, object]
) -> None:
    says(allowed, kind, **slots)
    reading = refine_reading(unsure(), None)
    assert (reading.kind, reading.slots) == ("find/passages", ())


def test_thinking_aloud_does_no_harm(allowed: ChatServer) -> None:
    allowed.says('<think>hm</think> {"kind": "vote/result", "slots": {}}')
    assert refine_reading(unsure(), None).kind == "vote/result"


@pytest.mark.parametrize("text", ["no json", "{broken}", '{"kind": 7, "slots": []}'])
def test_an_answer_that_is_none_leaves_it_to_the_tagger(allowed: ChatServer, text: str) -> None:
    allowed.says(text)
    assert refine_reading(unsure(), None).kind == "find/passages"


def test_a_model_that_is_away_leaves_it_to_the_tagger(allowed: ChatServer) -> None:
    allowed.status = 500
    assert refine_reading(unsure(), None).kind == "find/passages"


def test_without_leave_no_model_is_asked(chat_server: ChatServer, settings: Any) -> None:
    settings.LLM_MODEL, settings.LLM_BASE_URL = "tiny", chat_server.url
    assert refine_reading(unsure(), None).kind == "find/passages"
    assert chat_server.requests == []
