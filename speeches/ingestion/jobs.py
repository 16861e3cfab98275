"""Files that wait in the database to be ingested. If a worker is killed over one, the next worker takes it."""

import datetime
import hashlib
import logging

from django.contrib.auth.models import User
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from speeches.ingestion.embedding import any_pending, pending_speech_count
from speeches.models import IngestJob

logger = logging.getLogger(__name__)

_WAITING = (IngestJob.Status.QUEUED, IngestJob.Status.PARSING)


def create_job(
    content: bytes,
    name: str,
    *,
    format_: str = "",
    update: bool = False,
    parliament: str = "",
    user: User | None = None,
    request: str = "",
) -> IngestJob:
    """Stores a file as work to do. If the same `request` was made before, returns its job. Raises OtherContentError."""
    asked = repr((format_, update, parliament)).encode()
    digest = hashlib.sha256(asked + content).hexdigest()
    values = {"file_name": name[:300], "content": content, "digest": digest, "format": format_, "update": update}
    values |= {"parliament": parliament, "created_by": user}
    if not request:
        return IngestJob.objects.create(**values)
    job, _ = IngestJob.objects.get_or_create(request=request, defaults=values)
    if job.digest != digest:
        raise OtherContentError
    retry(job)
    return job


class OtherContentError(Exception):
    """The same request was made before with another file or other parameters."""


def run_job(job: IngestJob) -> None:
    """Stores a job's file, unless it is done or another worker has it. Embedding is left to `embed_jobs`."""
    IngestJob.objects.filter(pk=job.pk, status=IngestJob.Status.QUEUED).update(status=IngestJob.Status.PARSING)
    try:
        _store(job)
    except OperationalError:
        # The database is away or busy: the job waits for the next worker.
        logger.warning("%s waits for the database", job.file_name)
    except Exception:
        # No unforeseen error may keep the files behind this one waiting.
        logger.exception("%s could not be ingested", job.file_name)
        reason = "An error that we did not foresee; the log has its details. Nothing of the file went in."
        errors = [{"file": job.file_name, "line": None, "reason": reason}]
        IngestJob.objects.filter(pk=job.pk).update(
            status=IngestJob.Status.FAILED, summary={"errors": errors}, finished_at=timezone.now()
        )


def _store(job: IngestJob) -> None:
    # Most processes only queue a file for the worker, and need no parsers.
    from speeches.ingestion.ingest import ingest_content

    with transaction.atomic():
        with connection.cursor() as cursor:
            # A file may take long to store, and may wait for another file.
            cursor.execute("SET LOCAL statement_timeout = 0")
        # The lock ends with the connection, so a killed worker's job is free again at once.
        mine = IngestJob.objects.select_for_update(skip_locked=True).filter(pk=job.pk, status__in=_WAITING).first()
        if mine is None or mine.content is None:
            return
        summary = ingest_content(
            bytes(mine.content),
            mine.file_name,
            format_=mine.format or None,
            update=mine.update,
            parliament=mine.parliament,
        )
        mine.summary = summary.as_dict()
        useful = summary.speeches_processed or summary.records_stored or summary.duplicates_skipped
        mine.status = IngestJob.Status.EMBEDDING if useful else IngestJob.Status.FAILED
        if useful:
            mine.content = None
        else:
            mine.finished_at = timezone.now()
        mine.save()


def embed_jobs() -> int:
    """Embed all that is pending, and close the jobs that waited for it. Returns the number of vectors stored."""
    from speeches.ingestion.ingest import embed_all

    stored = embed_all()
    close_jobs()
    return stored


def close_jobs() -> None:
    """Close the jobs that wait for vectors, if none is missing any more."""
    if any_pending():
        return
    for job in IngestJob.objects.filter(status=IngestJob.Status.EMBEDDING):
        job.summary["vectors_stored"] = job.summary.get("chunks_created", 0)
        job.status = IngestJob.Status.DONE
        job.finished_at = timezone.now()
        job.save()


def retry(job: IngestJob) -> bool:
    """Put a failed job back into the queue, if its file is still there."""
    return bool(
        IngestJob.objects.filter(pk=job.pk, status=IngestJob.Status.FAILED, content__isnull=False).update(
            status=IngestJob.Status.QUEUED, finished_at=None, summary={}
        )
    )


def forget_failed(before: datetime.datetime) -> int:
    """Delete the contents of files that failed before a time, but keep their errors. Returns how many."""
    failed = IngestJob.objects.filter(status=IngestJob.Status.FAILED, content__isnull=False, finished_at__lt=before)
    return failed.update(content=None)


def unfinished_jobs() -> list[IngestJob]:
    """Jobs that are not stored yet, oldest first."""
    return list(IngestJob.objects.filter(status__in=_WAITING).order_by("created_at").defer("content"))


def progress(job: IngestJob) -> dict[str, object]:
    """The state of a job, with the keys that the API promises."""
    summary = {
        "speeches_processed": 0,
        "chunks_created": 0,
        "vectors_stored": 0,
        "duplicates_skipped": 0,
        "errors": [],
        "processing_time_seconds": 0.0,
        **job.summary,
    }
    if job.status == IngestJob.Status.EMBEDDING:
        waiting = pending_speech_count()
        summary["vectors_stored"] = max(0, summary["chunks_created"] - waiting)
    return {"id": str(job.pk), "file_name": job.file_name, "status": job.status, **summary}
