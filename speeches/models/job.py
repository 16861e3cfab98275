"""Files sent for ingestion, and what became of them."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models


class IngestJob(models.Model):
    """One file on its way into the record. The rows are the queue: a job that is not finished is work to do."""

    class Status(models.TextChoices):
        QUEUED = "queued"
        PARSING = "parsing"
        EMBEDDING = "embedding"
        DONE = "done"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    file_name = models.CharField(max_length=300)
    content = models.BinaryField(null=True)
    format = models.CharField(max_length=20, blank=True)
    parliament = models.CharField(max_length=20, blank=True)
    update = models.BooleanField(default=False)
    status = models.CharField(max_length=20, choices=Status, default=Status.QUEUED)
    # The sender and the `Idempotency-Key`, if there was one, and a digest of what was sent.
    request = models.CharField(max_length=300, blank=True, db_default="", editable=False)
    digest = models.CharField(max_length=64, blank=True, db_default="", editable=False)
    summary: Any = models.JSONField(default=dict, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["request"], condition=~models.Q(request=""), name="same_request")
        ]
        indexes = [
            models.Index(
                fields=["created_at"],
                condition=~models.Q(status__in=["done", "failed"]),
                name="ingest_job_unfinished",
            )
        ]

    def __str__(self) -> str:
        return f"{self.file_name} ({self.status})"
