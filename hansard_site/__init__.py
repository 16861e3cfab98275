"""The top level: settings, URLs, the Celery application, and embedded servers for a machine that has none."""

# Every process that may send a task needs the application. Otherwise its tasks would go to Celery's default broker.
from hansard_site.celery import app as celery_app

__all__ = ["celery_app"]
