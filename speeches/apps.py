"""The Django application of the parliamentary record."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_migrate


class SpeechesConfig(AppConfig):
    name = "speeches"
    verbose_name = "Parliamentary record"

    def ready(self) -> None:
        post_migrate.connect(_introduce_frames, sender=self)
        user_logged_in.connect(_hand_over)


def _introduce_frames(**_: Any) -> None:
    """After every `migrate`, and after a test that emptied the tables."""
    from speeches.ingestion.places import introduce_frames

    introduce_frames()


def _hand_over(**signed_in: Any) -> None:
    from speeches.questions.conversations import hand_over

    hand_over(signed_in["request"], signed_in["user"])
