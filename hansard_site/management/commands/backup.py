"""`manage.py backup FILE`: backs up the database into one file, and checks it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from hansard_site.backups import BackupError, back_up


class Command(BaseCommand):
    help = "Back up the database into FILE, with what it holds in FILE.json. The site may run meanwhile."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if not settings.DATABASE_BACKUP_URL:
            raise CommandError("DATABASE_BACKUP_URL is not set: the role that sees all rows (docs/operations.md).")
        try:
            made = back_up(file, settings.DATABASE_BACKUP_URL)
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        size = file.stat().st_size / 1024 / 1024
        self.stdout.write(
            f"{file}: {len(made.tables)} tables, {made.rows:,} rows, {size:.1f} MB, read back and counted."
        )
