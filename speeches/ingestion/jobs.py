"""Files that wait in the database to be ingested. Whoever is killed over one leaves it for the next."""

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
    """A file as work to do; of a `request` that was made before, the job that it was then. Raises OtherContentError."""
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
    """A request is made again with another file, or with other parameters."""


def run_job(job: IngestJob) -> None:
    """Store a job's file, unless somebody else is at it or it is done. Embedding is left to `embed_jobs`."""
    IngestJob.objects.filter(pk=job.pk, status=IngestJob.Status.QUEUED).update(status=IngestJob.Status.PARSING)
    try:
        _store(job)
    except OperationalError:
        # The database is away or busy: the job waits for the next who looks.
        logger.warning("%s waits for the database", job.file_name)
    except Exception:
        # Whatever it is that we did not foresee, it must not keep the files behind this one waiting.
        logger.exception("%s could not be ingested", job.file_name)
        reason = "An error that we did not foresee; the log has its details. Nothing of the file went in."
        errors = [{"file": job.file_name, "line": None, "reason": reason}]
        IngestJob.objects.filter(pk=job.pk).update(
            status=IngestJob.Status.FAILED, summary={"errors": errors}, finished_at=timezone.now()
        )


def _store(job: IngestJob) -> None:
    # Most processes only leave a file for the worker: they load no parsers.
    from speeches.ingestion.ingest import ingest_content

    with transaction.atomic():
        with connection.cursor() as cursor:
            # A file may take its time, and may wait for another one to be stored.
            cursor.execute("SET LOCAL statement_timeout = 0")
        # The lock goes with the connection, so a killed worker's job is free again at once.
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
    """Forget the files that failed before a time; what was wrong with them stays. Returns how many."""
    failed = IngestJob.objects.filter(status=IngestJob.Status.FAILED, content__isnull=False, finished_at__lt=before)
    return failed.update(content=None)


def unfinished() -> list[IngestJob]:
    """Jobs that nobody has finished, oldest first."""
    return list(IngestJob.objects.filter(status__in=_WAITING).order_by("created_at").defer("content"))


def progress(job: IngestJob) -> dict[str, object]:
    """What became of a job so far, in the words of the contract."""
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
