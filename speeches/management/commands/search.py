"""`manage.py search QUERY`: search in a terminal."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.text import Text

from rag.text.dates import format_date
from speeches.finding.find import find
from speeches.search.engine import MODES, SearchRequest
from speeches.search.errors import SearchError
from speeches.search.filters import TEXT_FILTERS, Filters, to_date
from speeches.search.results import Hit, SearchResults


class Command(BaseCommand):
    help = "Search the record. Quotation marks, -word and filters such as party:labor work here too."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("query", nargs="+")
        for name in (*TEXT_FILTERS, "date_from", "date_to"):
            parser.add_argument(f"--{name.replace('_', '-')}", default="")
        parser.add_argument("--parliament", dest="country", default="", help="as --country: a code such as ca")
        parser.add_argument("--topics", action="append", default=[], metavar="TOPIC")
        parser.add_argument("--top-k", type=int, default=10)
        parser.add_argument("--mode", choices=MODES, default="hybrid")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            filters = Filters(
                **{name: options[name] for name in TEXT_FILTERS},
                topics=tuple(options["topics"]),
                date_from=to_date(options["date_from"], "date_from"),
                date_to=to_date(options["date_to"], "date_to"),
            )
            query = " ".join(options["query"])
            results = find(SearchRequest(query, filters, top_k=options["top_k"], mode=options["mode"]))
        except SearchError as error:
            raise CommandError(error.message) from error
        print_results(results)


def print_results(results: SearchResults) -> None:
    """Print hits as quotations, with the words found in bold."""
    console = Console(highlight=False)
    for note in results.notes:
        console.print(f"Note: {note}")
    if not results.results:
        console.print("No passage found. Take away a filter or ask in other words.")
    for number, hit in enumerate(results.results, 1):
        console.print(_quotation(number, hit))


def _country(hit: Hit) -> str:
    return "invented sample" if hit.sample else hit.country


def _quotation(number: int, hit: Hit) -> Text:
    party = f" ({hit.party_code})" if hit.party_code else ""
    text = Text()
    who = f"{hit.kind_of_record}: {hit.title}" if hit.kind_of_record else f"{hit.speaker}{party}"
    text.append(f"{number}. {who}", style="bold")
    where = [
        format_date(hit.date) if hit.date else "",
        hit.chamber,
        _country(hit),
        f"relevance {hit.relevance_score:.2f}",
    ]
    text.append("".join(f" · {part}" for part in where if part) + "\n")
    for run, marked in hit.pieces():
        text.append(run.replace("\n\n", "\n"), style="bold yellow" if marked else "")
    text.append(f"\n{hit.hansard_reference or hit.title} · {hit.speech_id}\n", style="dim")
    return text
