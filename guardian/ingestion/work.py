"""The worker's part: takes a bylaw from `processing` to `ready`, or to a failure that the uploader understands.

Until everything is ready, only progress is written; then all results are written in one transaction. So a worker may be
killed at any point, and the next one starts over. Meanwhile the previous version stays in force.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.utils import timezone

from guardian.access import work_scope
from guardian.documents.document import Document
from guardian.documents.errors import SCANNED, DocumentError
from guardian.documents.reader import read_document
from guardian.documents.recognition import recognise_text
from guardian.ingestion.prompt_injection import sentences_to_machines
from guardian.ingestion.store import drafts_of, embed_drafts, write_document
from guardian.models import Bylaw, BylawFile, Scheme
from rag.clients.embedder import EmbedderError
from rag.sandbox import Limits

logger = logging.getLogger(__name__)

# A file whose work was interrupted this often is not tried again automatically. Most interruptions are not the file's
# fault, hence the high number.
_MOST_ATTEMPTS = 20
_TOLD_EVERY = 0.5
_GIVEN_UP = "Reading this PDF failed several times. Please export it again as PDF, and upload that one."
_UNFORESEEN = (
    "This PDF could not be read, for a reason that we did not foresee. Please print it to a new PDF, and upload that "
    "one."
)
_AWAY = "The search model is not available just now. Nothing is lost; please try again later."


def unfinished_bylaws(scheme_id: int) -> list[UUID]:
    """The bylaws of a scheme that wait for a worker, oldest first. If there are none, marks the scheme as done."""
    with work_scope(scheme_id) as scheme:
        if scheme is None:
            return []
        waiting = list(
            Bylaw.objects.filter(status=Bylaw.Status.PROCESSING).order_by("created_at").values_list("pk", flat=True)
        )
        if not waiting:
            Scheme.objects.filter(pk=scheme_id, work_since=scheme.work_since).update(work_since=None)
        return waiting


def process(scheme_id: int, bylaw_id: UUID) -> None:
    """Do all the work on a bylaw, unless another worker is on it or it is done."""
    with _claim(bylaw_id) as alone:
        content = _begin(scheme_id, bylaw_id) if alone else None
        if content is None:
            return
        try:
            _finish(scheme_id, bylaw_id, content)
        except DocumentError as error:
            _fail(scheme_id, bylaw_id, str(error))
        except EmbedderError as error:
            logger.warning("A bylaw could not be embedded: %s", error)
            _fail(scheme_id, bylaw_id, _AWAY)
        except Exception:
            # An unforeseen error must not hold up other bylaws.
            logger.exception("A bylaw could not be worked on")
            _fail(scheme_id, bylaw_id, _UNFORESEEN)


@contextmanager
def _claim(bylaw_id: UUID) -> Iterator[bool]:
    """Whether this worker is the only one on a bylaw. The advisory lock ends with the connection, hence also with a
    killed worker."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", [str(bylaw_id)])
        (alone,) = cursor.fetchone()
    try:
        yield alone
    finally:
        if alone:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", [str(bylaw_id)])


def _begin(scheme_id: int, bylaw_id: UUID) -> bytes | None:
    """The file of a waiting bylaw, which is marked as begun; None if there is nothing to do."""
    with work_scope(scheme_id):
        bylaw = Bylaw.objects.filter(pk=bylaw_id, status=Bylaw.Status.PROCESSING).first()
        if bylaw is None:
            return None
        if bylaw.attempts >= _MOST_ATTEMPTS:
            _mark_failed(bylaw, _GIVEN_UP)
            return None
        bylaw.attempts += 1
        bylaw.stage = Bylaw.Stage.READING
        bylaw.save(update_fields=["attempts", "stage"])
        return bytes(BylawFile.objects.get(pk=bylaw_id).content)


def _finish(scheme_id: int, bylaw_id: UUID, content: bytes) -> None:
    tell = _Teller(scheme_id, bylaw_id)
    document, recognised_content = _read_file(content, tell)
    tell.embedding(len(document.pages))
    drafts = drafts_of(document)
    if not drafts:
        raise DocumentError(SCANNED)
    model, vectors = embed_drafts(drafts)
    to_machines = sentences_to_machines(document, settings.DATA_FOLDER / "models")
    with work_scope(scheme_id):
        bylaw = Bylaw.objects.select_for_update().filter(pk=bylaw_id, status=Bylaw.Status.PROCESSING).first()
        if bylaw is not None:
            write_document(bylaw, document, drafts, vectors, model, to_machines)
            BylawFile.objects.filter(pk=bylaw_id).update(recognised=recognised_content)


def _read_file(content: bytes, tell: "_Teller") -> tuple[Document, bytes | None]:
    """The document and, for a scan, the file with recognised text, to which the document's places refer."""
    limits = Limits(settings.BYLAW_MEMORY_MB, settings.BYLAW_SECONDS)
    try:
        return read_document(content, settings.BYLAW_MOST_PAGES, limits, tell.reading), None
    except DocumentError as error:
        if str(error) != SCANNED or not settings.OCR_ENABLED:
            raise
    with_text = recognise_text(content, settings.BYLAW_SECONDS)
    return read_document(with_text, settings.BYLAW_MOST_PAGES, limits, tell.reading), with_text


def _fail(scheme_id: int, bylaw_id: UUID, message: str) -> None:
    with work_scope(scheme_id):
        if bylaw := Bylaw.objects.filter(pk=bylaw_id, status=Bylaw.Status.PROCESSING).first():
            _mark_failed(bylaw, message)


def _mark_failed(bylaw: Bylaw, message: str) -> None:
    bylaw.status, bylaw.error_message, bylaw.processed_at = Bylaw.Status.FAILED, message, timezone.now()
    bylaw.save(update_fields=["status", "error_message", "processed_at"])


class _Teller:
    """Records how far a bylaw has got, at most every `_TOLD_EVERY` seconds while reading."""

    def __init__(self, scheme_id: int, bylaw_id: UUID) -> None:
        self._scheme_id, self._bylaw_id = scheme_id, bylaw_id
        self._told = time.monotonic()

    def reading(self, pages_read: int, pages: int) -> None:
        if time.monotonic() - self._told > _TOLD_EVERY:
            self._told = time.monotonic()
            self._write(pages_read=pages_read, page_count=pages)

    def embedding(self, pages: int) -> None:
        self._write(pages_read=pages, page_count=pages, stage=Bylaw.Stage.EMBEDDING)

    def _write(self, **values: object) -> None:
        with work_scope(self._scheme_id):
            Bylaw.objects.filter(pk=self._bylaw_id, status=Bylaw.Status.PROCESSING).update(**values)
