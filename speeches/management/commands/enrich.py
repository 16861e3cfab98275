"""`manage.py enrich`: let the chat model read speeches without metadata."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rag.answering.model_settings import configured_chat
from rag.clients.chat import ChatError
from speeches.ingestion.enrichment import EnrichmentError, enrich, unread
from speeches.models import Speech
from speeches.search.errors import SearchError
from speeches.search.filters import Filters, to_date
from speeches.search.listing import speeches_with

# After this many failures with no success, the speeches are not at fault.
_MOST_FAILURES = 3


class Command(BaseCommand):
    help = (
        "Have the chat model of LLM_MODEL read speeches whose source names no themes: themes, names, stance, quotable "
        "phrases. What it says is kept apart from what the source said; names and phrases that the speech does not "
        "hold are left out."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        for name in ("country", "chamber", "party", "speaker", "bill"):
            parser.add_argument(f"--{name}", default="", help=f"only of this {name}")
        parser.add_argument("--date-from", default="", metavar="DAY")
        parser.add_argument("--date-to", default="", metavar="DAY")
        parser.add_argument("--limit", type=int, default=100, metavar="N", help="at most so many (100), newest first")
        parser.add_argument("--again", action="store_true", help="also those that were read already")

    def handle(self, *args: Any, **options: Any) -> None:
        chat = configured_chat()
        if chat is None:
            raise CommandError("No chat model is configured: set LLM_MODEL, and LLM_BASE_URL for one of your own.")
        if options["limit"] < 1:
            raise CommandError(f"--limit is {options['limit']}; choose a number from 1.")
        read = left_out = 0
        failures: list[str] = []
        for speech in self._speeches(options):
            try:
                enriched = enrich(speech, chat)
            except (ChatError, EnrichmentError) as error:
                failures.append(str(error))
                self.stderr.write(f"{speech.pk}: {error}")
                if len(failures) >= _MOST_FAILURES and not read:
                    raise CommandError("The first speeches could not be read; nothing more is tried.") from error
                continue
            read, left_out = read + 1, left_out + enriched.left_out
        told = f"{read} speeches read by {chat.name}; {left_out} names and phrases left out that they do not hold"
        self.stdout.write(f"{told}; {len(failures)} not read.")

    def _speeches(self, options: dict[str, Any]) -> list[Speech]:
        names = ("country", "chamber", "party", "speaker", "bill")
        try:
            days: dict[str, Any] = {name: to_date(options[name], name) for name in ("date_from", "date_to")}
            condition, notes = speeches_with(Filters(**{name: options[name] for name in names}, **days))
        except SearchError as error:
            raise CommandError(error.message) from error
        for note in notes:
            self.stderr.write(note)
        wanted = unread(Speech.objects.filter(condition), again=options["again"])
        return list(wanted.order_by("-date", "sitting", "position")[: options["limit"]])
