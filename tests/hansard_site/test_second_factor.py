"""A second factor: people set it up with an app, signing in asks for it, and administrators need it."""

import re
import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth.models import User
from django.test import Client

from tests.people import PASSWORD

pytestmark = pytest.mark.slow


@pytest.fixture
def administrator(transactional_db: None, settings: Any) -> User:
    settings.ADMIN_SECOND_FACTOR = True
    return User.objects.create_superuser("root", "root@example.org", PASSWORD)


def code_of(secret: str) -> str:
    """The code that the app on the phone shows now."""
    code: str = format_hotp_value(hotp_value(secret, int(time.time()) // 30))
    return code


def sign_in(client: Client, **more: str) -> Any:
    return client.post("/accounts/login/", {"login": "root", "password": PASSWORD} | more)


def set_up(client: Client) -> str:
    """Sets up a second factor on its page and returns the secret."""
    # The page asks for the password again, so that nobody can use a browser that was left open.
    assert client.get("/accounts/2fa/totp/activate/")["Location"].startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    assert "data:image/svg+xml" in page
    secret = re.search(r'value="([A-Z2-7]{32})"', page)
    assert secret
    assert client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret[1])}).status_code == 302
    return secret[1]


def test_without_one_the_administration_leads_to_where_it_is_set_up(administrator: User, client: Client) -> None:
    sign_in(client)
    for path in ("/admin/", "/admin/speeches/ingestjob/", "/admin/auth/user/"):
        answered = client.get(path)
        assert answered.status_code == 302
        assert answered["Location"].startswith("/accounts/2fa/totp/activate/")
    # Everything else is open to an administrator, as it is to everybody.
    assert client.get("/coverage").status_code == 200


def test_with_one_it_opens_and_signing_in_asks_for_the_code(administrator: User, client: Client) -> None:
    sign_in(client)
    secret = set_up(client)
    assert client.get("/admin/").status_code == 200
    elsewhere = Client()
    assert sign_in(elsewhere)["Location"].startswith("/accounts/2fa/authenticate/")
    assert elsewhere.get("/admin/").status_code == 302
    elsewhere.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert "_auth_user_id" not in elsewhere.session
    later = next(iter(yield_hotp_counters_from_time())) + 1
    elsewhere.post("/accounts/2fa/authenticate/", {"code": format_hotp_value(hotp_value(secret, later))})
    assert elsewhere.get("/admin/").status_code == 200


def test_a_session_of_before_is_asked_for_a_code(administrator: User, client: Client) -> None:
    """Whoever got in with the password alone neither keeps access nor removes the second factor without a code."""
    earlier = Client()
    sign_in(earlier)
    sign_in(client)
    secret = set_up(client)
    for path in ("/admin/", "/accounts/2fa/totp/deactivate/", "/accounts/2fa/recovery-codes/generate/"):
        assert earlier.get(path)["Location"].startswith("/accounts/2fa/reauthenticate/")
        assert client.get(path).status_code in (200, 302)
    later = next(iter(yield_hotp_counters_from_time())) + 1
    earlier.post("/accounts/2fa/reauthenticate/", {"code": format_hotp_value(hotp_value(secret, later))})
    assert earlier.get("/admin/").status_code == 200


def test_the_secret_is_kept_encrypted(administrator: User, client: Client) -> None:
    sign_in(client)
    secret = set_up(client)
    kept = Authenticator.objects.get(user=administrator, type=Authenticator.Type.TOTP)
    assert secret not in str(kept.data)
    assert secret not in client.get(f"/admin/mfa/authenticator/{kept.pk}/change/").content.decode()


def test_a_recovery_code_opens_once(administrator: User, client: Client) -> None:
    sign_in(client)
    set_up(client)
    page = client.get("/accounts/2fa/recovery-codes/").content.decode()
    code = re.findall(r"\b\d{8}\b", page)[0]
    for attempt, opens in ((Client(), True), (Client(), False)):
        sign_in(attempt)
        attempt.post("/accounts/2fa/authenticate/", {"code": code})
        assert ("_auth_user_id" in attempt.session) is opens


def test_where_it_is_switched_off_a_password_is_enough(administrator: User, client: Client, settings: Any) -> None:
    settings.ADMIN_SECOND_FACTOR = False
    sign_in(client)
    assert client.get("/admin/").status_code == 200


def test_nobody_and_a_member_see_no_administration(administrator: User, client: Client) -> None:
    assert client.get("/admin/").status_code == 302
    client.force_login(User.objects.create_user("member"))
    assert client.get("/admin/")["Location"].startswith("/admin/login/")
