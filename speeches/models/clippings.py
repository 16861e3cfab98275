"""Quotations that readers clip from the record, in collections of their own."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse


class Collection(models.Model):
    """Quotations that a user collects. Only that user sees them, unless `shared`: then anyone who has the address."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="collections")
    name = models.CharField(max_length=120)
    shared = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("collection", args=[self.pk])


class Clip(models.Model):
    """The words `[start, end)` of a speech as they stood when clipped, with their `source` as it was then.

    It names the speech by key, not by row, so that the clip stays if the speech is corrected or removed.
    """

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="clips")
    speech_key = models.CharField(max_length=200)
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    words = models.TextField()
    source: Any = models.JSONField(default=dict)
    note = models.TextField(blank=True)
    position = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint("collection", "speech_key", "start", "end", name="a_passage_once_in_a_collection")
        ]

    def __str__(self) -> str:
        return f"{self.speech_key} [{self.start}, {self.end})"

    def get_absolute_url(self) -> str:
        return f"{reverse('speech', args=[self.speech_key])}?from={self.start}&to={self.end}#passage"
