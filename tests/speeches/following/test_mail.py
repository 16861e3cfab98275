"""Mails: what they say, when they go out, and that none goes out twice."""

import datetime
import smtplib
import socketserver
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from threading import Thread
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from rag.text.spans import Span
from speeches.following.mail import ask_to_confirm, follow_with, key_of, send_due
from speeches.models import Follow, Notice, Speech

pytestmark = pytest.mark.usefixtures("record")

NOW = datetime.datetime(2026, 3, 4, 12, tzinfo=datetime.UTC)


@pytest.fixture
def followed() -> Follow:
    one = Follow.objects.create(address="reader@example.org", query="childcare", confirmed_at=NOW)
    add_notice(one, 0)
    return one


def add_notice(one: Follow, place: int) -> Notice:
    speech = Speech.objects.filter(title__icontains="child").order_by("-title", "pk")[place]
    return Notice.objects.create(follow=one, speech=speech, start=0, end=60)


def test_it_quotes_word_for_word_and_leads_to_the_passage(followed: Follow) -> None:
    assert send_due(NOW) == 1
    (sent,) = mail.outbox
    speech = followed.notices.get().speech
    assert " ".join(Span(0, 60).of(speech.text).split()) in sent.body
    assert f"{speech.get_absolute_url()}?from=0&to=60#passage" in sent.body
    assert sent.to == ["reader@example.org"]
    assert "childcare" in sent.subject
    assert f"/follow/{key_of(followed)}/end" in sent.extra_headers["List-Unsubscribe"]
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_none_is_sent_twice(followed: Follow) -> None:
    assert [send_due(NOW), send_due(NOW)] == [1, 0]
    assert len(mail.outbox) == 1


def test_a_mail_that_was_not_delivered_goes_out_again_as_the_same(
    followed: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.core.mail import EmailMessage

    first: list[Any] = []

    def fail(message: EmailMessage) -> int:
        first.append(message.extra_headers["Message-ID"])
        raise smtplib.SMTPServerDisconnected("gone")

    with monkeypatch.context() as broken:
        broken.setattr(EmailMessage, "send", fail)
        assert send_due(NOW) == 0
    assert followed.notices.filter(mailed_at=None).count() == 1
    assert send_due(NOW) == 1
    assert mail.outbox[0].extra_headers["Message-ID"] == first[0]


def test_one_address_that_is_refused_keeps_nobody_else_waiting(
    followed: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.core.mail import EmailMessage

    other = Follow.objects.create(address="other@example.org", query="childcare", confirmed_at=NOW)
    add_notice(other, 0)
    send = EmailMessage.send

    def refuse(message: EmailMessage) -> int:
        if message.to == [followed.address]:
            raise smtplib.SMTPRecipientsRefused({followed.address: (550, b"no")})
        return send(message)

    monkeypatch.setattr(EmailMessage, "send", refuse)
    assert send_due(NOW) == 1
    assert mail.outbox[0].to == ["other@example.org"]
    assert followed.notices.filter(mailed_at=None).exists()


@pytest.mark.parametrize(
    ("often", "hours", "sent"),
    [("at once", 0, 1), ("daily", 23, 0), ("daily", 24, 1), ("weekly", 6 * 24, 0), ("weekly", 7 * 24, 1)],
)
def test_they_come_as_often_as_was_asked_for(followed: Follow, often: str, hours: int, sent: int) -> None:
    Follow.objects.filter(pk=followed.pk).update(often=often)
    send_due(NOW)
    Follow.objects.filter(pk=followed.pk).update(mailed_at=NOW)
    add_notice(followed, 1)
    assert send_due(NOW + datetime.timedelta(hours=hours)) == sent


def test_an_address_that_was_not_confirmed_gets_the_question_and_nothing_else(followed: Follow) -> None:
    Follow.objects.filter(pk=followed.pk).update(confirmed_at=None)
    assert send_due(NOW) == 0
    ask_to_confirm(followed)
    (sent,) = mail.outbox
    assert f"/follow/{key_of(followed)}" in sent.body
    assert "do nothing" in sent.body


def test_it_speaks_the_language_in_which_it_was_asked_for(followed: Follow) -> None:
    Follow.objects.filter(pk=followed.pk).update(language="fr")
    send_due(NOW)
    assert "Vous suivez" in mail.outbox[0].body


def test_a_made_up_key_opens_nothing(followed: Follow) -> None:
    assert follow_with(key_of(followed)) == followed
    for wrong in (str(followed.pk), f"{followed.pk}:x", "", "x" * 500):
        assert follow_with(wrong) is None


class Post(socketserver.StreamRequestHandler):
    """Takes mail over SMTP and keeps it in `letters`."""

    letters: list[bytes] = []

    def handle(self) -> None:
        self._say("220 post")
        while line := self.rfile.readline().strip():
            if line.upper() == b"DATA":
                self._say("354 go on")
                letter = b"".join(iter(self.rfile.readline, b".\r\n"))
                self.letters.append(letter)
            elif line.upper() == b"QUIT":
                self._say("221 bye")
                return
            self._say("250 well")

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


@pytest.fixture
def post(settings: Any) -> Iterator[list[bytes]]:
    """The mails that an SMTP server on this machine has taken."""
    Post.letters = []
    with socketserver.TCPServer(("127.0.0.1", 0), Post) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address[:2]
        settings.EMAIL_USE_TLS = False
        yield Post.letters
        server.shutdown()


def test_it_arrives(followed: Follow, post: list[bytes]) -> None:
    assert send_due(timezone.now()) == 1
    (letter,) = [message_from_bytes(one) for one in post]
    assert isinstance(letter, Message)
    assert letter["To"] == "reader@example.org"
    assert letter["Message-ID"].startswith(f"<{followed.pk}.")
