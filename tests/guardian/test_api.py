"""The API of schemes: the contract's fields, its errors, and what each key allows."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from guardian.access import work_scope
from guardian.ingestion.work import process
from guardian.models import Bylaw
from tests.guardian.conftest import HARBOUR, Cast
from tests.pdfs import make_pdf

pytestmark = pytest.mark.slow
ROOT = "/api/v1/schemes/harbour-view"
FIELDS = set("id fileName status errorMessage createdAt processedAt pages sections".split())
SOURCE_FIELDS = set("n bylaw_id section page quote start end url page_image_url".split())


def bearer(key: str) -> dict[str, Any]:
    return {"headers": {"Authorization": f"Bearer {key}"}}


def ask(key: str, question: str = "Can I keep a dog?", **body: Any) -> Any:
    return Client().post(f"{ROOT}/ask", {"question": question, **body}, content_type="application/json", **bearer(key))


def upload(key: str, content: bytes, name: str = "new.pdf") -> Any:
    return Client().post(f"{ROOT}/bylaws", {"file": SimpleUploadedFile(name, content)}, **bearer(key))


def endpoints(cast: Cast) -> list[tuple[str, str]]:
    one = f"{ROOT}/bylaws/{cast.bylaw(cast.harbour).pk}"
    return [
        ("get", f"{ROOT}/bylaws"), ("post", f"{ROOT}/bylaws"), ("get", one), ("get", f"{one}/pages/1.png"),
        ("post", f"{ROOT}/ask"), ("delete", one),
    ]  # fmt: skip


def status_of(method: str, path: str, **headers: Any) -> int:
    body: dict[str, Any] = {}
    if method == "post" and path.endswith("ask"):
        body = {"data": {"question": "Can I keep a dog?"}, "content_type": "application/json"}
    elif method == "post":
        body = {"data": {"file": SimpleUploadedFile("a.pdf", make_pdf([*HARBOUR, str(uuid4())]))}}
    response: Any = getattr(Client(), method)(path, **body, **headers)
    return int(response.status_code)


class TestKeys:
    def test_the_schemes_own_key_opens_all(self, cast: Cast) -> None:
        statuses = [status_of(method, path, **bearer(cast.key)) for method, path in endpoints(cast)]
        assert statuses == [200, 201, 200, 200, 200, 204]

    def test_a_reading_key_changes_nothing(self, cast: Cast) -> None:
        statuses = [status_of(method, path, **bearer(cast.read_key)) for method, path in endpoints(cast)]
        assert statuses == [200, 403, 200, 200, 200, 403]

    @pytest.mark.parametrize("name", ["strangers_key", "records_key"])
    def test_any_other_key_finds_nothing(self, cast: Cast, name: str) -> None:
        key = getattr(cast, name)
        assert {status_of(method, path, **bearer(key)) for method, path in endpoints(cast)} == {404}

    def test_no_key_and_a_wrong_key(self, cast: Cast) -> None:
        for headers in ({}, bearer("hk_wrong")):
            assert {status_of(method, path, **headers) for method, path in endpoints(cast)} == {401}

    def test_a_schemes_key_does_not_open_the_record(self, cast: Cast) -> None:
        response = Client().post("/api/v1/ingest", {}, content_type="application/json", **bearer(cast.key))
        assert response.status_code == 403
        assert "one scheme" in response.json()["detail"]

    def test_members_who_are_signed_in(self, cast: Cast) -> None:
        assert cast.member.get(f"{ROOT}/bylaws").status_code == 200
        assert cast.stranger.get(f"{ROOT}/bylaws").status_code == 404
        assert cast.member.get("/api/v1/schemes/meadow-court/bylaws").status_code == 404

    def test_another_schemes_bylaw_under_the_own_address(self, cast: Cast) -> None:
        other = cast.bylaw(cast.meadow).pk
        assert status_of("get", f"{ROOT}/bylaws/{other}", **bearer(cast.key)) == 404
        assert status_of("delete", f"{ROOT}/bylaws/{other}", **bearer(cast.key)) == 404
        assert cast.bylaw(cast.meadow).pk == other


class TestBylaws:
    def test_from_upload_to_ready(self, cast: Cast) -> None:
        response = upload(cast.key, make_pdf([*HARBOUR, "**Bylaw 17 Moving**", "Moving needs two days' notice."]))
        assert response.status_code == 201
        made = response.json()
        assert set(made) >= FIELDS
        assert (made["status"], made["fileName"], made["errorMessage"]) == ("processing", "new.pdf", "")
        assert made["processedAt"] is None
        process(cast.harbour.pk, made["id"])
        ready = Client().get(f"{ROOT}/bylaws/{made['id']}", **bearer(cast.read_key)).json()
        assert (ready["status"], ready["active"], ready["pages"], ready["sections"]) == ("ready", True, 1, 5)
        listed = Client().get(f"{ROOT}/bylaws", **bearer(cast.read_key)).json()
        assert [one["active"] for one in listed] == [True, False]
        assert listed[1]["replacedAt"].startswith(listed[0]["effectiveFrom"])

    def test_the_same_file_again(self, cast: Cast) -> None:
        response = upload(cast.key, make_pdf(HARBOUR), "other-name.pdf")
        assert response.status_code == 200
        assert response.json()["id"] == str(cast.bylaw(cast.harbour).pk)

    @pytest.mark.parametrize(("content", "words"), [(b"", "not a PDF"), (b"PK\x03\x04 bylaws.pdf", "not a PDF")])
    def test_what_is_not_taken(self, cast: Cast, content: bytes, words: str) -> None:
        response = upload(cast.key, content, "bylaws.pdf")
        assert response.status_code == 422
        assert words in response.json()["detail"]

    def test_too_large(self, cast: Cast, settings: Any) -> None:
        settings.BYLAW_LIMIT_BYTES = 100
        assert upload(cast.key, make_pdf(HARBOUR)).status_code == 413

    def test_without_a_file(self, cast: Cast) -> None:
        response = Client().post(f"{ROOT}/bylaws", {}, **bearer(cast.key))
        assert response.status_code == 422
        assert response["Content-Type"] == "application/problem+json"

    def test_a_failed_one_says_why(self, cast: Cast) -> None:
        made = upload(cast.key, b"%PDF-1.4 broken").json()
        process(cast.harbour.pk, made["id"])
        failed = Client().get(f"{ROOT}/bylaws/{made['id']}", **bearer(cast.key)).json()
        assert failed["status"] == "failed"
        assert failed["errorMessage"].startswith("This PDF is damaged")
        assert cast.bylaw(cast.harbour).file_name == "harbour.pdf"

    def test_deleting_takes_everything(self, cast: Cast) -> None:
        bylaw = cast.bylaw(cast.harbour)
        assert status_of("delete", f"{ROOT}/bylaws/{bylaw.pk}", **bearer(cast.key)) == 204
        with work_scope(cast.harbour.pk):
            assert Bylaw.objects.count() == 0
        assert ask(cast.key).json()["answer"] == "No bylaws are in force yet."


class TestAsking:
    def test_the_contracts_fields(self, cast: Cast) -> None:
        found = ask(cast.read_key).json()
        assert found["found"] is True
        assert "one dog or one cat" in found["answer"]
        assert set(found["sources"][0]) >= SOURCE_FIELDS
        assert found["sources"][0]["section"] == "PART A Living together › Bylaw 14 Pets"
        assert found["sources"][0]["page"] == 1
        assert "lawyer" in found["disclaimer"]

    def test_the_page_of_a_source_can_be_seen_with_the_key(self, cast: Cast) -> None:
        source = ask(cast.read_key).json()["sources"][0]
        picture = Client().get(source["page_image_url"], **bearer(cast.read_key))
        assert picture["Content-Type"] == "image/png"
        assert picture.content.startswith(b"\x89PNG")

    def test_a_refusal(self, cast: Cast) -> None:
        found = ask(cast.read_key, "How tall may my fence be?").json()
        assert (found["found"], found["sources"], found["sentences"]) == (False, [], [])
        assert found["answer"] == "The bylaws do not contain relevant information about this."
        assert found["related"]

    def test_nobody_goes_on_with_anothers_conversation(self, cast: Cast) -> None:
        body = {"question": "Can I keep a dog?"}
        first = cast.member.post(f"{ROOT}/ask", body, content_type="application/json").json()
        again = body | {"conversation_id": first["conversation_id"]}
        assert cast.member.post(f"{ROOT}/ask", again, content_type="application/json").status_code == 200
        assert cast.owner.post(f"{ROOT}/ask", again, content_type="application/json").status_code == 404
        assert ask(cast.key, "Can I keep a dog?", conversation_id=first["conversation_id"]).status_code == 404

    def test_each_key_and_each_member_is_counted_by_itself(self, cast: Cast, settings: Any) -> None:
        settings.ASKS_PER_MINUTE = 1
        assert ask(cast.key, "Can I keep a dog?").status_code == 200
        assert ask(cast.key, "Can I keep a dog?").status_code == 429
        assert ask(cast.read_key, "Can I keep a dog?").status_code == 200
        for client in (cast.member, cast.owner):
            body = {"question": "Can I keep a dog?"}
            assert client.post(f"{ROOT}/ask", body, content_type="application/json").status_code == 200

    def test_a_conversation_goes_on_and_stays_within_its_scheme(self, cast: Cast) -> None:
        first = ask(cast.read_key).json()
        second = ask(cast.key, "What about noise at night?", conversation_id=first["conversation_id"]).json()
        assert second["conversation_id"] == first["conversation_id"]
        other = Client().post(
            "/api/v1/schemes/meadow-court/ask",
            {"question": "Any fish?", "conversation_id": first["conversation_id"]},
            content_type="application/json", **bearer(cast.strangers_key),
        )  # fmt: skip
        assert other.status_code == 404

    @pytest.mark.parametrize(
        "body",
        [{"question": "x"}, {"question": "a" * 2001}, {"question": "a\x00b?"}, {}, {"question": 7},
         {"question": "A dog?", "conversation_id": "no"}],
    )  # fmt: skip
    def test_bad_bodies(self, cast: Cast, body: dict[str, Any]) -> None:
        response = Client().post(f"{ROOT}/ask", body, content_type="application/json", **bearer(cast.key))
        assert response.status_code == 422
        assert response["Content-Type"] == "application/problem+json"

    def test_too_many(self, cast: Cast, settings: Any) -> None:
        settings.ASKS_PER_MINUTE = 1
        assert [ask(cast.read_key).status_code for _ in range(2)] == [200, 429]


def test_a_stream_by_events(cast: Cast) -> None:
    """This thread reads the stream, because no other sees the test's transaction."""
    from guardian.api import _lines
    from guardian.chat.ask import ask as events_of
    from rag.keys.models import ApiKey

    key = ApiKey.objects.opening(cast.read_key)
    assert key is not None
    lines = list(_lines(events_of(key, "harbour-view", "Can I keep a dog?"), key, "harbour-view", None))
    names = [line.split("\n")[0].removeprefix("event: ") for line in lines]
    assert list(dict.fromkeys(name for name in names if name != "status")) == ["sources", "delta", "done"]
    done = json.loads(lines[-1].split("\n")[1].removeprefix("data: "))
    assert done["found"] is True
    assert done["conversation_id"]
