"""Following from a page: the owner, another reader and nobody; the feed; and bad forms."""

import re
from typing import Any
from urllib.parse import quote_plus
from xml.etree import ElementTree

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from speeches.following.mail import key_of
from speeches.models import Follow

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]

SEARCH = "/follow?q=childcare+fees&parliament=au"


@pytest.fixture(autouse=True)
def _with_mail(settings: Any) -> None:
    settings.EMAIL_HOST = "localhost"


def sign_in(name: str) -> Client:
    user = User.objects.create_user(name, f"{name}@example.org", "a long password 7")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client = Client()
    client.force_login(user)
    return client


class TestFollowing:
    def test_a_visitor_confirms_by_mail_and_ends_with_one_click(self, client: Client) -> None:
        page = client.get(SEARCH).content.decode()
        assert "childcare fees" in page
        client.post(SEARCH, {"by": "words", "often": "daily", "address": "me@example.org"})
        follow = Follow.objects.get()
        assert follow.confirmed_at is None
        (link,) = re.findall(r"http://\S+(/follow/\S+)", str(mail.outbox[0].body))
        # A program that opens every link of a mail changes nothing.
        assert client.get(link).status_code == 200
        follow.refresh_from_db()
        assert follow.confirmed_at is None
        client.post(link, {"often": "weekly"})
        follow.refresh_from_db()
        assert (follow.confirmed_at is not None, follow.often) == (True, "weekly")
        # A mail program posts this with neither session nor token.
        other = Client(enforce_csrf_checks=True)
        assert other.post(f"{link}/end", {"List-Unsubscribe": "One-Click"}).status_code == 200
        assert not Follow.objects.exists()
        assert client.get(link).status_code == 404

    def test_by_meaning_as_near_as_an_example(self, client: Client) -> None:
        page = client.get(SEARCH).content.decode()
        values = re.findall(r'name="least" value="([\d.]+)"', page)
        assert values == sorted(values, key=float, reverse=True)
        client.post(SEARCH, {"by": "meaning", "least": values[2], "often": "at once", "address": "me@example.org"})
        follow = Follow.objects.get()
        assert (follow.by, follow.least, follow.filters) == ("meaning", float(values[2]), {"country": "au"})

    def test_whoever_is_signed_in_needs_no_mail_and_sees_only_their_own(self, client: Client) -> None:
        owner, stranger = sign_in("owner"), sign_in("stranger")
        owner.post(SEARCH, {"by": "words", "often": "daily"})
        assert Follow.objects.get().confirmed_at
        assert not mail.outbox
        assert "childcare fees" in owner.get("/followed").content.decode()
        for other in (stranger, client):
            assert "childcare fees" not in other.get("/followed").content.decode()

    def test_another_address_than_ones_own_is_asked(self) -> None:
        sign_in("owner").post(SEARCH, {"by": "words", "often": "daily", "address": "friend@example.org"})
        assert Follow.objects.get().confirmed_at is None
        assert mail.outbox[0].to == ["friend@example.org"]

    def test_nobody_changes_what_another_has_confirmed(self, client: Client) -> None:
        owner = sign_in("owner")
        owner.post(SEARCH, {"by": "words", "often": "daily"})
        client.post(SEARCH, {"by": "words", "often": "weekly", "address": "owner@example.org"})
        sign_in("stranger").post(SEARCH, {"by": "words", "often": "weekly", "address": "owner@example.org"})
        follow = Follow.objects.get()
        assert (follow.often, follow.user.username if follow.user else "") == ("daily", "owner")
        owner.post(SEARCH, {"by": "words", "often": "at once"})
        assert Follow.objects.get().often == "at once"

    @pytest.mark.parametrize(
        ("address", "form", "says"),
        [
            (SEARCH, {"by": "words", "often": "daily", "address": "nonsense"}, "no e-mail address"),
            (SEARCH, {"by": "words", "often": "hourly", "address": "a@example.org"}, "Choose"),
            (SEARCH, {"by": "meaning", "least": "x", "often": "daily", "address": "a@example.org"}, "Choose"),
            ("/follow", {"by": "words", "often": "daily", "address": "a@example.org"}, "Say what to follow"),
            ("/follow?q=x&chamber=moon", {"by": "words", "often": "daily", "address": "a@example.org"}, "moon"),
        ],
    )
    def test_bad_wishes(self, client: Client, address: str, form: dict[str, str], says: str) -> None:
        response = client.post(address, form)
        assert response.status_code == 422
        assert says in response.content.decode()
        assert not Follow.objects.exists()
        assert not mail.outbox

    def test_nobody_floods_an_address(self, client: Client) -> None:
        statuses = [
            client.post(f"/follow?q={word}", {"by": "words", "often": "daily", "address": "a@example.org"}).status_code
            for word in "one two three four five six seven eight nine ten eleven".split()
        ]
        assert statuses[-1] == 422
        assert len(mail.outbox) == 10

    def test_a_site_without_mail_offers_the_feed(self, client: Client, settings: Any) -> None:
        settings.EMAIL_HOST = ""
        page = client.get(SEARCH).content.decode()
        assert "/feed?q=childcare" in page
        assert '<form method="post">' not in page

    @pytest.mark.parametrize("key", ["x", "00000000-0000-0000-0000-000000000000:bad"])
    def test_a_made_up_key(self, client: Client, key: str) -> None:
        assert client.get(f"/follow/{key}").status_code == 404
        assert client.post(f"/follow/{key}/end").status_code == 404

    def test_a_strangers_key_of_ones_own_follow_is_no_use_elsewhere(self, client: Client) -> None:
        first = Follow.objects.create(address="a@example.org", query="milk")
        second = Follow.objects.create(address="b@example.org", query="tax")
        mixed = f"{second.pk}:{key_of(first).partition(':')[2]}"
        assert client.get(f"/follow/{mixed}").status_code == 404


class TestFeed:
    def test_the_newest_speeches_that_hold_all_words(self, client: Client) -> None:
        response = client.get("/feed?q=childcare+fees&parliament=au")
        assert response["Content-Type"].startswith("application/atom+xml")
        name = "{http://www.w3.org/2005/Atom}"
        feed = ElementTree.fromstring(response.content)
        days = [one.findtext(f"{name}published") or "" for one in feed.iter(f"{name}entry")]
        assert days
        assert days == sorted(days, reverse=True)
        for entry in feed.iter(f"{name}entry"):
            assert "fee" in (entry.findtext(f"{name}summary") or "").lower()
            link = entry.find(f"{name}link")
            assert link is not None
            assert client.get(link.attrib["href"].partition("testserver")[2].partition("#")[0]).status_code == 200

    def test_of_a_member(self, client: Client) -> None:
        feed = client.get(f"/feed?speaker={quote_plus('Amanda Rishworth')}").content.decode()
        assert feed.count("<entry>") > 1
        assert "Amanda Rishworth" in feed

    def test_of_what_is_wrong(self, client: Client) -> None:
        assert client.get("/feed?chamber=moon").status_code == 422

    def test_pages_name_their_feed(self, client: Client) -> None:
        for address in ("/?q=childcare", "/politicians/amanda-rishworth", "/parties/au/ALP"):
            page = client.get(address).content.decode()
            assert 'rel="alternate" type="application/atom+xml"' in page, address
            assert 'href="/follow?' in page, address
