"""The Django application of the parliamentary record."""

from django.apps import AppConfig


class SpeechesConfig(AppConfig):
    name = "speeches"
    verbose_name = "Parliamentary record"
