"""A pytest plugin that starts PostgreSQL and Valkey before Django reads its settings.

Loaded with `-p tests.services`. With DATABASE_URL set, the servers it names are used instead.
"""

import os
from pathlib import Path

LOCAL = Path(__file__).resolve().parent.parent / ".local" / "test"

if "DATABASE_URL" not in os.environ:
    from hansard_site import local

    LOCAL.mkdir(parents=True, exist_ok=True)
    local.attach(LOCAL, durable=False)
os.environ.setdefault("SECRET_KEY", "for-tests-only")
os.environ.setdefault("DATA_FOLDER", str(LOCAL))
os.environ["CACHE_PREFIX"] = f"test-{os.getpid()}"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
