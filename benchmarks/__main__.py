"""`python -m benchmarks [NAME…]`: runs the benchmarks named, or all, and prints tables."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg

from hansard_site import local

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".local" / "bench"


def main() -> None:
    """Runs the benchmarks named, or all, in a database of their own."""
    if "DATABASE_URL" not in os.environ:
        FOLDER.mkdir(parents=True, exist_ok=True)
        local.attach(FOLDER)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansard_site.settings")
    os.environ["RAG_CACHE_DISABLE"] = "true"
    import django

    django.setup()
    subprocess.run([sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity=0"], check=True)
    # Benchmarks empty and vacuum tables, which the application's role may not do by itself.
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as owner:
        owner.execute("GRANT TRUNCATE, MAINTAIN ON ALL TABLES IN SCHEMA public TO hansard_app")

    from benchmarks import answers, assistants, bylaws, ingest, load, pages, search, starting

    benchmarks = {
        "starting": starting.run,
        "ingest": ingest.run,
        "search": search.run,
        "answers": answers.run,
        "bylaws": bylaws.run,
        "pages": pages.run,
        "assistants": assistants.run,
    }
    # Visitors need locust, which has its own environment (`make load`); a million chunks, most of an hour.
    others = {**benchmarks, "load": load.run, "large": search.run_large}
    for name in sys.argv[1:] or benchmarks:
        others[name]()


main()
