"""`manage.py export CODE FOLDER`: write all speeches and ballots of a parliament to files."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from speeches.models import Ballot, Parliament, Speech
from speeches.reading.tables import LINES, TABLES, TableError, write_lines, write_parquet


class Command(BaseCommand):
    help = "Write all speeches and all ballots of a parliament to a folder, a file each, every row with its source."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="whose record, such as au")
        parser.add_argument("folder", type=Path, help="where the files go; made if it is not there")
        parser.add_argument("--form", choices=(*LINES, "parquet"), default="jsonl", help="Parquet needs pyarrow")

    def handle(self, *args: Any, **options: Any) -> None:
        code, folder, form = options["code"], options["folder"], options["form"]
        if not Parliament.objects.filter(pk=code).exists():
            known = ", ".join(Parliament.objects.values_list("pk", flat=True))
            raise CommandError(f"The record has no parliament “{code}”. It has: {known}.")
        of_it = {
            "speeches": Speech.objects.filter(parliament=code),
            "votes": Ballot.objects.filter(division__sitting__chamber__parliament=code),
        }
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, table in TABLES.items():
                rows, path = table.rows(of_it[name], settings.SITE_URL.rstrip("/")), folder / f"{code}-{name}.{form}"
                count = write_parquet(table, rows, path) if form == "parquet" else write_lines(form, table, rows, path)
                self.stdout.write(f"{path}: {count} rows")
        except (TableError, OSError) as error:
            raise CommandError(str(error)) from error
