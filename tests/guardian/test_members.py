"""Members and invitations: who gets in, who stays, and who never comes back."""

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client

from guardian.access import work_scope
from guardian.members import MemberError, invite
from guardian.models import Invitation, Membership, Role, Scheme
from tests.guardian.conftest import Cast
from tests.people import PASSWORD, create_person

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

    def test_without_mail_the_link_is_shown_to_who_invites(self, cast: Cast) -> None:
        told = {"action": "invite", "role": "committee", "email": "dan@example.org"}
        page = cast.owner.post("/schemes/harbour-view/members", told).content.decode()
        assert "This site sends no mail. Give dan@example.org this link yourself." in page
        assert re.search(r"/invitations/[\w-]+", page)
        assert mail.outbox == []

    def test_by_mail_once(self, cast: Cast, settings: Any) -> None:
        settings.EMAIL_HOST = "mail.example.org"
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


class TestFounding:
    def test_whoever_founds_a_scheme_administers_it(self, cast: Cast) -> None:
        page = cast.stranger.post("/schemes/found", {"name": "  Quay   Terrace "}, follow=True)
        assert "Upload its bylaws, then invite its owners." in page.content.decode()
        scheme = Scheme.objects.get(name="Quay Terrace")
        assert scheme.slug.startswith("quay-terrace-")
        with work_scope(scheme.pk):
            assert [(one.user.username, one.role) for one in Membership.objects.all()] == [("bob", "admin")]
        assert cast.owner.get(scheme.get_absolute_url()).status_code == 404

    def test_two_of_one_name_are_two(self, cast: Cast) -> None:
        for client in (cast.owner, cast.stranger):
            client.post("/schemes/found", {"name": "Quay Terrace"})
        assert Scheme.objects.filter(name="Quay Terrace").values("slug").distinct().count() == 2

    @pytest.mark.parametrize("name", ["", "ab", "x" * 201, "\x00"])
    def test_a_name_is_needed(self, cast: Cast, name: str) -> None:
        page = cast.stranger.post("/schemes/found", {"name": name}, follow=True).content.decode()
        assert "Give the scheme&#x27;s name, in 3 to 200 characters." in page

    def test_nobody_founds_dozens(self, cast: Cast) -> None:
        for number in range(5):
            page = cast.member.post("/schemes/found", {"name": f"Scheme {number}"}, follow=True).content.decode()
            assert "The scheme is founded." in page
        page = cast.member.post("/schemes/found", {"name": "One more"}, follow=True).content.decode()
        assert "You have founded 5 schemes." in page

    def test_an_owner_admin_needs_a_second_factor_first(self, cast: Cast, settings: Any) -> None:
        settings.ADMIN_SECOND_FACTOR = True
        response = cast.stranger.post("/schemes/found", {"name": "Quay Terrace"})
        assert response["Location"] == "/accounts/2fa/totp/activate/"
        assert not Scheme.objects.filter(name="Quay Terrace").exists()

    def test_operators_may_keep_it_to_themselves(self, cast: Cast, settings: Any) -> None:
        settings.SCHEMES_OPEN = False
        assert cast.stranger.post("/schemes/found", {"name": "Quay Terrace"}).status_code == 404
        assert "Create a scheme" not in cast.stranger.get("/schemes/?all").content.decode()

    def test_a_scheme_left_to_others_still_counts(self, cast: Cast) -> None:
        for number in range(5):
            cast.member.post("/schemes/found", {"name": f"Scheme {number}"})
        for scheme in Scheme.objects.filter(founded_by=cast.users["cat"]):
            with work_scope(scheme.pk):
                Membership.objects.update(role=Role.RESIDENT)
        page = cast.member.post("/schemes/found", {"name": "One more"}, follow=True).content.decode()
        assert "You have founded 5 schemes." in page

    def test_a_scheme_is_no_way_to_mail_the_world(self, cast: Cast) -> None:
        with work_scope(cast.harbour.pk):
            for number in range(50):
                invite(cast.harbour, Role.RESIDENT, f"p{number}@example.org")
            with pytest.raises(MemberError, match="at most 50 times a day"):
                invite(cast.harbour, Role.RESIDENT, "one-more@example.org")

    def test_whoever_is_not_signed_in_founds_none(self, cast: Cast) -> None:
        response = cast.nobody.post("/schemes/found", {"name": "Quay Terrace"})
        # A form cannot be sent again after signing in.
        assert response["Location"] == "/schemes/?next=/schemes/"
        assert not Scheme.objects.filter(name="Quay Terrace").exists()


class TestWelcome:
    def test_whoever_is_not_signed_in_is_told_what_this_is(self, cast: Cast) -> None:
        page = cast.nobody.get("/schemes/harbour-view/", follow=True).content.decode()
        assert "Only members of a scheme see its documents" in page
        assert "/accounts/login/?next=/schemes/harbour-view/" in page

    def test_it_leads_to_no_other_site(self, cast: Cast) -> None:
        page = cast.nobody.get("/schemes/?next=https://elsewhere.example/").content.decode()
        assert set(re.findall(r'href="(/accounts/[^"]+)"', page)) == {
            "/accounts/login/?next=/schemes/",
            "/accounts/signup/?next=/schemes/",
        }

    @pytest.mark.parametrize(("who", "where"), [("bob", "/schemes/"), ("new", "/")])
    def test_members_arrive_at_their_schemes_and_others_at_the_record(self, cast: Cast, who: str, where: str) -> None:
        if who == "new":
            create_person(who)
        signed_in = Client().post("/accounts/login/", {"login": f"{who}@example.org", "password": PASSWORD})
        assert signed_in["Location"] == where
