"""Settings for the type checker, which needs no servers."""

import os

os.environ.setdefault("DATABASE_URL", "postgresql://nobody@localhost/nothing")
os.environ.setdefault("REDIS_URL", "redis://localhost:1/0")
os.environ.setdefault("SECRET_KEY", "for-type-checking-only")

from hansard_site.settings import *  # noqa: F403
