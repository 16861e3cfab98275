"""`manage.py ask QUESTION`: print a cited answer in a terminal."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.text import Text

from speeches.questions.answer import PASSAGES, AskRequest, Finished
from speeches.questions.ask import answer
from speeches.questions.receipts import keep
from speeches.search.errors import SearchError
from speeches.search.filters import TEXT_FILTERS, Filters, to_date


class Command(BaseCommand):
    help = "Ask the record. The answer is made of what was said in it, with its sources, or there is none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question", nargs="+")
        for name in (*TEXT_FILTERS, "date_from", "date_to"):
            parser.add_argument(f"--{name.replace('_', '-')}", default="")
        parser.add_argument("--parliament", dest="country", default="", help="as --country: a code such as ca")
        parser.add_argument("--topics", action="append", default=[], metavar="TOPIC")
        parser.add_argument("--top-k", type=int, default=PASSAGES, help="how many passages to read, 12 at most")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            filters = Filters(
                **{name: options[name] for name in TEXT_FILTERS},
                topics=tuple(options["topics"]),
                date_from=to_date(options["date_from"], "date_from"),
                date_to=to_date(options["date_to"], "date_to"),
            )
            finished = answer(AskRequest(" ".join(options["question"]), filters, options["top_k"]))
        except SearchError as error:
            raise CommandError(error.message) from error
        receipt = keep(finished)
        print_answer(finished)
        Console(highlight=False).print(f"Receipt: {receipt.get_absolute_url()}", style="dim")


def print_answer(finished: Finished) -> None:
    """Print the answer, its sources, and what was searched."""
    console = Console(highlight=False)
    console.print(Text(finished.answer, style="bold" if finished.found else ""))
    for source in finished.sources:
        text = Text(f"\n[{source['n']}] {source['speaker']}", style="bold")
        text.append(f" ({source['party']})" if source["party"] else "", style="")
        country = "invented sample" if source["sample"] else source["country"]
        where = (source["date"], source["chamber"], country, source["reference"])
        text.append("".join(f" · {part}" for part in where if part) + "\n", style="dim")
        position = 0
        for start, end in source["highlights"]:
            text.append(source["quote"][position:start], style="")
            text.append(source["quote"][start:end], style="yellow")
            position = end
        text.append(source["quote"][position:], style="")
        console.print(text)
    if not finished.found and finished.related:
        console.print("\nRelated, but not an answer:", style="bold")
        for passage in finished.related:
            console.print(Text(f"{passage['speaker']}, {passage['date']}: {passage['quote'][:200]} …"))
    for one in finished.choices:
        console.print(Text(f"  {one['date']}  {one['title']}  {one['url']}"))
        if one["answer"]:
            console.print(Text(f"    {one['answer']}"))
    for note in (*finished.notes, *finished.coverage["warnings"]):
        console.print(f"Note: {note}")
    if finished.dropped_sentences:
        console.print(f"Note: {finished.dropped_sentences} sentences without support were removed.")
    seen = finished.coverage
    days = f"{seen['date_from']} to {seen['date_to']}"
    console.print(f"\nSearched {seen['sittings']} sittings, {days}, in {finished.took_ms:.0f} ms.", style="dim")
