"""Celery's bell. A task takes an id, leaves quietly if the row is gone, and may ring twice without harm."""

import datetime
import logging

from celery import shared_task
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from kombu.exceptions import OperationalError

from speeches.following.mail import send_due
from speeches.ingestion.embedding import any_pending
from speeches.ingestion.jobs import embed_jobs, forget_failed, run_job, unfinished
from speeches.models import IngestJob, Parliament

# Days are corrected for some weeks after they were first published.
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
    """Embed all that waits for it."""
    embed_jobs()


@shared_task
def resume() -> None:
    """Take up whatever a killed worker or a lost message left behind."""
    for job in unfinished():
        run_job(job)
    waiting_jobs = IngestJob.objects.filter(status=IngestJob.Status.EMBEDDING).exists()
    if waiting_jobs or any_pending():
        embed_jobs()


@shared_task
def forget_failed_files() -> None:
    """Remove files that failed long ago and that nobody tried again."""
    forget_failed(timezone.now() - datetime.timedelta(days=settings.FAILED_FILES_DAYS))


@shared_task
def fetch_nightly() -> None:
    """Look for what the parliaments of FETCH_NIGHTLY have published or corrected of late."""
    # What asks a parliament's site is of no use to the many processes that only ring.
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
    """Write to those who follow what came in."""
    send_due()


def ring(job: IngestJob | None = None) -> None:
    """Wake a worker for a job, or for the chunks that wait. With the broker away, `resume` finds the work later."""
    try:
        if job is not None:
            ingest.delay(str(job.pk))
        else:
            embed.delay()
    except OperationalError as error:
        logger.warning("The broker is away (%s); the work waits in the database", error)
