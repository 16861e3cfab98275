"""`manage.py restore FILE`: restores a backup into the database, and checks it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from hansard_site.backups import BackupError, restore
from rag.roles import let_application_in
from speeches.search.version import corpus_changed


class Command(BaseCommand):
    help = "Restore FILE, all of it or nothing. Stop web, worker and beat before; run migrate after."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--replace", action="store_true", help="lose what the database holds now")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        if not (settings.DATABASE_OWNER_URL and settings.DATABASE_BACKUP_URL):
            raise CommandError("DATABASE_OWNER_URL and DATABASE_BACKUP_URL must be set (docs/operations.md).")
        try:
            backup = restore(
                file, settings.DATABASE_OWNER_URL, settings.DATABASE_BACKUP_URL, replace=replace, restored=_reopen
            )
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored what was backed up at {backup.made}: {backup.rows:,} rows, counted and hashed.")


def _reopen() -> None:
    """Grants the application access, and invalidates cached results."""
    let_application_in("default")
    corpus_changed()
