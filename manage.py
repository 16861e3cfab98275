#!/usr/bin/env python
"""Django's command line. Without DATABASE_URL it brings its own PostgreSQL and Valkey, under .local/."""

import atexit
import gc
import os
import sys

# What makes tables needs their owner; all else goes by the role that owns nothing.
OWNERS_COMMANDS = ("migrate", "evaluate", "restore")
# Somebody waits for what this one answers.
SERVING_COMMANDS = ("mcp",)
# Container objects made until the collector looks for garbage again.
GARBAGE_AFTER = 50_000


def main() -> None:
    # Starting makes a million objects that all stay. Looking among them for garbage, then and once more at the end,
    # was a third of a short command.
    gc.set_threshold(GARBAGE_AFTER, 20)
    atexit.register(gc.freeze)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansard_site.settings")
    if "DATABASE_URL" not in os.environ:
        from hansard_site import local

        local.attach()
    if sys.argv[1:2] and sys.argv[1] in OWNERS_COMMANDS:
        os.environ["AS_OWNER"] = "true"
    if sys.argv[1:2] and sys.argv[1] in SERVING_COMMANDS:
        os.environ.setdefault("SERVES_REQUESTS", "true")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
