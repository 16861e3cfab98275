"""`manage.py verify_corpus`: does everything hold that must always hold?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from speeches.ingestion.verification import verify_corpus
from speeches.models import Chunk, Speech


class Command(BaseCommand):
    help = "Check the record: spans, vectors, term counts, filters, votes. Ends with an error if anything is wrong."

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for name, problems in verify_corpus().items():
            self.stdout.write(f"{'WRONG' if problems else 'ok':>5}  {name}")
            for problem in problems[:20]:
                self.stdout.write(f"         {problem}")
            wrong += len(problems)
        self.stdout.write(f"{Speech.objects.count()} speeches, {Chunk.objects.count()} chunks checked.")
        if wrong:
            raise CommandError(f"{wrong} things are wrong.")
