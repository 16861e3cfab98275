"""The roof: settings, URLs, the Celery application, and the embedded servers for a machine without any."""
