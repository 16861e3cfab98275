"""`manage.py verify_quote QUOTE`: check in a terminal whether a quotation was said."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from speeches.quotes.attribution import QuoteRequest
from speeches.quotes.report import attribution, describe_change, heading_of, report_text
from speeches.quotes.verify import verify_quote
from speeches.search.errors import SearchError
from speeches.search.filters import to_date


class Command(BaseCommand):
    help = "Verify a quotation word by word: verbatim, altered, misattributed or not_found."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("quote", nargs="+")
        for name in ("speaker", "party", "date_from", "date_to"):
            parser.add_argument(f"--{name.replace('_', '-')}", default="")
        parser.add_argument("--parliament", default="", help="a code such as ca; all without")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            verdict = verify_quote(
                QuoteRequest(
                    " ".join(options["quote"]),
                    options["speaker"],
                    options["party"],
                    to_date(options["date_from"], "date_from"),
                    to_date(options["date_to"], "date_to"),
                    options["parliament"],
                )
            )
        except SearchError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{verdict.verdict}: {heading_of(verdict)}")
        for change in verdict.diff:
            self.stdout.write(f"  {describe_change(change)}")
        for note in verdict.notes:
            self.stdout.write(f"Note: {note}")
        if verdict.best is not None:
            near = "Nearest: " if verdict.verdict == "not_found" else ""
            self.stdout.write(
                f"{near}{attribution(verdict.best)}:\n  “{verdict.best.text}”\n  {verdict.best.reference}"
            )
        if verdict.verdict != "not_found":
            self.stdout.write(f"\nFor a report:\n{report_text(verdict)}")
