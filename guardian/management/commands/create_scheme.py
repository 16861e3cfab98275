"""`manage.py create_scheme SLUG --name … --admin EMAIL`: a scheme, and a link for whoever is to run it."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email, validate_slug
from django.urls import reverse

from guardian.access import work_scope
from guardian.members import invite
from guardian.models import Role, Scheme


class Command(BaseCommand):
    help = "Make a scheme and print an invitation link for its first owner-admin."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="its name in addresses, such as harbour-view")
        parser.add_argument("--name", required=True)
        parser.add_argument("--admin", required=True, metavar="EMAIL", help="who is to be its owner-admin")
        parser.add_argument("--site", default="http://127.0.0.1:8000", help="the site's address, for the link")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            validate_slug(options["slug"])
            validate_email(options["admin"])
        except ValidationError as error:
            raise CommandError(
                f"{error.messages[0]} Such as: create_scheme harbour-view --name … --admin ann@example.org"
            ) from error
        if Scheme.objects.filter(slug=options["slug"]).exists():
            raise CommandError(f"There is a scheme “{options['slug']}” already.")
        scheme = Scheme.objects.create(slug=options["slug"], name=options["name"])
        with work_scope(scheme.pk):
            _, token = invite(scheme, Role.ADMIN, options["admin"])
        self.stdout.write(f"{options['site'].rstrip('/')}{reverse('guardian:invitation', args=[token])}")
