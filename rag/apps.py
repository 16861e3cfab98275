"""The Django application for what all kinds of records share."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class RagConfig(AppConfig):
    name = "rag"
    verbose_name = "Retrieval"

    def ready(self) -> None:
        post_migrate.connect(_let_application_in, sender=self)


def _let_application_in(using: str, **_: Any) -> None:
    from rag.roles import let_application_in

    let_application_in(using)
