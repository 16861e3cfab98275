"""`python -m benchmarks [ingest] [search] [answers]`: measure, and print tables."""

import os
import sys
from pathlib import Path

from hansard_site import local

FOLDER = Path(__file__).resolve().parent.parent / ".local" / "bench"


def main() -> None:
    """Run the benchmarks named, or all, in a database of their own."""
    if "DATABASE_URL" not in os.environ:
        FOLDER.mkdir(parents=True, exist_ok=True)
        local.attach(FOLDER)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansard_site.settings")
    os.environ["RAG_CACHE_DISABLE"] = "true"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)

    from benchmarks import answers, ingest, search

    benchmarks = {"ingest": ingest.run, "search": search.run, "answers": answers.run}
    for name in sys.argv[1:] or benchmarks:
        benchmarks[name]()


main()
