"""`manage.py create_api_key --scopes read,ingest [--scheme SLUG]`: make an API key, shown once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from guardian.access import key_binding
from guardian.models import Scheme
from rag.keys.models import SCOPES, ApiKey


class Command(BaseCommand):
    help = "Make an API key and print it, once, alone on its line. Only its hash is kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--scopes", required=True, help=f"what it allows, between commas: {', '.join(SCOPES)}")
        parser.add_argument(
            "--scheme", default="", metavar="SLUG", help="the only scheme that it opens, and nothing else"
        )
        parser.add_argument("--name", default="", help="what it is for, shown in the admin")

    def handle(self, *args: Any, **options: Any) -> None:
        scopes = [scope.strip() for scope in options["scopes"].split(",") if scope.strip()]
        scheme = Scheme.objects.filter(slug=options["scheme"]).first() if options["scheme"] else None
        if options["scheme"] and scheme is None:
            raise CommandError(f"There is no scheme “{options['scheme']}”. Make it with create_scheme.")
        try:
            _, token = ApiKey.create(scopes, name=options["name"], bound_to=key_binding(scheme) if scheme else "")
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(token)
