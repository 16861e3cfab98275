"""`manage.py mcp`: offers the tools to an AI assistant on this machine, over stdin and stdout."""

import logging
import subprocess
import sys
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from hansard_site.warming import load_models

_GREETING_SECONDS = 3.0


class Command(BaseCommand):
    help = "Serve the Model Context Protocol on stdin and stdout. Nothing else is written to stdout."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        logging.getLogger().handlers[:] = [logging.StreamHandler(sys.stderr)]
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            migrate = [sys.executable, str(settings.BASE_DIR / "manage.py"), "migrate", "--verbosity=0"]
            subprocess.run(migrate, check=True, stdout=sys.stderr)  # noqa: S603
        connection.close()
        # Load the models before the first question, but after the greeting, which must not wait for them.
        later = threading.Timer(_GREETING_SECONDS, load_models)
        later.daemon = True
        later.start()
        from hansard_site.mcp import make_server

        make_server().run(transport="stdio", show_banner=False)
