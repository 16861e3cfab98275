"""Mails about what came in for those who follow it, and the one that asks whether an address is right."""

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

# Quotations of one mail; of more it says how many there are.
_QUOTED = 20
_PAUSES = {
    Follow.Often.AT_ONCE: datetime.timedelta(0),
    Follow.Often.DAILY: datetime.timedelta(days=1),
    Follow.Often.WEEKLY: datetime.timedelta(days=7),
}
_SALT = "speeches.follow"


def key_of(follow: Follow) -> str:
    """What in an address shows that its reader got a mail about this."""
    return signing.Signer(salt=_SALT).sign(str(follow.pk))


def follow_with(key: str) -> Follow | None:
    """What a key is of; None for a made-up one, and where it was ended."""
    try:
        return Follow.objects.filter(pk=signing.Signer(salt=_SALT).unsign(key)).first()
    except signing.BadSignature:
        return None


def ask_to_confirm(follow: Follow) -> None:
    """Ask an address whether it wants this. Until it says so, nothing else goes there."""
    _send(follow, "confirm", {}, number="confirm")


def send_due(now: datetime.datetime | None = None) -> int:
    """Send a mail for everything followed that has news and whose time has come. Returns how many were sent.

    Each is sent and noted as sent in one transaction that nobody else takes up. Where a worker is killed between the
    two, the mail goes out again under the same Message-ID, by which mail programs show it once. An address that is
    refused is tried again the next time; where the mail server is away, all are.
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
    """Send the mail of one that nobody else sends just now."""
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
    """Each passage as it is quoted: its words, who said them where, and the address on this site."""
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
