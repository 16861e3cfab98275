"""`manage.py create_scheme SLUG --name … --admin EMAIL`: make a scheme, and an invitation link for its owner-admin."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email, validate_slug
from django.db import transaction
from django.urls import reverse

from guardian import tasks
from guardian.access import work_scope
from guardian.ingestion.upload import UploadError, take
from guardian.members import invite
from guardian.models import Bylaw, Membership, Role, Scheme


class Command(BaseCommand):
    help = "Make a scheme and print an invitation link for its first owner-admin; again, until somebody has joined."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="its name in addresses, such as harbour-view")
        parser.add_argument("--name", required=True)
        parser.add_argument("--admin", required=True, metavar="EMAIL", help="who is to be its owner-admin")
        parser.add_argument("--bylaws", type=Path, metavar="FILE", help="its bylaws, a PDF; the worker reads it")
        parser.add_argument("--site", default=settings.SITE_URL, help="the site's address, for the link")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            validate_slug(options["slug"])
            validate_email(options["admin"])
        except ValidationError as error:
            raise CommandError(
                f"{error.messages[0]} Such as: create_scheme harbour-view --name … --admin ann@example.org"
            ) from error
        with transaction.atomic():
            scheme, new = Scheme.objects.get_or_create(slug=options["slug"], defaults={"name": options["name"]})
            with work_scope(scheme.pk):
                if Membership.objects.exists():
                    raise CommandError(f"There is a scheme “{options['slug']}” already.")
                _, token = invite(scheme, Role.ADMIN, options["admin"])
                bylaw = _take_file(scheme, options["bylaws"]) if new and options["bylaws"] else None
        if bylaw:
            tasks.ring(bylaw)
        self.stdout.write(f"{options['site'].rstrip('/')}{reverse('guardian:invitation', args=[token])}")


def _take_file(scheme: Scheme, path: Path) -> Bylaw:
    try:
        bylaw, _ = take(scheme, path.read_bytes(), path.name)
    except (OSError, UploadError) as error:
        raise CommandError(f"{path}: {error}") from error
    return bylaw
