"""Members and invitations: who gets in, who stays, and who never comes back."""

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client

from guardian.access import work_scope
from guardian.members import invite
from guardian.models import Invitation, Membership, Role
from tests.guardian.conftest import Cast
from tests.people import create_person

pytestmark = pytest.mark.slow


class TestMembers:
    def link(self, cast: Cast, **body: str) -> str:
        page = cast.owner.post("/schemes/harbour-view/members", {"action": "invite", "role": "resident", **body})
        found = re.search(r"/invitations/[\w-]+", page.content.decode() or str(mail.outbox[-1].body))
        assert found
        return found[0]

    def test_by_a_link(self, cast: Cast) -> None:
        link = self.link(cast)
        dan = Client()
        assert "Sign up" in dan.get(link).content.decode()
        assert dan.post(f"{link}/join").status_code == 302
        for name in ("dan", "eve"):
            client = Client()
            client.force_login(create_person(name), backend="django.contrib.auth.backends.ModelBackend")
            assert "You are invited to Harbour View" in client.get(link).content.decode()
            client.post(f"{link}/join")
            assert client.get("/schemes/harbour-view/").status_code == 200

    def test_by_mail_once(self, cast: Cast) -> None:
        cast.owner.post(
            "/schemes/harbour-view/members", {"action": "invite", "role": "committee", "email": "dan@example.org"}
        )
        found = re.search(r"/invitations/[\w-]+", str(mail.outbox[-1].body))
        assert found
        refused = cast.stranger.post(f"{found[0]}/join", follow=True).content.decode()
        assert "This invitation is for dan@example.org" in refused
        dan, eve = Client(), Client()
        dan.force_login(create_person("dan"), backend="django.contrib.auth.backends.ModelBackend")
        eve.force_login(create_person("eve"), backend="django.contrib.auth.backends.ModelBackend")
        dan.post(f"{found[0]}/join")
        assert dan.get("/schemes/harbour-view/").status_code == 200
        assert eve.post(f"{found[0]}/join", follow=True).status_code == 404

    def test_an_owner_admin_joins_with_a_second_factor(self, cast: Cast, settings: Any) -> None:
        settings.ADMIN_SECOND_FACTOR = True
        link = self.link(cast, role="admin")
        dan = create_person("dan")
        client = Client()
        client.force_login(dan, backend="django.contrib.auth.backends.ModelBackend")
        assert client.post(f"{link}/join")["Location"] == "/accounts/2fa/totp/activate/"
        assert client.get("/schemes/harbour-view/").status_code == 404
        Authenticator.objects.create(user=dan, type=Authenticator.Type.TOTP, data={})
        client.post(f"{link}/join")
        assert client.get("/schemes/harbour-view/members").status_code == 200

    def test_a_resident_joins_without_one(self, cast: Cast, settings: Any) -> None:
        settings.ADMIN_SECOND_FACTOR = True
        client = Client()
        client.force_login(create_person("dan"), backend="django.contrib.auth.backends.ModelBackend")
        client.post(f"{self.link(cast)}/join")
        assert client.get("/schemes/harbour-view/").status_code == 200

    def test_withdrawn(self, cast: Cast) -> None:
        link = self.link(cast)
        with work_scope(cast.harbour.pk):
            key = Invitation.objects.get().pk
        cast.owner.post("/schemes/harbour-view/members", {"action": "withdraw", "invitation": key})
        assert cast.stranger.get(link).status_code == 404

    @pytest.mark.parametrize("body", [{"action": "remove"}, {"action": "role", "role": "resident"}])
    @pytest.mark.parametrize("invited", ["by link", "by mail", "twice by mail"])
    def test_nobody_comes_back_by_an_invitation_of_before(self, cast: Cast, body: dict[str, str], invited: str) -> None:
        dan = create_person("dan")
        with work_scope(cast.harbour.pk):
            key = Membership.objects.create(scheme=cast.harbour, user=dan, role=Role.ADMIN).pk
            email = "" if invited == "by link" else dan.email
            by = cast.users["ann"] if invited == "twice by mail" else dan
            _, token = invite(cast.harbour, Role.COMMITTEE, email, by)
        cast.owner.post("/schemes/harbour-view/members", {"membership": key, **body})
        client = Client()
        client.force_login(dan, backend="django.contrib.auth.backends.ModelBackend")
        assert client.post(f"/invitations/{token}/join", follow=True).status_code == 404
        with work_scope(cast.harbour.pk):
            assert set(Membership.objects.filter(user=dan).values_list("role", flat=True)) <= {Role.RESIDENT}

    def test_a_promotion_leaves_invitations_open(self, cast: Cast) -> None:
        link = self.link(cast)
        with work_scope(cast.harbour.pk):
            key = Membership.objects.get(user=cast.users["cat"]).pk
        cast.owner.post("/schemes/harbour-view/members", {"membership": key, "action": "role", "role": "committee"})
        assert cast.stranger.get(link).status_code == 200

    def test_the_last_owner_admin_stays(self, cast: Cast) -> None:
        with work_scope(cast.harbour.pk):
            key = Membership.objects.get(user=cast.users["ann"]).pk
        for body in ({"action": "remove"}, {"action": "role", "role": "resident"}):
            page = cast.owner.post("/schemes/harbour-view/members", {"membership": key, **body}, follow=True)
            assert "A scheme needs an owner-admin." in page.content.decode()

    def test_who_is_taken_out_sees_nothing_any_more(self, cast: Cast) -> None:
        with work_scope(cast.harbour.pk):
            key = Membership.objects.get(user=cast.users["cat"]).pk
        assert (
            cast.stranger.post("/schemes/meadow-court/members", {"action": "remove", "membership": key}).status_code
            == 404
        )
        cast.owner.post("/schemes/harbour-view/members", {"action": "remove", "membership": key})
        assert cast.member.get("/schemes/harbour-view/").status_code == 404

    def test_only_owner_admins_look(self, cast: Cast) -> None:
        assert cast.owner.get("/schemes/harbour-view/members").status_code == 200
        for client in (cast.member, cast.stranger):
            assert client.get("/schemes/harbour-view/members").status_code == 404
