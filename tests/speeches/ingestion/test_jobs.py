"""Jobs bring files into the record. A file that failed is kept for a while."""

import datetime

import pytest
from django.conf import settings
from django.utils import timezone

from speeches.ingestion.jobs import create_job, retry
from speeches.models import IngestJob
from speeches.tasks import forget_failed_files

pytestmark = pytest.mark.django_db


def _failed_job(days_ago: int) -> IngestJob:
    job = create_job(b"x", "day.xml")
    job.status, job.finished_at = IngestJob.Status.FAILED, timezone.now() - datetime.timedelta(days=days_ago)
    job.save()
    return job


def test_a_file_that_failed_long_ago_is_removed_and_what_was_wrong_stays() -> None:
    old, recent = _failed_job(settings.FAILED_FILES_DAYS + 1), _failed_job(1)
    forget_failed_files()
    old.refresh_from_db()
    assert (old.content, old.status) == (None, IngestJob.Status.FAILED)
    assert not retry(old)
    assert retry(recent)
