"""The Django application for what every kind of record shares."""

from django.apps import AppConfig


class RagConfig(AppConfig):
    name = "rag"
    verbose_name = "Retrieval"
