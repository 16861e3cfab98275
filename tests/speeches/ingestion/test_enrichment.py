"""A chat model reads speeches: what it says is checked and kept apart from what the source says."""

import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from speeches.ingestion.ingest import ingest_content
from speeches.models import Enrichment, Speech
from tests.chat_server import ChatServer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_record")]
WORDS = "Rents in Gull Point\nhave doubled. The Housing Fund must build homes. I thank Ada Smith for her work."
READING = {
    "entities": {
        "people": ["Ada Smith", "Bob Nobody", "Ada Smith"],
        "places": ["Gull Point", "gull point", "Gull"],
        "organizations": ["Housing Fund"],
    },
    "themes": ["housing"],
    "policy_areas": {"primary": "housing"},
    "political_stance": {"government_position": "oppose"},
    "communications_utility": {
        "quotable_phrases": ["Rents in Gull Point have doubled.", "Rents have tripled.", "must build homes"],
        "soundbite_potential": "high",
    },
    "invented_field": "dropped",
}


@pytest.fixture
def speech(chat_server: ChatServer, settings: Any) -> Speech:
    settings.LLM_MODEL, settings.LLM_BASE_URL = "tiny", chat_server.url
    row = {"speech_id": "s1", "speaker": "Cora Lee", "date": "2024-03-14", "chamber": "Senate", "text": WORDS}
    ingest_content(json.dumps({"speeches": [row]}).encode(), "s.json")
    return Speech.objects.get()


def test_names_and_phrases_that_the_speech_does_not_hold_are_left_out(
    speech: Speech, chat_server: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    chat_server.says(f"Here you are:\n```json\n{json.dumps(READING)}\n```")
    call_command("enrich")
    values = Enrichment.objects.get().values
    assert values["entities"] == {
        "people": ["Ada Smith"], "organizations": ["Housing Fund"], "places": ["Gull Point", "Gull"], "legislation": [],
    }  # fmt: skip
    phrases = values["communications_utility"]["quotable_phrases"]
    assert [phrase["text"] for phrase in phrases] == ["Rents in Gull Point\nhave doubled.", "must build homes"]
    assert [speech.text[phrase["start"] : phrase["end"]] for phrase in phrases] == [one["text"] for one in phrases]
    assert "invented_field" not in values
    out = capsys.readouterr().out
    assert "1 speeches read by tiny; 3 names and phrases left out" in out


def test_what_a_model_made_is_marked_and_apart_from_the_source(
    speech: Speech, chat_server: ChatServer, client: Client
) -> None:
    chat_server.says(json.dumps(READING))
    call_command("enrich")
    told = client.get("/api/v1/speeches/s1").json()
    assert told["metadata"] == {}
    assert told["topic_tags"] == []
    assert told["enrichment"]["made_by_model"] == "tiny"
    page = client.get("/speeches/s1").content.decode()
    assert "Read by a language model (tiny), not by the record" in page


def test_it_is_read_once_and_again_when_its_words_changed(speech: Speech, chat_server: ChatServer) -> None:
    chat_server.says(json.dumps(READING))
    call_command("enrich")
    call_command("enrich")
    assert len(chat_server.requests) == 1
    Speech.objects.update(source_hash="another")
    call_command("enrich")
    assert len(chat_server.requests) == 2
    call_command("enrich", "--again")
    assert len(chat_server.requests) == 3


def test_a_reading_of_other_words_is_not_shown(speech: Speech, chat_server: ChatServer, client: Client) -> None:
    chat_server.says(json.dumps(READING))
    call_command("enrich")
    Speech.objects.update(source_hash="another")
    assert client.get("/api/v1/speeches/s1").json()["enrichment"] is None


def test_a_speech_whose_source_names_themes_is_left_alone(speech: Speech, chat_server: ChatServer) -> None:
    Speech.objects.update(metadata={"themes": ["rents"]})
    call_command("enrich")
    assert chat_server.requests == []


def test_words_of_an_interjector_are_no_phrase_of_the_speaker(speech: Speech, chat_server: ChatServer) -> None:
    part = speech.parts[0]
    middle = WORDS.index("The Housing")
    other = {**part, "kind": "interjection", "politician": None, "start": middle, "words_start": middle}
    Speech.objects.update(parts=[{**part, "end": middle}, other])
    chat_server.says(json.dumps(READING))
    call_command("enrich")
    phrases = Enrichment.objects.get().values["communications_utility"]["quotable_phrases"]
    assert [one["text"] for one in phrases] == ["Rents in Gull Point\nhave doubled."]


@pytest.mark.parametrize(
    "answer",
    ["I cannot.", "{broken", '{"themes": "housing"}', '{"political_stance": {"government_position": "maybe"}}'],
)
def test_an_answer_of_another_shape_leaves_nothing(speech: Speech, chat_server: ChatServer, answer: str) -> None:
    chat_server.says(answer)
    call_command("enrich", stderr=None)
    assert not Enrichment.objects.exists()


def test_what_is_missing_or_wrong_is_said(speech: Speech, settings: Any) -> None:
    with pytest.raises(CommandError, match="year-month-day"):
        call_command("enrich", "--date-from", "soon")
    with pytest.raises(CommandError, match="--limit"):
        call_command("enrich", "--limit", "0")
    settings.LLM_MODEL = ""
    with pytest.raises(CommandError, match="set LLM_MODEL"):
        call_command("enrich")
