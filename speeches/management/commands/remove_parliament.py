"""`manage.py remove_parliament CODE`: delete a parliament and everything that the record holds of it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from speeches.ingestion.removal import counts_of, remove_parliament
from speeches.models import Parliament


class Command(BaseCommand):
    help = "Take a parliament out of the record: its sittings, speeches, people, votes and all other records."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="such as merrowa, the invented sample")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        parliament = Parliament.objects.filter(pk=options["code"]).first()
        if parliament is None:
            known = ", ".join(Parliament.objects.values_list("pk", flat=True))
            raise CommandError(f"The record has no parliament “{options['code']}”. It has: {known}.")
        before = counts_of(parliament.pk)
        self._report(f"{parliament} before", before)
        if any(before.values()) and not options["yes"] and input("Remove all of it? Type its code: ") != parliament.pk:
            raise CommandError("Nothing was removed.")
        remove_parliament(parliament)
        self._report(f"{parliament} after", counts_of(parliament.pk))

    def _report(self, title: str, counts: dict[str, int]) -> None:
        self.stdout.write(f"{title}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
