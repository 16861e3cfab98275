"""`manage.py verify_corpus`: check the record's invariants."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from speeches.ingestion.identity import twins
from speeches.ingestion.verification import verify_corpus
from speeches.models import Chunk, Parliament, Speech


class Command(BaseCommand):
    help = (
        "Check the record: spans, vectors, term counts, filters, votes; list who may be one person under two names. "
        "Ends with an error if anything is wrong."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for name, problems in verify_corpus().items():
            self.stdout.write(f"{'WRONG' if problems else 'ok':>5}  {name}")
            for problem in problems[:20]:
                self.stdout.write(f"         {problem}")
            wrong += len(problems)
        for parliament in Parliament.objects.sitting():
            for pair in twins(parliament):
                self.stdout.write(
                    f" look  perhaps one person: {pair.one} ({pair.one.slug}), {pair.other} "
                    f"({pair.other.slug}): {pair.reason}"
                )
        self.stdout.write(f"{Speech.objects.count()} speeches, {Chunk.objects.count()} chunks checked.")
        if wrong:
            raise CommandError(f"{wrong} things are wrong.")
