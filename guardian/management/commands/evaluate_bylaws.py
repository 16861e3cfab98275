"""`manage.py evaluate_bylaws GOLD…`: measure the answers from bylaws."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from guardian.evaluation import evaluate


class Command(BaseCommand):
    help = "Measure answers on gold files over PDF bylaws, each in a scheme made for the measurement."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("gold", nargs="+", type=Path, metavar="GOLD", help="a gold file (*.yaml)")
        parser.add_argument(
            "--documents", type=Path, help="the folder of the PDFs; ../data/bylaws beside the gold file"
        )
        parser.add_argument("--wrong", action="store_true", help="also list the questions that went wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        for path in options["gold"]:
            folder = options["documents"] or path.resolve().parent.parent / "data" / "bylaws"
            if not path.is_file() or not folder.is_dir():
                raise CommandError(f"{path} and the documents in {folder} are needed; name the folder by --documents.")
            report = evaluate(path, folder)
            self.stdout.write(report.name)
            for name, value in report.rows():
                self.stdout.write(f"  {name:<50}{value}")
            for line in report.wrong if options["wrong"] else []:
                self.stdout.write(f"    {line}")
