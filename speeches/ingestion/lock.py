"""One writer of the record at a time."""

from django.db import connection


def lock_writing() -> None:
    """Wait until nobody else writes, and keep others waiting until this transaction ends.

    Two writers would create the same person or speech twice.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('speeches_store'))")
