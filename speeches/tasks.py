"""Celery tasks. Each takes an id, ends quietly if the row is gone, and is safe to run twice."""

import datetime
import logging

from celery import shared_task
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from kombu.exceptions import OperationalError

from speeches.following.mail import send_due
from speeches.ingestion.embedding import any_pending
from speeches.ingestion.jobs import embed_jobs, forget_failed, run_job, unfinished_jobs
from speeches.models import IngestJob, Parliament

# Parliaments correct a day for some weeks after publishing it.
_CORRECTED_WITHIN = 28
logger = logging.getLogger(__name__)


@shared_task
def ingest(job_id: str) -> None:
    """Store a job's file, then embed it."""
    try:
        job = IngestJob.objects.defer("content").get(pk=job_id)
    except (IngestJob.DoesNotExist, ValidationError):
        return
    run_job(job)
    embed_jobs()


@shared_task
def embed() -> None:
    """Embed everything that is waiting."""
    embed_jobs()


@shared_task
def resume() -> None:
    """Resume work that a killed worker or a lost message left behind."""
    for job in unfinished_jobs():
        run_job(job)
    waiting_jobs = IngestJob.objects.filter(status=IngestJob.Status.EMBEDDING).exists()
    if waiting_jobs or any_pending():
        embed_jobs()


@shared_task
def forget_failed_files() -> None:
    """Delete files that failed more than FAILED_FILES_DAYS ago and were not retried."""
    forget_failed(timezone.now() - datetime.timedelta(days=settings.FAILED_FILES_DAYS))


@shared_task
def fetch_nightly() -> None:
    """Fetch what the parliaments of FETCH_NIGHTLY have recently published or corrected."""
    # Imported here, because the many processes that only queue tasks do not need it.
    from speeches.fetching.fetch import fetch_hansard, latest_session

    today = timezone.localdate()
    first = today - datetime.timedelta(days=_CORRECTED_WITHIN)
    for parliament in Parliament.objects.filter(pk__in=settings.FETCH_NIGHTLY):
        for step in fetch_hansard(parliament, first, today, latest_session(parliament)):
            if step.outcome == "failed":
                logger.warning("Not fetched: %s", step.reason)
    embed_jobs()


@shared_task
def send_mails() -> None:
    """Mail followers about new passages."""
    send_due()


def ring(job: IngestJob | None = None) -> None:
    """Wake a worker for a job, or for the chunks that wait. If the broker is away, `resume` finds the work later."""
    try:
        if job is not None:
            ingest.delay(str(job.pk))
        else:
            embed.delay()
    except OperationalError as error:
        logger.warning("The broker is away (%s); the work waits in the database", error)
