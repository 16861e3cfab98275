"""Takes in a file: refuses bad ones at once, and queues the rest for the worker."""

import datetime
import hashlib
import math

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext

from guardian.documents import errors
from guardian.documents.reader import looks_like_pdf
from guardian.models import LONGEST_TITLE, MAIN_TITLE, Bylaw, BylawFile, Chunk, Scheme
from rag.language.tokens import without_accents
from rag.text.plain import plain

# One scheme's uploads must not keep the worker from everybody else's.
_MOST_WAITING = 10
# No bylaws are older, or are made further ahead.
_FIRST_YEAR, _YEARS_AHEAD = 1850, 10
_MEGABYTE = 1024 * 1024


class UploadError(ValueError):
    """A file that is refused; the message says why and what to do, in the page's language."""


def take(
    scheme: Scheme,
    content: bytes,
    file_name: str,
    user: User | None = None,
    *,
    title: str = "",
    suggested: str = "",
    effective_from: str = "",
) -> tuple[Bylaw, bool]:
    """Store a file as a version of the document called `title`, in `processing`. Returns it and whether it is new; if
    the same file is already in force or waiting, returns that version.

    Without a title it is the document that the same file is already, else the one `suggested`, else a version of the
    scheme's one document. `effective_from` is an ISO date; "" means today.
    Inside the scheme's scope. Raises UploadError. A worker takes the version from there.
    """
    check(content)
    day = date_of(effective_from)
    # Lock the scheme, so that two uploads of the same file at once are recognised as the same.
    Scheme.objects.select_for_update().get(pk=scheme.pk)
    digest = hashlib.sha256(content).hexdigest()
    if not title and suggested:
        same = Bylaw.objects.in_force().filter(digest=digest).first()
        title = same.title if same else suggested
    title = _title_of(title)
    waiting = list(Bylaw.objects.filter(status=Bylaw.Status.PROCESSING).defer("text", "outline"))
    known = next((one for one in waiting if (one.digest, one.title, one.effective_from) == (digest, title, day)), None)
    if known is None and all(one.title != title for one in waiting):
        known = _in_force_until(day, title, digest)
    if known is not None:
        return known, False
    if len(waiting) >= _MOST_WAITING:
        text = gettext("{count} files of this scheme are still being read. Wait until they are ready.")
        raise UploadError(text.format(count=len(waiting)))
    _check_space(len(content))
    bylaw = Bylaw.objects.create(
        scheme=scheme, title=title, effective_from=day, file_name=_plain(file_name), digest=digest, size=len(content),
        uploaded_by=user,
    )  # fmt: skip
    BylawFile.objects.create(scheme=scheme, bylaw=bylaw, content=content)
    Scheme.objects.filter(pk=scheme.pk).update(work_since=timezone.now())
    return bylaw, True


def _in_force_until(day: datetime.date, title: str, digest: str) -> Bylaw | None:
    """The version in force of a document, if it is of this file and none comes after it up to a day."""
    later = Bylaw.objects.filter(title=title, effective_from__gt=timezone.localdate(), effective_from__lte=day)
    known = Bylaw.objects.in_force().filter(title=title, digest=digest, effective_from__lte=day).first()
    return None if later.exists() else known


def _title_of(asked: str) -> str:
    """The title of the document that a file is a version of: a known one if it has the same letters. Raises UploadError
    for one that is too long, or for none if the scheme has several documents."""
    titles, wanted = Bylaw.objects.titles(), plain(asked)
    if len(wanted) > LONGEST_TITLE:
        text = gettext("The name of the document has {count} characters; {most} are the most.")
        raise UploadError(text.format(count=len(wanted), most=LONGEST_TITLE))
    if not wanted and len(titles) > 1:
        text = gettext("Say which document this is: {titles}, or another one.")
        raise UploadError(text.format(titles=", ".join(titles)))
    if not wanted:
        return titles[0] if titles else gettext(MAIN_TITLE)
    return next((one for one in titles if _letters(one) == _letters(wanted)), wanted)


def _letters(title: str) -> str:
    """A title by its letters and digits alone: "Registered by-laws" is "registered bylaws"."""
    return "".join(letter for letter in without_accents(title).casefold() if letter.isalnum()) or title


def date_of(asked: str) -> datetime.date:
    """The day from which a version is in force: an ISO date, or today for "". Raises UploadError."""
    if not asked:
        return timezone.localdate()
    try:
        day = datetime.date.fromisoformat(asked)
    except ValueError as error:
        text = gettext("“{day}” is no date. Write it as 2026-07-01.")
        raise UploadError(text.format(day=asked[:40])) from error
    if not _FIRST_YEAR <= day.year <= timezone.localdate().year + _YEARS_AHEAD:
        text = gettext("{day} is too far away for bylaws. Give the day from which these are in force.")
        raise UploadError(text.format(day=asked))
    return day


def put_in_force(bylaw: Bylaw, day: datetime.date) -> None:
    """Let a version be in force from a day on. Inside its scheme's scope. The last version dated for a day counts."""
    bylaw.effective_from, bylaw.dated_at = day, timezone.now()
    bylaw.save(update_fields=["effective_from", "dated_at"])


def content_of(file: UploadedFile[bytes]) -> bytes:
    """The content of an uploaded file. A file over the limit is not read into memory. Raises UploadError."""
    _check_size(file.size or 0)
    content: bytes = file.read()
    return content


def _check_space(size: int) -> None:
    """Raises UploadError if a scheme's files, with one more of so many bytes, would take more space than it has. Inside
    the scheme's scope."""
    held, most = Bylaw.objects.aggregate(bytes=Sum("size"))["bytes"] or 0, settings.SCHEME_LIMIT_BYTES
    if held + size > most:
        text = gettext(
            "The scheme's files would take {size} MB; it has {most}. Delete versions that nobody needs any more."
        )
        raise UploadError(text.format(size=math.ceil((held + size) / _MEGABYTE), most=most // _MEGABYTE))


def check(content: bytes) -> None:
    """Raises UploadError for a file that is too large or not a PDF."""
    _check_size(len(content))
    if not looks_like_pdf(content):
        raise UploadError(gettext(errors.NOT_A_PDF))


def _check_size(size: int) -> None:
    if size > settings.BYLAW_LIMIT_BYTES:
        megabytes, most = (round(one / 1024 / 1024, 1) for one in (size, settings.BYLAW_LIMIT_BYTES))
        raise UploadError(gettext(errors.TOO_LARGE).format(megabytes=megabytes, most=f"{most:g}"))


def retry(bylaw: Bylaw) -> bool:
    """Queue a failed bylaw again; returns whether it had failed. Inside its scheme's scope."""
    found = Bylaw.objects.filter(pk=bylaw.pk, status=Bylaw.Status.FAILED).update(
        status=Bylaw.Status.PROCESSING, stage=Bylaw.Stage.QUEUED, attempts=0, pages_read=0, error_message="",
        processed_at=None,
    )  # fmt: skip
    if found:
        Scheme.objects.filter(pk=bylaw.scheme_id).update(work_since=timezone.now())
    return bool(found)


def delete(bylaw: Bylaw) -> None:
    """Delete a version with its file, its pages and its chunks. Inside its scheme's scope. If it was in force, the one
    before it is again."""
    with transaction.atomic():
        # Lock the row first, because a worker may be writing it.
        Bylaw.objects.select_for_update().filter(pk=bylaw.pk).first()
        bylaw.delete()
        read_what_is_in_force(bylaw.scheme_id)


def read_what_is_in_force(scheme_id: int) -> None:
    """Queue the versions in force that have no chunks: those replaced before versions kept theirs. Inside the scheme's
    scope."""
    lacking = [one.pk for one in Bylaw.objects.in_force() if not Chunk.objects.filter(bylaw=one).exists()]
    if lacking:
        Bylaw.objects.filter(pk__in=lacking).update(
            status=Bylaw.Status.PROCESSING, stage=Bylaw.Stage.QUEUED, attempts=0, processed_at=None
        )
        Scheme.objects.filter(pk=scheme_id).update(work_since=timezone.now())


def _plain(file_name: str) -> str:
    """A file's name without folders or characters that cannot be stored."""
    name = file_name.replace("\\", "/").rsplit("/", 1)[-1]
    printable = "".join(letter for letter in name if letter.isprintable() and not "\ud800" <= letter <= "\udfff")
    return printable.strip()[-255:] or "bylaws.pdf"
