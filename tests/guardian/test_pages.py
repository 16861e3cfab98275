"""Every page and every action, by an owner, a member, a stranger and nobody."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from guardian.access import work_scope
from guardian.chat.answer import DISCLAIMER
from guardian.ingestion.upload import UploadError, content_of
from guardian.ingestion.work import process
from guardian.models import Bylaw, Conversation, Membership, Message
from tests.guardian.conftest import HARBOUR, Cast, upload_bylaw
from tests.pdfs import Text, make_pdf, pdf
from tests.people import create_person

pytestmark = pytest.mark.slow
DOG = {"question": "Can I keep a dog?"}


def conversation(cast: Cast) -> str:
    response = cast.owner.post("/schemes/harbour-view/", DOG)
    found = re.search(r"conversations/([0-9a-f-]+)", response["Location"])
    assert found
    return found[1]


GETS: dict[str, Callable[[Cast], str]] = {
    "scheme": lambda cast: "",
    "status": lambda cast: "bylaws/status",
    "document": lambda cast: f"bylaws/{cast.bylaw(cast.harbour).pk}/",
    "original": lambda cast: f"bylaws/{cast.bylaw(cast.harbour).pk}/original",
    "page": lambda cast: f"bylaws/{cast.bylaw(cast.harbour).pk}/pages/1",
}


@pytest.mark.parametrize("name", GETS)
def test_who_sees_a_page(cast: Cast, name: str) -> None:
    path = GETS[name](cast)
    assert cast.owner.get(f"/schemes/harbour-view/{path}").status_code == 200
    assert cast.member.get(f"/schemes/harbour-view/{path}").status_code == 200
    assert cast.stranger.get(f"/schemes/harbour-view/{path}").status_code == 404
    assert cast.nobody.get(f"/schemes/harbour-view/{path}")["Location"].startswith(
        "/schemes/?next=/schemes/harbour-view/"
    )


@pytest.mark.parametrize("name", ["document", "original", "page"])
def test_another_schemes_document_is_not_there_under_the_own_address(cast: Cast, name: str) -> None:
    assert cast.stranger.get(f"/schemes/meadow-court/{GETS[name](cast)}").status_code == 404


POSTS: dict[str, Callable[[Cast], tuple[str, dict[str, Any]]]] = {
    "ask": lambda cast: ("", DOG),
    "stream": lambda cast: ("stream", DOG),
    "upload": lambda cast: ("bylaws", {"file": SimpleUploadedFile("a.pdf", make_pdf([*HARBOUR, str(uuid4())]))}),
    "change": lambda cast: (f"bylaws/{cast.bylaw(cast.harbour).pk}/change", {"action": "retry"}),
    "members": lambda cast: ("members", {"action": "invite", "role": "resident"}),
}
REFUSED_TO_MEMBERS = {"upload": 403, "change": 403, "members": 404}


@pytest.mark.parametrize("name", POSTS)
def test_who_does_what(cast: Cast, name: str) -> None:
    def post(client: Client) -> int:
        path, body = POSTS[name](cast)
        return client.post(f"/schemes/harbour-view/{path}", body).status_code

    assert post(cast.owner) in (200, 302)
    assert post(cast.member) == REFUSED_TO_MEMBERS.get(name, 302 if name == "ask" else 200)
    assert post(cast.stranger) == 404
    assert post(cast.nobody) == 302


def test_forms_need_their_token(cast: Cast) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(cast.users["ann"], backend="django.contrib.auth.backends.ModelBackend")
    assert strict.post("/schemes/harbour-view/", DOG).status_code == 403


class TestAsking:
    def test_the_answer_has_its_section_and_page(self, cast: Cast) -> None:
        response = cast.owner.post("/schemes/harbour-view/", DOG, follow=True)
        page = response.content.decode()
        assert "PART A Living together › Bylaw 14 Pets, page 1" in page
        assert "An owner may keep one dog or one cat on the lot." in page
        assert DISCLAIMER in page
        assert "meadow" not in page.lower()

    def test_each_scheme_has_its_own_answer(self, cast: Cast) -> None:
        page = cast.stranger.post("/schemes/meadow-court/", DOG, follow=True).content.decode()
        assert "No animals of any kind may be kept" in page
        assert "one dog or one cat" not in page

    @pytest.mark.parametrize(
        ("question", "words"),
        [("x", "Ask a question"), ("a\x00b?", "character that no text does"), ("q" * 2001, "at most 2000")],
    )
    def test_bad_questions(self, cast: Cast, question: str, words: str) -> None:
        for path in ("", "stream"):
            response = cast.owner.post(f"/schemes/harbour-view/{path}", {"question": question})
            assert response.status_code == 422
            assert words in response.content.decode()

    def test_a_stream_ends_with_the_answer(self, cast: Cast) -> None:
        response = cast.owner.post("/schemes/harbour-view/stream", DOG)
        assert response.status_code == 200
        assert response["Content-Type"] == "text/event-stream"

    def test_the_disclaimer_stands_before_any_question(self, cast: Cast) -> None:
        assert DISCLAIMER in cast.member.get("/schemes/harbour-view/").content.decode()

    def test_without_bylaws_it_says_so_and_who_may_upload_sees_where(self, cast: Cast) -> None:
        with work_scope(cast.harbour.pk):
            Bylaw.objects.all().delete()
        owners, members = (one.get("/schemes/harbour-view/").content.decode() for one in (cast.owner, cast.member))
        assert "No bylaws yet" in owners
        assert 'type="file"' in owners
        assert 'type="file"' not in members
        answer = cast.member.post("/schemes/harbour-view/", DOG, follow=True).content.decode()
        assert "No bylaws are in force yet." in answer


def test_a_file_that_no_worker_reads_is_told_and_can_be_deleted(cast: Cast) -> None:
    bylaw = cast.bylaw(cast.harbour)
    with work_scope(cast.harbour.pk):
        queued = {"status": Bylaw.Status.PROCESSING, "stage": Bylaw.Stage.QUEUED, "created_at": timezone.now()}
        Bylaw.objects.filter(pk=bylaw.pk).update(**queued)
    waits = "waited longer than usual"
    assert waits not in cast.owner.get("/schemes/harbour-view/bylaws/status").content.decode()
    with work_scope(cast.harbour.pk):
        Bylaw.objects.filter(pk=bylaw.pk).update(created_at=timezone.now() - timedelta(minutes=5))
    owners, members = (
        one.get("/schemes/harbour-view/bylaws/status").content.decode() for one in (cast.owner, cast.member)
    )
    assert waits in owners
    assert ('value="delete"' in owners, 'value="delete"' in members) == (True, False)
    cast.owner.post(f"/schemes/harbour-view/bylaws/{bylaw.pk}/change", {"action": "delete"})
    assert waits not in cast.owner.get("/schemes/harbour-view/bylaws/status").content.decode()


class TestConversations:
    def test_they_are_the_askers_until_shared(self, cast: Cast) -> None:
        key = conversation(cast)
        path = f"/schemes/harbour-view/conversations/{key}"
        assert cast.owner.get(path).status_code == 200
        assert cast.member.get(path).status_code == 404
        cast.owner.post(f"{path}/change", {"action": "share"})
        assert cast.member.get(path).status_code == 200
        assert cast.stranger.get(path).status_code == 404
        assert cast.stranger.get(f"/schemes/meadow-court/conversations/{key}").status_code == 404

    @pytest.mark.parametrize("action", ["rename", "share", "delete"])
    def test_only_the_asker_changes_one(self, cast: Cast, action: str) -> None:
        path = f"/schemes/harbour-view/conversations/{conversation(cast)}"
        cast.owner.post(f"{path}/change", {"action": "share"})
        for client in (cast.member, cast.stranger):
            assert client.post(f"{path}/change", {"action": action, "title": "mine"}).status_code == 404
        assert cast.member.post(path, DOG).status_code == 404
        assert cast.owner.post(f"{path}/change", {"action": action, "title": "mine"}).status_code == 302

    def test_rating_is_the_askers(self, cast: Cast) -> None:
        conversation(cast)
        with work_scope(cast.harbour.pk):
            message = Message.objects.get()
        path = f"/schemes/harbour-view/messages/{message.pk}/rate"
        assert cast.member.post(path, {"rating": "up"}).status_code == 404
        assert cast.stranger.post(path, {"rating": "up"}).status_code == 404
        assert cast.owner.post(path, {"rating": "sideways"}).status_code == 422
        assert cast.owner.post(path, {"rating": "down", "reason": "too long"}).status_code == 302
        with work_scope(cast.harbour.pk):
            message.refresh_from_db()
        assert (message.rating, message.reason) == (-1, "too long")

    def test_an_answer_outlives_its_bylaws(self, cast: Cast) -> None:
        path = f"/schemes/harbour-view/conversations/{conversation(cast)}"
        upload_bylaw(cast.harbour, make_pdf([line.replace("one dog", "two dogs") for line in HARBOUR]))
        page = cast.owner.get(path).content.decode()
        assert "one dog or one cat" in page
        assert "From a version replaced on" in page
        with work_scope(cast.harbour.pk):
            Bylaw.objects.all().delete()
        page = cast.owner.get(path).content.decode()
        assert "one dog or one cat" in page
        assert "From a version that has been deleted." in page


class TestUploading:
    def test_several_files_each_with_its_fate(self, cast: Cast) -> None:
        contents = {
            "harbour.pdf": make_pdf(HARBOUR),
            "letter.pdf": b"Dear owner",
            "new.pdf": make_pdf([*HARBOUR, "More."]),
        }
        files = [SimpleUploadedFile(name, content) for name, content in contents.items()]
        page = cast.owner.post("/schemes/harbour-view/bylaws", {"file": files}, follow=True).content.decode()
        assert "new.pdf" in page
        assert "letter.pdf: This file is not a PDF." in page
        assert "harbour.pdf is the same file as harbour.pdf, which is in force already." in page

    def test_a_file_over_the_limit_is_not_even_read(self, settings: Any) -> None:
        class Unread(SimpleUploadedFile):
            def read(self, *_: Any) -> Any:
                raise AssertionError("read into memory")

        settings.BYLAW_LIMIT_BYTES = 500
        with pytest.raises(UploadError, match="are taken"):
            content_of(Unread("big.pdf", b"x" * 501))

    def test_too_large(self, cast: Cast, settings: Any) -> None:
        settings.BYLAW_LIMIT_BYTES = 500
        page = cast.owner.post(
            "/schemes/harbour-view/bylaws", {"file": SimpleUploadedFile("b.pdf", make_pdf(HARBOUR))}, follow=True
        )
        assert "at most 0 MB are taken" in page.content.decode()

    def test_none_chosen(self, cast: Cast) -> None:
        assert "Choose a PDF first." in cast.owner.post("/schemes/harbour-view/bylaws", follow=True).content.decode()

    def test_a_failure_is_told_and_the_old_bylaws_stay(self, cast: Cast) -> None:
        upload_bylaw(cast.harbour, pdf([[Text(72, 72, "scan")]]), "scan.pdf")
        page = cast.member.get("/schemes/harbour-view/").content.decode()
        assert "This PDF appears to be a scanned image" in page
        assert "What is in force stays as it is." in page
        assert cast.bylaw(cast.harbour).file_name == "harbour.pdf"


class TestReading:
    def test_search_within(self, cast: Cast) -> None:
        path = f"/schemes/harbour-view/bylaws/{cast.bylaw(cast.harbour).pk}/"
        assert "stands here 1 time" in cast.member.get(path, {"q": "21 days"}).content.decode()
        assert "does not stand in these bylaws" in cast.member.get(path, {"q": "<script>"}).content.decode()

    def test_contents_lead_to_sections(self, cast: Cast) -> None:
        page = cast.member.get(f"/schemes/harbour-view/bylaws/{cast.bylaw(cast.harbour).pk}/").content.decode()
        for target in re.findall(r'href="#(s-\d+)"', page):
            assert f'id="{target}"' in page

    @pytest.mark.parametrize("query", ["from=9&to=3", "from=x&to=y", "from=-1&to=5", "from=0&to=99999999999999"])
    def test_strange_passages_are_ignored(self, cast: Cast, query: str) -> None:
        for name in ("document", "page"):
            path = GETS[name](cast).split("?")[0]
            assert cast.member.get(f"/schemes/harbour-view/{path}?{query}").status_code == 200

    @pytest.mark.parametrize("number", [0, 2, 999999999999])
    def test_pages_that_are_not_there(self, cast: Cast, number: int) -> None:
        path = f"/schemes/harbour-view/bylaws/{cast.bylaw(cast.harbour).pk}/pages/{number}"
        assert cast.member.get(path).status_code == 404
        assert cast.member.get(f"/api/v1{path}.png").status_code == 404


class TestAccounts:
    def test_signing_up_and_in(self, db: None, client: Client) -> None:
        word = "a rather long password 47"
        body = {"email": "new@example.org", "password1": word, "password2": word}
        assert client.post("/accounts/signup/", body).status_code == 302
        assert "You do not belong to a scheme yet." in client.get("/schemes/").content.decode()
        client.logout()
        assert client.post("/accounts/login/", {"login": "new@example.org", "password": word})["Location"] == "/"

    def test_sign_ins_are_throttled(self, db: None, client: Client) -> None:
        create_person("zoe")
        pages = [
            client.post("/accounts/login/", {"login": "zoe@example.org", "password": f"guess {n}"}) for n in range(7)
        ]
        assert "Too many failed login attempts" in pages[-1].content.decode()

    def test_a_password_is_reset_by_mail(self, db: None, client: Client) -> None:
        create_person("zoe")
        client.post("/accounts/password/reset/", {"email": "zoe@example.org"})
        assert "/accounts/password/reset/key/" in mail.outbox[-1].body


class TestOperators:
    def test_the_desk(self, cast: Cast) -> None:
        operator = Client()
        operator.force_login(User.objects.create_superuser("op"), backend="django.contrib.auth.backends.ModelBackend")
        desk = f"/admin/guardian/scheme/{cast.harbour.pk}/desk/"
        page = operator.get(desk).content.decode()
        assert "harbour.pdf" in page
        assert "meadow.pdf" not in page
        assert "one dog" not in page
        other = cast.bylaw(cast.meadow)
        operator.post(desk, {"action": "delete", "key": str(other.pk)})
        assert cast.bylaw(cast.meadow) == other
        assert "/invitations/" in operator.post(desk, {"action": "invite", "role": "admin"}).content.decode()

    def test_what_can_be_done_there(self, cast: Cast) -> None:
        operator = Client()
        operator.force_login(User.objects.create_superuser("op"), backend="django.contrib.auth.backends.ModelBackend")
        desk = f"/admin/guardian/scheme/{cast.harbour.pk}/desk/"
        file = SimpleUploadedFile("scan.pdf", pdf([[Text(72, 72, "scan")]]))
        letter = SimpleUploadedFile("letter.pdf", b"Dear owner")
        page = operator.post(desk, {"action": "upload", "file": [file, letter]}, follow=True).content.decode()
        assert "scan.pdf" in page
        assert "etter.pdf: This file is not a PDF." in page
        with work_scope(cast.harbour.pk):
            scan = Bylaw.objects.get(file_name="scan.pdf")
            member = Membership.objects.get(user=cast.users["cat"])
        process(cast.harbour.pk, scan.pk)
        assert "scanned image" in operator.get(desk).content.decode()
        operator.post(desk, {"action": "retry", "key": str(scan.pk)})
        operator.post(desk, {"action": "role", "key": member.pk, "role": "committee"})
        with work_scope(cast.harbour.pk):
            scan.refresh_from_db()
            member.refresh_from_db()
        assert (scan.status, member.role) == ("processing", "committee")
        operator.post(desk, {"action": "remove", "key": member.pk})
        operator.post(desk, {"action": "invite", "role": "king"})
        operator.post(desk, {"action": "delete", "key": "no id"})
        assert cast.member.get("/schemes/harbour-view/").status_code == 404

    def test_schemes_are_made_changed_and_deleted(self, cast: Cast) -> None:
        operator = Client()
        operator.force_login(User.objects.create_superuser("op"), backend="django.contrib.auth.backends.ModelBackend")
        operator.post("/admin/guardian/scheme/add/", {"name": "New Place", "slug": "new-place"})
        assert "New Place" in operator.get("/admin/guardian/scheme/").content.decode()
        path = f"/admin/guardian/scheme/{cast.meadow.pk}"
        operator.post(f"{path}/change/", {"name": "Meadow Lane", "slug": "meadow-court"})
        assert "Meadow Lane" in cast.stranger.get("/schemes/meadow-court/").content.decode()
        operator.post(f"{path}/delete/", {"post": "yes"})
        assert cast.stranger.get("/schemes/meadow-court/").status_code == 404

    def test_staff_without_the_right_see_no_desk(self, cast: Cast) -> None:
        clerk = Client()
        clerk.force_login(
            User.objects.create_user("clerk", is_staff=True), backend="django.contrib.auth.backends.ModelBackend"
        )
        assert clerk.get(f"/admin/guardian/scheme/{cast.harbour.pk}/desk/").status_code == 404
        for client in (cast.owner, cast.nobody):
            assert client.get(f"/admin/guardian/scheme/{cast.harbour.pk}/desk/").status_code == 302


def test_conversations_of_another_member_are_not_listed(cast: Cast) -> None:
    conversation(cast)
    assert "Can I keep a dog?</a>" not in cast.member.get("/schemes/harbour-view/").content.decode()
    with work_scope(cast.harbour.pk):
        assert Conversation.objects.count() == 1
