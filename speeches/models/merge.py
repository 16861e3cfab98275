"""A merge of two politicians who are one person, with everything needed to undo it."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models

from speeches.models.people import Politician


class Merge(models.Model):
    """`absorbed` holds the plain values of the politician who is gone; `moved` holds what belonged to them, by kind."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kept = models.ForeignKey(Politician, on_delete=models.CASCADE, related_name="merges")
    absorbed: Any = models.JSONField()
    moved: Any = models.JSONField()
    learned: Any = models.JSONField(help_text="Keys, spellings and source ids that the kept one had not before.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.absorbed['name']} is {self.kept}"
