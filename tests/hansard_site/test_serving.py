"""Around every page and endpoint: health, metrics, limits, request ids, headers."""

import json
import logging
from typing import Any

import pytest
import redis
from django.conf import settings
from django.test import Client, override_settings

from hansard_site import logs
from hansard_site.celery import app
from rag.keys.models import ApiKey
from rag.retrieval.embedding import configured_embedder

pytestmark = pytest.mark.django_db


class TestHealth:
    def test_alive(self, client: Client) -> None:
        assert client.get("/healthz").content == b"ok\n"

    @override_settings(ALLOWED_HOSTS=["hansard.example"], SECURE_SSL_REDIRECT=True)
    def test_a_container_asks_itself_by_neither_name_nor_https(self, client: Client) -> None:
        assert client.get("/healthz", headers={"Host": "127.0.0.1:8000"}).status_code == 200
        assert client.get("/", headers={"Host": "127.0.0.1:8000"}).status_code in (301, 400)

    @pytest.mark.slow
    def test_ready(self, client: Client) -> None:
        configured_embedder().embed_query("Loading takes longer than the answer may.")
        assert client.get("/readyz").json() == {"database": "ok", "migrations": "ok", "redis": "ok", "model": "ok"}

    @pytest.mark.slow
    @override_settings(REDIS_URL="redis://127.0.0.1:1/0")
    def test_without_redis_it_says_so_and_names_no_host(self, client: Client) -> None:
        response = client.get("/readyz")
        assert response.status_code == 503
        assert response.json()["redis"] == f"away ({redis.ConnectionError.__name__})"

    @pytest.mark.slow
    def test_numbers_for_this_machine_alone(self, client: Client) -> None:
        client.get("/api/v1/search", {"q": "housing"})
        numbers = client.get("/metrics").content.decode()
        assert 'queries_total{kind="search"}' in numbers
        assert "cache_hits" in numbers
        assert client.get("/metrics", REMOTE_ADDR="203.0.113.7").status_code == 404
        assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 404

    @override_settings(METRICS_TOKEN="open sesame")
    def test_numbers_for_who_has_the_token(self, client: Client) -> None:
        assert client.get("/metrics").status_code == 404
        assert client.get("/metrics", headers={"Authorization": "Bearer wrong ü"}).status_code == 404
        allowed = client.get("/metrics", REMOTE_ADDR="203.0.113.7", headers={"Authorization": "Bearer open sesame"})
        assert allowed.status_code == 200


class TestLimits:
    @override_settings(API_PER_MINUTE=2, API_PER_MINUTE_WITH_KEY=4)
    def test_an_address_then_a_key(self, client: Client) -> None:
        left = [client.get("/api/v1/parties")["RateLimit-Remaining"] for _ in range(2)]
        assert left == ["1", "0"]
        refused = client.get("/api/v1/parties")
        assert refused.status_code == 429
        assert refused["Content-Type"] == "application/problem+json"
        assert 0 < int(refused["Retry-After"]) <= 60
        _, token = ApiKey.create(["read"])
        mine = client.get("/api/v1/parties", headers={"Authorization": f"Bearer {token}"})
        assert (mine.status_code, mine["RateLimit-Limit"]) == (200, "4")

    @override_settings(API_PER_MINUTE=1)
    def test_a_made_up_key_opens_no_fresh_count(self, client: Client) -> None:
        answers = [
            client.get("/api/v1/parties", headers={"Authorization": f"Bearer made-up-{number}"}).status_code
            for number in range(2)
        ]
        assert answers == [200, 429]

    def test_pages_are_not_counted(self, client: Client) -> None:
        assert "RateLimit-Limit" not in client.get("/healthz")


class TestRequestIds:
    def test_the_callers_own_or_a_new_one(self, client: Client) -> None:
        assert client.get("/healthz", headers={"X-Request-ID": "abc-12345678"})["X-Request-ID"] == "abc-12345678"
        given = client.get("/healthz", headers={"X-Request-ID": "<script>"})["X-Request-ID"]
        assert len(given) == 32

    def test_a_line_is_json_with_the_id_and_without_what_was_searched(
        self, client: Client, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO, "hansard_site.access")
        client.get("/api/v1/parties", {"limit": "3"}, headers={"X-Request-ID": "abc-12345678"})
        line = json.loads(logs.JsonLines().format(caplog.records[-1]))
        assert (line["path"], line["status"], line["method"]) == ("/api/v1/parties", 200, "GET")
        assert "limit" not in json.dumps(line)

    def test_an_invitation_is_not_written_down(self, client: Client, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.INFO, "hansard_site.access")
        client.get("/invitations/secret-token-123")
        assert caplog.records
        assert all("secret-token-123" not in logs.JsonLines().format(record) for record in caplog.records)

    def test_the_id_goes_along_to_the_worker(self) -> None:
        seen: dict[str, Any] = {}

        @app.task
        def note() -> None:
            record = logging.LogRecord("x", logging.INFO, "", 0, "done", None, None)
            seen.update(json.loads(logs.JsonLines().format(record)))

        headers: dict[str, Any] = {}
        logs._CURRENT.set("abc-12345678")
        logs._send_along(headers=headers)
        logs._CURRENT.set("")
        note.apply(headers=headers)
        assert seen["request_id"] == "abc-12345678"
        assert logs._CURRENT.get() == ""


class TestHeaders:
    def test_pages_are_compressed(self, client: Client) -> None:
        page = client.get("/politicians/", headers={"Accept-Encoding": "gzip"})
        assert page["Content-Encoding"] == "gzip"

    def test_the_policy_allows_no_inline_script(self, client: Client) -> None:
        policy = client.get("/")["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert settings.DEBUG is False
