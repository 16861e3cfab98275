"""Stored questions and answers. An answer is a receipt: it looks the same later and says what has changed since."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse


def _nothing() -> list[Any]:
    return []


class Conversation(models.Model):
    """A series of questions by one signed-in user, browser session or API key, or by anyone who knows its id."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True)
    session = models.CharField(max_length=40, blank=True, db_index=True)
    key = models.ForeignKey("rag.ApiKey", on_delete=models.PROTECT, null=True, blank=True)
    title = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated_at"]

    def __str__(self) -> str:
        return self.title


class Answer(models.Model):
    """An answer as given: its `sentences`, its `sources` as their cards showed them, and what was searched."""

    class Rating(models.IntegerChoices):
        UP = 1
        DOWN = -1

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, null=True, related_name="answers")
    question = models.TextField()
    understood = models.TextField(blank=True)
    found = models.BooleanField()
    text = models.TextField()
    sentences: Any = models.JSONField(default=list)
    sources: Any = models.JSONField(default=list)
    related: Any = models.JSONField(default=list)
    notes: Any = models.JSONField(default=list)
    dropped_sentences = models.PositiveIntegerField(default=0)
    coverage: Any = models.JSONField(default=dict)
    list: Any = models.JSONField(null=True)
    choices: Any = models.JSONField(default=_nothing)
    filters: Any = models.JSONField(default=dict)
    corpus_version = models.BigIntegerField(null=True)
    model = models.CharField(max_length=200)
    took_ms = models.FloatField()
    rating = models.SmallIntegerField(choices=Rating, null=True, blank=True)
    reason = models.TextField(blank=True, max_length=1000)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return self.question

    def get_absolute_url(self) -> str:
        return reverse("answer", args=[self.pk])


class Citation(models.Model):
    """The span of a speech that an answer quotes, with the hash of its words then. The speech may have gone since."""

    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="citations")
    n = models.PositiveIntegerField()
    record = models.CharField(max_length=200, db_index=True)
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint("answer", "n", name="citation_number")]
        ordering = ["n"]

    def __str__(self) -> str:
        return f"[{self.n}] {self.record} {self.start}-{self.end}"
