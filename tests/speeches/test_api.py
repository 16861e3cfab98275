"""The API as an integrator meets it: the contract's fields, and for every bad input an error that says what to fix."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rag.keys.models import ApiKey
from speeches.models import IngestJob, Speech

RESULT_FIELDS = set(
    "speech_id chunk_index source_type title speaker party chamber state electorate date excerpt highlights "
    "relevance_score hansard_reference topic_tags themes entities policy_areas communications_utility source_url "
    "url".split()
)
SPEECH = {
    "speech_id": "api-1",
    "speaker": "Ada Smith",
    "date": "2023-03-14",
    "chamber": "Senate",
    "text": "Quolls return.",
}


def body(*speeches: dict[str, Any]) -> bytes:
    return json.dumps({"speeches": list(speeches)}).encode()


def bearer(*scopes: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {ApiKey.create(list(scopes))[1]}"}


def problem(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    found: dict[str, Any] = response.json()
    assert found["status"] == status
    assert found["title"]
    assert found["detail"]
    return found


@pytest.mark.slow
@pytest.mark.usefixtures("record")
class TestSearch:
    def test_fields_of_the_contract(self, client: Client) -> None:
        found = client.get(
            "/api/v1/search", {"q": "childcare fees", "party": "ALP", "speaker": "", "top_k": "3"}
        ).json()
        assert {"query", "took_ms", "results", "facets"} <= set(found)
        assert len(found["results"]) == 3
        for hit in found["results"]:
            assert set(hit) >= RESULT_FIELDS
            assert hit["party_code"] == "ALP"
            speech = client.get(f"/api/v1/speeches/{hit['speech_id']}").json()
            assert hit["excerpt"] in speech["full_text"]

    def test_the_link_of_a_hit_opens_the_passage(self, client: Client) -> None:
        hit = client.get("/api/v1/search", {"q": "childcare fees"}).json()["results"][0]
        page = client.get(hit["url"])
        assert page.status_code == 200
        assert '<mark class="passage">' in page.content.decode()

    @pytest.mark.parametrize(
        ("parameters", "field"),
        [
            ({}, "q"),
            ({"q": "a"}, "q"),
            ({"q": "housing", "top_k": "51"}, "top_k"),
            ({"q": "housing", "top_k": "many"}, "top_k"),
            ({"q": "housing", "date_from": "14/03/2023"}, "date_from"),
            ({"q": "housing", "date_to": "2023-02-30"}, "date_to"),
            ({"q": "housing", "chamber": "Althing"}, "chamber"),
            ({"q": "housing", "mode": "magic"}, "mode"),
            ({"q": "housing\x00"}, "q"),
        ],
    )
    def test_bad_parameters(self, client: Client, parameters: dict[str, str], field: str) -> None:
        found = problem(client.get("/api/v1/search", parameters), 422)
        assert found["errors"][0]["field"].endswith(field)

    def test_empty_filters_are_ignored(self, client: Client) -> None:
        empty: Any = dict.fromkeys(
            ("party", "speaker", "chamber", "state", "date_from", "date_to", "topics", "country"), ""
        )
        empty["q"] = "housing"
        narrowed = client.get(f"/api/v1/search?{urlencode(empty)}").json()
        assert narrowed["results"] == client.get("/api/v1/search", {"q": "housing"}).json()["results"]


@pytest.mark.slow
@pytest.mark.usefixtures("record")
class TestSpeech:
    def test_everything_stored(self, client: Client) -> None:
        speech = Speech.objects.filter(pk__contains="2021-10-26").order_by("position")[5]
        found = client.get(f"/api/v1/speeches/{speech.pk}", {"include_context": "true"}).json()
        assert found["full_text"] == speech.text
        assert [part["kind"] for part in found["parts"]] == [part["kind"] for part in speech.parts]
        assert found["word_count"] == len(speech.text.split())
        assert len(found["context_before"]) == len(found["context_after"]) == 2

    def test_an_unknown_id(self, client: Client) -> None:
        assert "No speech has the id" in problem(client.get("/api/v1/speeches/nobody-1"), 404)["detail"]


@pytest.mark.django_db
class TestIngest:
    @pytest.mark.slow
    def test_json_in_the_body(self, client: Client) -> None:
        response = client.post(
            "/api/v1/ingest", body(SPEECH), content_type="application/json", headers=bearer("ingest")
        )
        found = response.json()
        assert response.status_code == 201
        assert (found["speeches_processed"], found["duplicates_skipped"], found["errors"]) == (1, 0, [])
        assert found["vectors_stored"] == found["chunks_created"] == 1
        assert found["status"] == "done"
        assert Speech.objects.get(pk="api-1").text == "Quolls return."

    @pytest.mark.slow
    def test_a_file(self, client: Client) -> None:
        file = SimpleUploadedFile(
            "s.csv", b"speaker,date,chamber,text\nAda,2023-03-14,Senate,Hello.\nBo,x,Senate,No.\n"
        )
        found = client.post("/api/v1/ingest", {"file": file}, headers=bearer("ingest")).json()
        assert found["speeches_processed"] == 1
        assert found["errors"] == [
            {"file": "s.csv", "line": 3, "reason": "date: expected a date such as 2023-03-14, found 'x'"}
        ]

    @pytest.mark.slow
    def test_how_far_a_file_has_come(self, client: Client) -> None:
        headers = bearer("ingest")
        made = client.post("/api/v1/ingest", body(SPEECH), content_type="application/json", headers=headers).json()
        assert client.get(f"/api/v1/ingest/{made['id']}", headers=headers).json() == made

    @pytest.mark.slow
    def test_sent_again_with_the_same_key_it_is_the_same_job(self, client: Client) -> None:
        headers = {**bearer("ingest"), "Idempotency-Key": "night-7"}
        sent = [
            client.post("/api/v1/ingest", words, content_type="application/json", headers=headers)
            for words in (body(SPEECH), body(SPEECH), body({**SPEECH, "text": "Other words, sent by mistake."}))
        ]
        assert sent[0].json() == sent[1].json()
        assert "another file" in problem(sent[2], 422)["detail"]
        anothers = {**bearer("ingest"), "Idempotency-Key": "night-7"}
        other = client.post("/api/v1/ingest", body(SPEECH), content_type="application/json", headers=anothers).json()
        assert other["id"] != sent[0].json()["id"]

    def test_a_file_that_cannot_be_read_is_an_error_in_the_summary(self, client: Client) -> None:
        file = SimpleUploadedFile("day.xml", b"bplist00")
        found = client.post("/api/v1/ingest", {"file": file}, headers=bearer("ingest")).json()
        assert found["status"] == "failed"
        assert "not a Hansard file" in found["errors"][0]["reason"]

    @pytest.mark.parametrize("method", ["get", "post"])
    def test_nobody_and_strangers_are_turned_away(self, client: Client, method: str) -> None:
        job = IngestJob.objects.create(file_name="secret.xml")
        url = "/api/v1/ingest" if method == "post" else f"/api/v1/ingest/{job.pk}"
        call = getattr(client, method)
        nobody = call(url)
        assert "Bearer" in problem(nobody, 401)["detail"]
        assert nobody["WWW-Authenticate"].startswith("Bearer")
        problem(call(url, headers={"Authorization": "Bearer hk_wrong"}), 401)
        assert "ingest" in problem(call(url, headers=bearer("read")), 403)["detail"]

    def test_a_revoked_key_opens_nothing(self, client: Client) -> None:
        headers = bearer("ingest")
        ApiKey.objects.update(revoked_at="2023-01-01T00:00:00Z")
        problem(client.post("/api/v1/ingest", body(SPEECH), content_type="application/json", headers=headers), 401)
        assert not Speech.objects.filter(pk="api-1").exists()

    @pytest.mark.parametrize(
        ("content", "query", "status", "words"),
        [
            (b"", "", 422, "multipart"),
            (b"{}", "?format=docx", 422, "choose one of"),
            (b"{}", "?parliament=NO%20SUCH", 422, "small letters"),
            (b"{}", "?parliament=%00", 422, "NUL"),
        ],
    )
    def test_bad_requests(self, client: Client, content: bytes, query: str, status: int, words: str) -> None:
        response = client.post(
            f"/api/v1/ingest{query}", content, content_type="application/json", headers=bearer("ingest")
        )
        assert words in problem(response, status)["detail"]

    def test_multipart_without_a_file(self, client: Client) -> None:
        response = client.post("/api/v1/ingest", {"other": "x"}, headers=bearer("ingest"))
        assert "no file" in problem(response, 422)["detail"]

    def test_a_file_over_the_limit(self, client: Client, settings: Any) -> None:
        settings.UPLOAD_LIMIT_BYTES = 1024 * 1024
        file = SimpleUploadedFile("big.csv", b"x" * (1024 * 1024 + 1))
        found = problem(client.post("/api/v1/ingest", {"file": file}, headers=bearer("ingest")), 413)
        assert "1 MB" in found["detail"]

    def test_an_unknown_job(self, client: Client) -> None:
        unknown = "00000000-0000-0000-0000-000000000000"
        problem(client.get(f"/api/v1/ingest/{unknown}", headers=bearer("ingest")), 404)


@pytest.mark.django_db
def test_the_openapi_document_describes_every_endpoint(client: Client) -> None:
    document = client.get("/api/v1/openapi.json").json()
    assert {"/api/v1/search", "/api/v1/speeches/{speech_id}", "/api/v1/ingest", "/api/v1/ingest/{job_id}"} <= set(
        document["paths"]
    )
    assert all(
        operation.get("summary") and operation["responses"]
        for path in document["paths"].values()
        for operation in path.values()
    )
    assert client.get("/api/v1/docs").status_code == 200
