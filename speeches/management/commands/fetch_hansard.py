"""`manage.py fetch_hansard`: fetch days of the official record from a parliament's own site."""

import datetime
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from speeches.fetching.fetch import fetch_hansard, latest_session
from speeches.formats.frame import frames
from speeches.ingestion.ingest import embed_all
from speeches.ingestion.places import parliament_of
from speeches.models import Parliament, Session


class Command(BaseCommand):
    help = "Fetch what a parliament has published between two days, new or corrected, and embed it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--country", required=True, choices=[code for code, frame in frames().items() if frame.fetching]
        )
        parser.add_argument("--from", dest="first", required=True, type=_day, metavar="DATE", help="such as 2021-10-19")
        parser.add_argument("--to", dest="last", required=True, type=_day, metavar="DATE")
        parser.add_argument("--session", default="", help="where sittings are numbered through a session: such as 44-1")
        parser.add_argument("--no-embed", action="store_true", help="leave the vectors to the workers")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["first"] > options["last"]:
            raise CommandError(f"--from {options['first']} is after --to {options['last']}; swap them.")
        parliament = parliament_of(options["country"])
        session = self._session(parliament, options["session"])
        outcomes: Counter[str] = Counter()
        for step in fetch_hansard(parliament, options["first"], options["last"], session):
            outcomes[step.outcome] += 1
            if step.outcome in ("ingested", "failed"):
                more = step.reason or f"{step.speeches} speeches"
                self.stdout.write(f"{step.outcome}: {step.url} ({more})")
        self.stdout.write(
            ", ".join(f"{count} {name}" for name, count in sorted(outcomes.items())) or "nothing to ask for"
        )
        if outcomes["ingested"] and not options["no_embed"]:
            embed_all(wait=True)
        if outcomes["failed"]:
            raise CommandError(f"{outcomes['failed']} could not be fetched; the next run asks for them again.")

    def _session(self, parliament: Parliament, code: str) -> Session | None:
        source = frames()[parliament.pk].fetching
        if source is None or not source.numbered:
            return None
        session = Session.objects.find_by_code(parliament.pk, code) if code else latest_session(parliament)
        if session is None and code:
            number, _, part = code.partition("-")
            if not (number.isdecimal() and part.isdecimal()):
                raise CommandError(f"“{code}” is no session. Write it as 44-1.")
            session, _ = Session.objects.get_or_create(parliament=parliament, number=int(number), part=int(part))
        if session is None:
            raise CommandError("Say of which session, such as --session 44-1: the record knows none yet.")
        return session


def _day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)
