"""A chat model's reading of a speech, kept apart from everything that a source says about it."""

from typing import Any

from django.db import models

from speeches.models.record import Speech


class Enrichment(models.Model):
    """A model's reading of one speech. `source_hash` is the hash of the speech it read; if that changes, it is stale.

    Every name in `values` occurs in the speech, and every quotable phrase is a span of the speaker's own words.
    """

    speech = models.OneToOneField(Speech, on_delete=models.CASCADE, primary_key=True, related_name="enrichment")
    model = models.CharField(max_length=200)
    values: Any = models.JSONField()
    source_hash = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.speech_id}, by {self.model}"
