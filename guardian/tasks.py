"""Celery tasks. Each takes ids, ends quietly if the row is gone, and is safe to run twice."""

import datetime
import logging
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from guardian.access import work_scope
from guardian.ingestion.work import process, unfinished_bylaws
from guardian.models import Bylaw, Scheme

logger = logging.getLogger(__name__)


@shared_task
def read_bylaw(scheme_id: int, bylaw_id: str) -> None:
    """Process one bylaw."""
    process(scheme_id, UUID(bylaw_id))
    unfinished_bylaws(scheme_id)


@shared_task
def resume() -> None:
    """Resume work that a killed worker or a lost message left behind, in any scheme."""
    for scheme_id in Scheme.objects.exclude(work_since=None).order_by("work_since").values_list("pk", flat=True):
        # A bylaw that another worker holds stays in the list; `process` skips it.
        for bylaw_id in unfinished_bylaws(scheme_id):
            process(scheme_id, bylaw_id)
        unfinished_bylaws(scheme_id)


@shared_task
def forget_failed_files() -> None:
    """Delete, in every scheme, bylaws that never could be read and have not been retried for FAILED_FILES_DAYS."""
    before = timezone.now() - datetime.timedelta(days=settings.FAILED_FILES_DAYS)
    for scheme_id in Scheme.objects.values_list("pk", flat=True):
        with work_scope(scheme_id):
            Bylaw.objects.filter(status=Bylaw.Status.FAILED, text="", processed_at__lt=before).delete()


def ring(bylaw: Bylaw) -> None:
    """Wake a worker for a bylaw. If the broker is away, `resume` finds the work later."""
    try:
        read_bylaw.delay(bylaw.scheme_id, str(bylaw.pk))
    except OperationalError as error:
        logger.warning("The broker is away (%s); the work waits in the database", error)
