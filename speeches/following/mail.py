"""Mails to followers about new passages, and the mail that asks to confirm an address."""

import datetime
import logging
import smtplib
from collections.abc import Sequence
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from rag.text.spans import Span
from speeches.models import Follow, Notice
from speeches.reading.citing import references

logger = logging.getLogger(__name__)

# The most quotations in one mail; it gives the number of the rest.
_QUOTED = 20
_PAUSES = {
    Follow.Often.AT_ONCE: datetime.timedelta(0),
    Follow.Often.DAILY: datetime.timedelta(days=1),
    Follow.Often.WEEKLY: datetime.timedelta(days=7),
}
_SALT = "speeches.follow"


def key_of(follow: Follow) -> str:
    """A signed key for a follow's links in mails, which shows that the visitor received one."""
    return signing.Signer(salt=_SALT).sign(str(follow.pk))


def follow_with(key: str) -> Follow | None:
    """The follow that a key belongs to; None if the key is forged or the follow has ended."""
    try:
        return Follow.objects.filter(pk=signing.Signer(salt=_SALT).unsign(key)).first()
    except signing.BadSignature:
        return None


def ask_to_confirm(follow: Follow) -> None:
    """Ask an address to confirm the follow. Until it does, it gets no other mail."""
    _send(follow, "confirm", {}, number="confirm")


def send_due(now: datetime.datetime | None = None) -> int:
    """Send a mail for every follow that has news and is due. Returns the number sent.

    Each mail is sent and recorded in one transaction that locks the follow. If a worker is killed in between, the mail
    goes out again with the same Message-ID, by which mail programs show it once. A refused address is tried again next
    time; if the mail server is away, all of them are.
    """
    sent = 0
    for key in _due(now or timezone.now()).values_list("pk", flat=True):
        try:
            sent += _send_one(key)
        except smtplib.SMTPRecipientsRefused as error:
            logger.warning("A mail about %s was refused: %s", key, error)
        except (smtplib.SMTPException, OSError) as error:
            logger.warning("The mail server is away: %s", error)
            break
    return sent


@transaction.atomic
def _send_one(key: UUID) -> bool:
    """Send the mail for a follow, unless another worker holds its lock."""
    follow = Follow.objects.confirmed().select_for_update(skip_locked=True).filter(pk=key).first()
    return follow is not None and _send_news(follow)


def _due(now: datetime.datetime) -> QuerySet[Follow]:
    waiting = Notice.objects.filter(follow=OuterRef("pk"), mailed_at=None)
    time_has_come = Q(mailed_at=None)
    for often, pause in _PAUSES.items():
        time_has_come |= Q(often=often, mailed_at__lte=now - pause)
    return Follow.objects.confirmed().filter(time_has_come, Exists(waiting)).order_by("created_at")


def _send_news(follow: Follow) -> bool:
    related = (
        "speech__sitting__chamber",
        "speech__chamber",
        "speech__parliament",
        "speech__party",
        "speech__politician",
    )
    notices = list(follow.notices.filter(mailed_at=None).select_related(*related).order_by("-speech__date", "pk"))
    if not notices:
        return False
    quoted = notices[:_QUOTED]
    number = str(min(one.pk for one in notices))
    _send(follow, "news", {"count": len(notices), "passages": _passages(quoted), "more": len(notices) - len(quoted)},
          number=number)  # fmt: skip
    now = timezone.now()
    Notice.objects.filter(pk__in=[one.pk for one in notices]).update(mailed_at=now)
    Follow.objects.filter(pk=follow.pk).update(mailed_at=now)
    return True


def _passages(notices: Sequence[Notice]) -> list[dict[str, str]]:
    """Each passage with its citation, its title and its address on this site."""
    site = settings.SITE_URL.rstrip("/")
    return [
        {
            "quotation": references(one.speech, Span(one.start, one.end), site)[0].text,
            "title": one.speech.title,
            "url": f"{site}{one.speech.get_absolute_url()}?from={one.start}&to={one.end}#passage",
        }
        for one in notices
    ]


def _send(follow: Follow, what: str, context: dict[str, object], *, number: str) -> None:
    site = settings.SITE_URL.rstrip("/")
    address = f"{site}{reverse('follow', args=[key_of(follow)])}"
    with override(follow.language):
        values = context | {"follow": follow, "address": address, "site": site}
        subject = " ".join(render_to_string(f"speeches/mail/{what}_subject.txt", values).split())
        text = render_to_string(f"speeches/mail/{what}.txt", values)
    host = site.partition("://")[2].partition(":")[0]
    end = f"{site}{reverse('follow-end', args=[key_of(follow)])}"
    headers = {
        "Message-ID": f"<{follow.pk}.{number}@{host}>",
        "List-Unsubscribe": f"<{end}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    EmailMessage(subject, text, to=[follow.address], headers=headers).send()
