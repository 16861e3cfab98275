"""A search follows what a query means: it filters by the member named, and tries other words if it finds little."""

from typing import Any

import pytest

from speeches.finding.find import find, unknown_speakers
from speeches.search.engine import SearchRequest
from speeches.search.roster import roster
from speeches.understanding.reading import Reading, Slot
from tests.chat_server import ChatServer

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("record")]
ODD = "how do the young and the mobile find somewhere to dwell"


@pytest.fixture
def allowed(chat_server: ChatServer, settings: Any) -> ChatServer:
    settings.LLM_MODEL, settings.LLM_BASE_URL, settings.LLM_REPHRASES = "tiny", chat_server.url, True
    return chat_server


def test_the_model_is_asked_once_where_little_is_found(allowed: ChatServer) -> None:
    allowed.says("1. rental housing for young people\n2. where can young workers afford to live\nthird line")
    before = len(allowed.requests)
    found = find(SearchRequest(ODD)).results
    again = find(SearchRequest(f"{ODD} ")).results
    assert found and again
    assert len(allowed.requests) - before in (1, 2)
    prompt = allowed.requests[-1]["messages"]
    assert f"<query>{ODD}</query>" in prompt[1]["content"]


def test_a_query_that_finds_what_it_asks_for_costs_no_request(allowed: ChatServer) -> None:
    assert find(SearchRequest("childcare subsidy for families")).results[0].relevance_score > 0.3
    assert allowed.requests == []


def test_a_model_that_does_not_answer_leaves_the_search_to_the_rules(allowed: ChatServer) -> None:
    allowed.status = 500
    assert find(SearchRequest(ODD)).results


def test_without_leave_no_model_is_asked(chat_server: ChatServer, settings: Any) -> None:
    settings.LLM_MODEL, settings.LLM_BASE_URL = "tiny", chat_server.url
    assert find(SearchRequest(ODD)).results
    assert chat_server.requests == []


@pytest.mark.parametrize("name", ["Amanda Rishworth", "Amanda Rishwort"])
def test_a_named_member_becomes_a_filter_however_it_is_spelt(name: str) -> None:
    found = find(SearchRequest(f"What did {name} say about childcare?"))
    assert found.spoken_by == "Amanda Rishworth"
    assert {hit.speaker for hit in found.results if hit.source_type == "hansard"} == {"Amanda Rishworth"}


@pytest.mark.parametrize(
    ("kind", "sure", "unknown"),
    [("answer/person", 0.7, 0), ("answer/person", 0.95, 1), ("answer/statement", 0.7, 1), ("answer/position", 0.7, 1)],
)
def test_a_doubtful_name_is_that_of_a_speaker_only_where_somebodys_words_are_asked_for(
    kind: str, sure: float, unknown: int
) -> None:
    reading = Reading("Who was spied on by Riyadh?", kind=kind, slots=(Slot("speaker", "Riyadh", 20, 26, sure),))
    assert len(unknown_speakers(reading, roster(None))) == unknown


def test_a_name_with_an_honorific_is_never_doubtful() -> None:
    slot = Slot("speaker", "Ms Nobodyson", 8, 20, 0.6)
    reading = Reading("Why did Ms Nobodyson resign?", kind="answer/reason", slots=(slot,))
    assert unknown_speakers(reading, roster(None)) == [slot]


def test_of_a_person_whom_nobody_is_called_it_says_so() -> None:
    found = find(SearchRequest("What did Ms Nobodyson say about childcare?"))
    assert found.notes == ("No member who speaks in the record is called “Ms Nobodyson”.",)


def test_what_was_understood_can_be_taken_away() -> None:
    found = find(SearchRequest("What did Amanda Rishworth say about childcare?"), frozenset({"speaker"}))
    assert found.spoken_by == ""
