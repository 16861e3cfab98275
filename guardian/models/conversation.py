"""Members' questions and the answers from the bylaws."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models

from guardian.models.scheme import Sealed


class Conversation(Sealed):
    """Questions of one member or of an API key. Every member of the scheme may read a `shared` one."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, related_name="+")
    title = models.CharField(max_length=200)
    shared = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated_at"]
        indexes = [models.Index(fields=["scheme", "-updated_at"], name="conversation_scheme")]

    def __str__(self) -> str:
        return self.title


class Message(Sealed):
    """A question with its answer as given: `sentences`, and `sources` as their cards showed them."""

    class Rating(models.IntegerChoices):
        UP = 1
        DOWN = -1

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    question = models.TextField()
    found = models.BooleanField()
    text = models.TextField()
    sentences: Any = models.JSONField(default=list)
    sources: Any = models.JSONField(default=list)
    related: Any = models.JSONField(default=list)
    readings: Any = models.JSONField(default=list)
    notes: Any = models.JSONField(default=list)
    dropped_sentences = models.PositiveIntegerField(default=0)
    model = models.CharField(max_length=200)
    took_ms = models.FloatField()
    rating = models.SmallIntegerField(choices=Rating, null=True, blank=True)
    reason = models.TextField(blank=True, max_length=1000)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return self.question


class Citation(Sealed):
    """A span of a bylaw that an answer quotes, with the hash of its words. The bylaw may since have been replaced or
    deleted."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="citations")
    n = models.PositiveIntegerField()
    bylaw = models.UUIDField(db_index=True)
    section = models.TextField()
    page = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["n"]
        constraints = [models.UniqueConstraint(fields=["scheme", "message", "n"], name="bylaw_citation_number")]

    def __str__(self) -> str:
        return f"[{self.n}] {self.section}, page {self.page}"
