"""The database or Redis goes away under a running site, and comes back."""

import http.client
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection
from playwright.sync_api import sync_playwright

from hansard_site.local import free_port
from hansard_site.local_servers import Valkey
from tests.browser import serving, test_database_url
from tests.people import PASSWORD
from tests.relay import Relay

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
_PERSON = """
INSERT INTO auth_user (username, email, password, first_name, last_name, is_superuser, is_staff, is_active, date_joined)
VALUES ('owner', 'owner@example.org', %s, '', '', false, false, true, now())
"""


@dataclass(frozen=True)
class Said:
    """An answer, and the seconds that it took."""

    status: int
    kind: str
    wait: str
    body: str
    took: float


def _get(address: str, path: str) -> Said:
    started = time.monotonic()
    link = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
    link.request("GET", path)
    answer = link.getresponse()
    body = answer.read().decode()
    wait = answer.headers.get("Retry-After", "")
    return Said(answer.status, answer.headers["Content-Type"], wait, body, time.monotonic() - started)


@pytest.fixture(scope="module")
def database(real_days: tuple[str, ...]) -> Relay:
    return Relay((connection.settings_dict["HOST"], int(connection.settings_dict["PORT"])))


@pytest.fixture(scope="module")
def site_over_it(database: Relay) -> Iterator[str]:
    url = urlsplit(test_database_url())
    through = url._replace(netloc=f"{url.username}:{url.password}@127.0.0.1:{database.port}").geturl()
    with serving({"DATABASE_URL": through, "RAG_CACHE_DISABLE": "true"}) as address:
        yield address


@pytest.mark.parametrize("how", ["cut", "hush"])
def test_the_database_away_is_told_at_once_and_over_at_once(database: Relay, site_over_it: str, how: str) -> None:
    assert _get(site_over_it, "/api/v1/parties").status == 200
    getattr(database, how)()
    try:
        program, reader, ready = (
            _get(site_over_it, path) for path in ("/api/v1/search?q=housing", "/sittings/", "/readyz")
        )
    finally:
        database.restore()
    assert (program.status, program.kind, program.wait) == (503, "application/problem+json", "5")
    assert (reader.status, reader.wait) == (503, "5")
    assert "cannot be reached just now" in reader.body
    assert (ready.status, json.loads(ready.body)["redis"]) == (503, "ok")
    assert max(program.took, reader.took, ready.took) < 2.5
    back = _get(site_over_it, "/api/v1/parties")
    assert (back.status, back.took < 2.5) == (200, True)
    assert _get(site_over_it, "/readyz").status == 200


@pytest.fixture
def owner(real_days: tuple[str, ...]) -> Iterator[str]:
    """The e-mail address of a person who is committed, so that other processes see them."""
    with psycopg.connect(test_database_url(), autocommit=True) as link:
        link.execute(_PERSON, [make_password(PASSWORD)])
        yield "owner@example.org"
        for table in ("django_session", "account_emailaddress", "auth_user"):
            link.execute(f"DELETE FROM {table}")


def test_with_redis_away_people_search_and_sign_in_and_are_counted(owner: str, tmp_path: Path) -> None:
    valkey = Valkey(tmp_path, free_port(0), "secret")
    valkey.start()
    environment = {"DATABASE_URL": test_database_url(), "REDIS_URL": valkey.url, "PAGES_PER_MINUTE": "30"}
    try:
        with serving(environment) as address, sync_playwright() as playwright:
            valkey.stop()
            assert json.loads(_get(address, "/api/v1/search?q=housing").body)["results"]
            page = playwright.request.new_context(base_url=address)
            form = page.get("/accounts/login/").text()
            token = form.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
            fields: dict[str, str | float | bool] = {
                "csrfmiddlewaretoken": token,
                "login": owner,
                "password": PASSWORD,
            }
            entered = page.post("/accounts/login/", form=fields, headers={"Referer": address})  # required by CSRF
            assert (entered.status, "/accounts/login" in entered.url) == (200, False)
            assert 429 in {_get(address, "/sittings/").status for _ in range(30)}
            page.dispose()
    finally:
        valkey.stop()
