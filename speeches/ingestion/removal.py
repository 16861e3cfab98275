"""Removes a parliament from the record."""

from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from speeches.formats.frame import frames
from speeches.ingestion.lock import lock_writing
from speeches.ingestion.places import parliament_of
from speeches.models import (
    Bill,
    Chunk,
    Committee,
    Division,
    Election,
    Entry,
    EntryChunk,
    Fetched,
    Parliament,
    Politician,
    Session,
    Sitting,
    Speech,
)
from speeches.search.version import corpus_changed


def counts_of(code: str) -> dict[str, int]:
    """How many rows the record holds of a parliament, by kind."""
    return {name: rows.count() for name, rows in _rows(code).items()}


def remove_parliament(parliament: Parliament) -> None:
    """Remove all that the record holds of a parliament. A parliament with a frame stays known, without any record."""
    code = parliament.pk
    with transaction.atomic():
        lock_writing()
        # The database does not check a chunk's key to its parliament, so it would leave the chunks behind.
        for model in (Chunk, EntryChunk):
            with connection.cursor() as cursor:
                cursor.execute(f"DELETE FROM {model._meta.db_table} WHERE parliament_id = %s", [code])
        Fetched.objects.filter(parliament=code).delete()
        for rows in _rows(code).values():
            rows.delete()
        parliament.delete()
        if code in frames():
            parliament_of(code)
        transaction.on_commit(corpus_changed)


def _rows(code: str) -> dict[str, QuerySet[Any]]:
    """The rows of a parliament by kind, in an order in which they can be deleted."""
    rows: dict[str, QuerySet[Any]] = {
        "speeches": Speech.objects.filter(parliament=code),
        "votes": Division.objects.filter(sitting__chamber__parliament=code),
        "other records": Entry.objects.filter(parliament=code),
        "bills": Bill.objects.filter(parliament=code),
        "committees": Committee.objects.filter(parliament=code),
        "elections": Election.objects.filter(parliament=code),
        "sittings": Sitting.objects.filter(chamber__parliament=code),
        "sessions": Session.objects.filter(parliament=code),
        "politicians": Politician.objects.filter(parliament=code),
    }
    return rows
