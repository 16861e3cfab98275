"""Asking and verifying through the API: the contract's fields, streams, receipts, and errors for bad input."""

import json
import urllib.request
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from rag.keys.models import ApiKey
from speeches.models import Answer, Conversation, Speech

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]

MELANOMA = "How often does melanoma kill an Australian, according to Jason Clare?"
SOURCE_FIELDS = set("n id source_type speaker party chamber date reference url quote start end".split())


def post(client: Client, path: str, body: Any) -> Any:
    return client.post(f"/api/v1/{path}", body, content_type="application/json")


def problem(response: Any, status: int) -> str:
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    return str(response.json()["detail"])


class TestAsk:
    def test_an_answer_has_the_contracts_fields(self, client: Client) -> None:
        found = post(client, "ask", {"question": MELANOMA}).json()
        assert found["found"] is True
        assert "every six hours" in found["answer"]
        assert set(found["sentences"][0]) >= {"text", "citations"}
        assert set(found["sources"][0]) >= SOURCE_FIELDS
        assert {"dropped_sentences", "coverage", "model", "took_ms", "conversation_id"} <= set(found)

    def test_a_refusal_has_no_sources(self, client: Client) -> None:
        found = post(client, "ask", {"question": "How many vapes were seized at the border?"}).json()
        assert (found["found"], found["sources"], found["sentences"]) == (False, [], [])
        assert found["answer"] == "Not found in the provided records."
        assert found["related"]

    def test_a_follow_up_goes_on(self, client: Client) -> None:
        first = post(client, "ask", {"question": "What did Labor say about childcare?"}).json()
        second = post(
            client, "ask", {"question": "and the Nationals?", "conversation_id": first["conversation_id"]}
        ).json()
        assert second["understood"].endswith("Nationals · childcare")
        assert second["conversation_id"] == first["conversation_id"]

    def test_a_receipt_is_the_same_and_says_what_changed(self, client: Client) -> None:
        asked = post(client, "ask", {"question": MELANOMA}).json()
        receipt = client.get(f"/api/v1/answers/{asked['id']}").json()
        assert receipt == {**asked, "conversation_id": None}
        Speech.objects.filter(pk=asked["sources"][0]["id"]).delete()
        assert client.get(f"/api/v1/answers/{asked['id']}").json()["changed"] == {"1": "gone"}

    @pytest.mark.parametrize(
        ("body", "status", "words"),
        [
            ({"question": ""}, 422, "Ask a question"),
            ({"question": "x" * 2001}, 422, "at most 2000"),
            ({}, 422, "question"),
            ("no json", 400, "JSON"),
            ({"question": "Why so?", "filters": {"colour": "red"}}, 422, "There is no filter “colour”"),
            ({"question": "Why so?", "filters": {"date_from": "soon"}}, 422, "year-month-day"),
            ({"question": "Why so?", "filters": {"topics": "x"}}, 422, "list"),
            ({"question": "Why so?", "top_k": 13}, 422, "1 to 12"),
            ({"question": "Why so?", "conversation_id": "x"}, 422, "conversation_id"),
            ({"question": "Why so?", "conversation_id": str(uuid4())}, 404, "No conversation"),
        ],
    )
    def test_bad_input_says_what_to_mend(self, client: Client, body: Any, status: int, words: str) -> None:
        assert words in problem(post(client, "ask", body), status)

    def test_a_browsers_conversation_is_not_the_apis(self, client: Client) -> None:
        other = Conversation.objects.create(session="somebody", title="x")
        assert problem(post(client, "ask", {"question": "Why so?", "conversation_id": str(other.pk)}), 404)

    def test_a_conversation_that_a_key_began_is_its_own(self, client: Client) -> None:
        mine, others = ({"Authorization": f"Bearer {ApiKey.create(['read'])[1]}"} for _ in range(2))
        begun = client.post("/api/v1/ask", {"question": MELANOMA}, "application/json", headers=mine).json()
        follow_up = {"question": "And why?", "conversation_id": begun["conversation_id"]}
        asked = [
            client.post("/api/v1/ask", follow_up, "application/json", headers=headers).status_code
            for headers in (mine, others, {})
        ]
        assert asked == [200, 404, 404]

    def test_there_is_no_such_receipt(self, client: Client) -> None:
        assert problem(client.get(f"/api/v1/answers/{uuid4()}"), 404)

    def test_too_many_questions_a_minute(self, client: Client, settings: Any) -> None:
        settings.ASKS_PER_MINUTE = 1
        assert post(client, "ask", {"question": MELANOMA}).status_code == 200
        response = post(client, "ask", {"question": MELANOMA})
        assert "Wait" in problem(response, 429)
        assert 0 < int(response["Retry-After"]) <= 60

    def test_each_address_is_counted_alone(
        self, client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # With a window of a day, no new window begins between two questions.
        monkeypatch.setattr("rag.serving.limits._WINDOW", 86_400)
        settings.ASKS_PER_MINUTE = 1
        for address in ("203.0.113.7", "203.0.113.8"):
            body = {"question": MELANOMA}
            asked = [
                client.post("/api/v1/ask", body, "application/json", REMOTE_ADDR=address, headers=pretended)
                for pretended in ({}, {"X-Forwarded-For": "198.51.100.1"})
            ]
            assert [one.status_code for one in asked] == [200, 429]

    def test_half_characters_are_refused(self, client: Client) -> None:
        broken = '{"question": "housing \\ud800 lone"}'
        assert "half of a character" in problem(post(client, "ask", broken), 422)
        assert "half of a character" in problem(
            post(client, "quotes/verify", '{"quote": "three \\ud800 words here"}'), 422
        )

    def test_events_come_as_a_stream(self, site: str) -> None:
        request = urllib.request.Request(
            f"{site}/api/v1/ask",
            json.dumps({"question": MELANOMA}).encode(),
            {"Content-Type": "application/json", "Accept": "text/event-stream"},
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            assert response.headers["Content-Type"] == "text/event-stream"
            events = [part.split("\n") for part in response.read().decode().strip().split("\n\n")]
        names = [lines[0].removeprefix("event: ") for lines in events]
        assert names[0] == "status"
        assert names[-1] == "done"
        assert names.index("sources") < names.index("delta")
        done = json.loads(events[-1][1].removeprefix("data: "))
        assert done["found"] is True
        told = [json.loads(lines[1].removeprefix("data: ")) for lines in events if lines[0] == "event: delta"]
        assert told == done["sentences"]
        Answer.objects.filter(pk=done["id"]).delete()


class TestVerify:
    def test_a_verdict_has_the_contracts_fields(self, client: Client) -> None:
        claim = {"quote": "It kills one Australian every nine hours.", "speaker": "Jason Clare"}
        found = post(client, "quotes/verify", claim).json()
        assert found["verdict"] == "altered"
        assert found["diff"] == [{"op": "replace", "said": "six", "claimed": "nine", "kind": "number"}]
        assert set(found["best"]) >= {"speech_id", "speaker", "date", "text", "start", "end", "url", "similarity"}
        assert found["best"]["date"] == "2021-12-01"
        assert "“six” was said" in found["report"]

    def test_nothing_near_has_no_best(self, client: Client) -> None:
        found = post(client, "quotes/verify", {"quote": "Zyxt qwop grumbled flarn."}).json()
        assert (found["verdict"], found["best"], found["others"]) == ("not_found", None, [])

    @pytest.mark.parametrize(
        ("body", "words"),
        [
            ({"quote": "two words"}, "at least 3 words"),
            ({"quote": "word " * 500}, "at most 2000"),
            ({}, "quote"),
            ({"quote": "three good words", "date_from": "soon"}, "year-month-day"),
            ({"quote": "three good words", "date_from": "2022-01-02", "date_to": "2022-01-01"}, "swap them"),
        ],
    )
    def test_bad_input_says_what_to_mend(self, client: Client, body: Any, words: str) -> None:
        assert words in problem(post(client, "quotes/verify", body), 422)
