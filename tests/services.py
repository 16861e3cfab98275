"""A pytest plugin that starts PostgreSQL and Valkey before Django reads its settings.

Loaded with `-p tests.services`. If DATABASE_URL is set, the tests use the servers that it and REDIS_URL name instead.
"""

import os
from pathlib import Path
from urllib.parse import urlsplit

LOCAL = Path(__file__).resolve().parent.parent / ".local" / "test"

if "DATABASE_URL" not in os.environ:
    from hansard_site import local

    LOCAL.mkdir(parents=True, exist_ok=True)
    local.attach(LOCAL, durable=False)
if "PYTEST_XDIST_WORKER" in os.environ:
    # Processes side by side have a core each. The threads of several would wait for one another in busy loops.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("SECRET_KEY", "for-tests-only")
os.environ.setdefault("DATA_FOLDER", str(LOCAL))
# Each process of a run has its own database in Valkey, because emptying a cache empties a whole database. The first
# process uses the one that REDIS_URL names.
if _WORKER := int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")):
    _NAMED = urlsplit(os.environ["REDIS_URL"])
    os.environ["REDIS_URL"] = _NAMED._replace(path=f"/{int(_NAMED.path.strip('/') or 0) + _WORKER}").geturl()
os.environ["CACHE_PREFIX"] = f"test-{os.getpid()}"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
