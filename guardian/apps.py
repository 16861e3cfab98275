"""The Django application of schemes and their bylaws."""

from django.apps import AppConfig


class GuardianConfig(AppConfig):
    name = "guardian"
    verbose_name = "Bylaws"
