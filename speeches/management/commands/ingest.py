"""`manage.py ingest PATH…`: read files into the record."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from speeches.formats import FORMATS
from speeches.ingestion.ingest import ingest_paths
from speeches.ingestion.summary import Summary


class Command(BaseCommand):
    help = "Read Hansard files or folders into the record and embed them. The same file twice changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file, or a folder of files")
        parser.add_argument("--format", choices=FORMATS, help="read as this format instead of detecting it")
        parser.add_argument("--update", action="store_true", help="replace what is there with other words")
        parser.add_argument(
            "--parliament", default="", metavar="CODE", help="for CSV and JSON: whose chambers are meant (au, …)"
        )
        parser.add_argument("--json", action="store_true", help="print the summary as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        with self._progress() as progress:
            bars = {
                "reading": progress.add_task("reading", total=len(options["paths"])),
                "embedding": progress.add_task("embedding", total=None, visible=False),
            }
            summary = ingest_paths(
                options["paths"],
                format_=options["format"],
                update=options["update"],
                parliament=options["parliament"],
                progress=lambda stage, done, total: progress.update(
                    bars[stage], completed=done, total=total, visible=True
                ),
            )
        self._report(summary, as_json=options["json"])
        if summary.errors and not (summary.speeches_processed or summary.duplicates_skipped or summary.records_stored):
            raise CommandError("Nothing was ingested.")

    def _progress(self) -> Progress:
        columns = (TextColumn("{task.description:>9}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        return Progress(*columns, console=Console(stderr=True), transient=True)

    def _report(self, summary: Summary, *, as_json: bool) -> None:
        counts = summary.as_dict()
        if as_json:
            self.stdout.write(json.dumps(counts))
            return
        for error in counts.pop("errors"):
            line = f", line {error['line']}" if error["line"] else ""
            self.stderr.write(f"{error['file']}{line}: {error['reason']}")
        for name, value in counts.items():
            self.stdout.write(f"{name.replace('_', ' '):>25}: {value}")
        self.stdout.write(f"{'errors':>25}: {len(summary.errors)}")
