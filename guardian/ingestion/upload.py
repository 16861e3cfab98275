"""Takes in a file: refuses bad ones at once, and queues the rest for the worker."""

import hashlib

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone

from guardian.documents import errors
from guardian.documents.reader import looks_like_pdf
from guardian.models import Bylaw, BylawFile, Scheme

# One scheme's uploads must not keep the worker from everybody else's.
_MOST_WAITING = 10


class UploadError(ValueError):
    """A file that is refused; the message says why and what to do."""


def take(scheme: Scheme, content: bytes, file_name: str, user: User | None = None) -> tuple[Bylaw, bool]:
    """Store a file as a bylaw in `processing`. Returns it and whether it is new; if the same file is in force or
    already waiting, returns that bylaw.

    Inside the scheme's scope. Raises UploadError. The bylaw stays `unfinished` until a worker has processed it.
    """
    check(content)
    # Lock the scheme, so that two uploads of the same file at once are recognised as the same.
    Scheme.objects.select_for_update().get(pk=scheme.pk)
    digest = hashlib.sha256(content).hexdigest()
    waiting = list(Bylaw.objects.filter(status=Bylaw.Status.PROCESSING).defer("text", "outline"))
    known = next((one for one in waiting if one.digest == digest), None)
    if known is None and not waiting:
        known = Bylaw.objects.filter(digest=digest, active=True).first()
    if known is not None:
        return known, False
    if len(waiting) >= _MOST_WAITING:
        raise UploadError(f"{len(waiting)} files of this scheme are still being read. Wait until they are ready.")
    bylaw = Bylaw.objects.create(
        scheme=scheme, file_name=_plain(file_name), digest=digest, size=len(content), uploaded_by=user
    )
    BylawFile.objects.create(scheme=scheme, bylaw=bylaw, content=content)
    Scheme.objects.filter(pk=scheme.pk).update(work_since=timezone.now())
    return bylaw, True


def content_of(file: UploadedFile[bytes]) -> bytes:
    """The content of an uploaded file. A file over the limit is not read into memory. Raises UploadError."""
    _check_size(file.size or 0)
    content: bytes = file.read()
    return content


def check(content: bytes) -> None:
    """Raises UploadError for a file that is too large or not a PDF."""
    _check_size(len(content))
    if not looks_like_pdf(content):
        raise UploadError(errors.NOT_A_PDF)


def _check_size(size: int) -> None:
    if size > settings.BYLAW_LIMIT_BYTES:
        megabytes, most = (round(one / 1024 / 1024, 1) for one in (size, settings.BYLAW_LIMIT_BYTES))
        raise UploadError(errors.TOO_LARGE.format(megabytes=megabytes, most=f"{most:g}"))


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
    """Delete a bylaw with its file, its pages and its chunks. Inside its scheme's scope."""
    with transaction.atomic():
        # Lock the row first, as the worker does when it puts another bylaw in force.
        Bylaw.objects.select_for_update().filter(pk=bylaw.pk).first()
        bylaw.delete()


def _plain(file_name: str) -> str:
    """A file's name without folders or characters that cannot be stored."""
    name = file_name.replace("\\", "/").rsplit("/", 1)[-1]
    printable = "".join(letter for letter in name if letter.isprintable() and not "\ud800" <= letter <= "\udfff")
    return printable.strip()[-255:] or "bylaws.pdf"
