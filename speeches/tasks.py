"""Celery's bell. A task takes an id, leaves quietly if the row is gone, and may ring twice without harm."""

import logging

from celery import shared_task
from django.core.exceptions import ValidationError
from kombu.exceptions import OperationalError

from speeches.ingestion.jobs import embed_jobs, run_job, unfinished
from speeches.models import Chunk, IngestJob

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
    if waiting_jobs or Chunk.objects.pending().exists():
        embed_jobs()


def ring(job: IngestJob | None = None) -> None:
    """Wake a worker for a job, or for the chunks that wait. With the broker away, `resume` finds the work later."""
    try:
        if job is not None:
            ingest.delay(str(job.pk))
        else:
            embed.delay()
    except OperationalError as error:
        logger.warning("The broker is away (%s); the work waits in the database", error)
