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
        _notice_what_is_followed()


def _introduce_frames(**_: Any) -> None:
    """Store the parliaments' frames after every `migrate`, and after a test that emptied the tables."""
    from speeches.ingestion.places import introduce_frames

    introduce_frames()


def _notice_what_is_followed() -> None:
    from speeches.following.matching import notice
    from speeches.ingestion.embedding import embedded

    def look(keys: Any, texts: Any, vectors: Any, model: Any, **_: Any) -> None:
        notice(keys, texts, vectors, model)

    embedded.connect(look, weak=False, dispatch_uid="follows")


def _hand_over(**signed_in: Any) -> None:
    from speeches.questions.conversations import hand_over

    hand_over(signed_in["request"], signed_in["user"])
