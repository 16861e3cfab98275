"""The Celery application. Tasks only wake a worker; the work itself is queued in the database."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansard_site.settings")

app = Celery("hansard_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
