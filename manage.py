#!/usr/bin/env python
"""Django's command line. Without DATABASE_URL it brings its own PostgreSQL and Valkey, under .local/."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansard_site.settings")
    if "DATABASE_URL" not in os.environ:
        from hansard_site import local

        local.attach()
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
