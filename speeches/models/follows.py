"""Searches that readers follow, and the new passages that match them."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField

from speeches.models.record import Speech


class FollowQuerySet(models.QuerySet["Follow"]):
    """Queries on follows."""

    def confirmed(self) -> "FollowQuerySet":
        """Follows with a confirmed address. Nobody else gets anything."""
        return self.filter(confirmed_at__isnull=False)


class Follow(models.Model):
    """A search that somebody follows by mail: the `query` as typed, which may be empty, and `filters` by name.

    By words, a passage must contain all of them; `terms` holds them in each language. By meaning, a passage must be at
    least as relevant as `least`; `vector` is the query's embedding by `vector_model`.
    """

    class By(models.TextChoices):
        WORDS = "words", _("by its words")
        MEANING = "meaning", _("by its meaning")

    class Often(models.TextChoices):
        AT_ONCE = "at once", _("at once")
        DAILY = "daily", _("once a day")
        WEEKLY = "weekly", _("once a week")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True)
    address = models.EmailField(db_index=True)
    language = models.CharField(max_length=2, default="en")
    query = models.CharField(max_length=500, blank=True)
    filters: Any = models.JSONField(default=dict)
    by = models.CharField(max_length=10, choices=By, default=By.WORDS)
    often = models.CharField(max_length=10, choices=Often, default=Often.DAILY)
    terms: Any = models.JSONField(default=dict)
    least = models.FloatField(default=0.0)
    vector: Any = HalfVectorField(null=True)
    vector_model = models.CharField(max_length=200, blank=True)
    confirmed_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = FollowQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The query and the filters in one line."""
        return ", ".join(filter(None, [self.query, *map(str, self.filters.values())]))


class Notice(models.Model):
    """The best passage `[start, end)` of a new speech that matches a follow. There is one per speech."""

    follow = models.ForeignKey(Follow, on_delete=models.CASCADE, related_name="notices")
    speech = models.ForeignKey(Speech, on_delete=models.CASCADE, related_name="+")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    found_at = models.DateTimeField(auto_now_add=True)
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint("follow", "speech", name="one_notice_of_a_speech")]
        indexes = [
            models.Index(fields=["follow"], condition=models.Q(mailed_at=None), name="notice_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.speech_id} [{self.start}, {self.end})"
