"""`manage.py create_api_key --scopes read,ingest`: a key for the API, shown once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rag.keys.models import SCOPES, ApiKey


class Command(BaseCommand):
    help = "Make an API key and print it, once, alone on its line. Only its hash is kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--scopes", required=True, help=f"what it allows, between commas: {', '.join(SCOPES)}")
        parser.add_argument("--name", default="", help="what it is for, shown in the admin")

    def handle(self, *args: Any, **options: Any) -> None:
        scopes = [scope.strip() for scope in options["scopes"].split(",") if scope.strip()]
        try:
            _, token = ApiKey.create(scopes, name=options["name"])
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(token)
