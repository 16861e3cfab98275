"""The Django application of the parliamentary record."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class SpeechesConfig(AppConfig):
    name = "speeches"
    verbose_name = "Parliamentary record"

    def ready(self) -> None:
        post_migrate.connect(_introduce_frames, sender=self)


def _introduce_frames(**_: Any) -> None:
    """After every `migrate`, and after a test that emptied the tables."""
    from speeches.ingestion.places import introduce_frames

    introduce_frames()
