"""The roof: settings, URLs, the Celery application, and the embedded servers for a machine without any."""

# Every process that may ring a worker needs the application, or its tasks would go to Celery's default broker.
from hansard_site.celery import app as celery_app

__all__ = ["celery_app"]
