"""Who may sign up, and how guessing a password is slowed down without locking out its owner."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from guardian.access import work_scope
from guardian.members import invite
from guardian.models import Role
from tests.guardian.conftest import Cast
from tests.people import PASSWORD, create_person

pytestmark = pytest.mark.slow

WORD = "a rather long password 47"
FAILED = "Too many failed login attempts"


def _sign_in(client: Client, password: str, address: str = "198.51.100.7") -> str:
    form = {"login": "zoe@example.org", "password": password}
    return client.post("/accounts/login/", form, REMOTE_ADDR=address).content.decode()


class TestGuessing:
    def test_whoever_guesses_locks_out_neither_the_owners_browser_nor_other_accounts(self, db: None) -> None:
        create_person("zoe")
        owner, guesser, elsewhere = Client(), Client(), Client()
        owner.post("/accounts/login/", {"login": "zoe@example.org", "password": PASSWORD})
        owner.post("/accounts/logout/")
        said = [_sign_in(guesser, f"guess {number}") for number in range(7)]
        assert FAILED in said[-1]
        assert FAILED in _sign_in(elsewhere, "guess", "203.0.113.9")
        assert owner.post("/accounts/login/", {"login": "zoe@example.org", "password": PASSWORD}).status_code == 302

    def test_the_owners_browser_guesses_no_longer_than_others(self, db: None, client: Client) -> None:
        create_person("zoe")
        client.post("/accounts/login/", {"login": "zoe@example.org", "password": PASSWORD})
        client.post("/accounts/logout/")
        assert FAILED in [_sign_in(client, f"guess {number}") for number in range(7)][-1]

    def test_a_made_up_cookie_is_nobodys_browser(self, db: None, client: Client) -> None:
        create_person("zoe")
        client.cookies["device"] = "x\nzoe@example.org:made-up"
        assert FAILED in [_sign_in(client, f"guess {number}") for number in range(7)][-1]

    def test_behind_one_address_a_neighbour_is_let_in(self, db: None) -> None:
        create_person("zoe")
        create_person("eve")
        guesser, neighbour = Client(), Client()
        for number in range(7):
            _sign_in(guesser, f"guess {number}")
        assert neighbour.post("/accounts/login/", {"login": "eve", "password": PASSWORD}).status_code == 302


class TestSigningUp:
    def _sign_up(self, client: Client, address: str) -> Any:
        return client.post("/accounts/signup/", {"email": address, "password1": WORD, "password2": WORD})

    def test_closed_it_is_for_the_invited_alone(self, cast: Cast, settings: Any) -> None:
        settings.SIGNUP_OPEN = False
        self._sign_up(Client(), "new@example.org")
        assert not User.objects.filter(email="new@example.org").exists()
        with work_scope(cast.harbour.pk):
            _, token = invite(cast.harbour, Role.RESIDENT, "new@example.org")
        invited = Client()
        invited.get(f"/invitations/{token}")
        self._sign_up(invited, "new@example.org")
        assert User.objects.filter(email="new@example.org").exists()

    def test_with_mail_an_address_in_use_is_not_told(self, db: None, settings: Any) -> None:
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        create_person("zoe")
        known, unknown = self._sign_up(Client(), "zoe@example.org"), self._sign_up(Client(), "new@example.org")
        assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])

    @pytest.mark.parametrize("host", ["", "mail.example.org"])
    def test_mail_is_told_of_only_where_it_is_sent(self, db: None, settings: Any, host: str) -> None:
        settings.EMAIL_HOST = host
        visitor = Client()
        self._sign_up(visitor, "new@example.org")
        page = visitor.get("/accounts/email/").content.decode()
        assert ("Confirmation email sent" in page) == bool(host)


def test_what_a_member_sees_is_kept_by_no_browser(cast: Cast) -> None:
    for path in ("/schemes/", "/schemes/harbour-view/", f"/schemes/harbour-view/bylaws/{cast.bylaw(cast.harbour).pk}"):
        assert cast.member.get(path)["Cache-Control"] == "private, no-store"
    assert "no-store" not in cast.nobody.get("/sittings/").headers.get("Cache-Control", "")


@pytest.mark.parametrize("path", ["/politicians/?country=a%00b", "/api/v1/parties?country=a%00b", "/?q=x&a%00b=1"])
def test_a_nul_is_refused_at_the_door(db: None, client: Client, path: str) -> None:
    assert client.get(path).status_code == 422
