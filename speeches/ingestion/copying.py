"""Writes rows by COPY. Django's INSERT writes every value into the statement, which costs more than storing it."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models


def copy_rows(table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write rows into a table. The caller holds a transaction, and `rows` must not query the database.

    Raises Django's database errors: DataError for a value too long for its column, which `bulk_create` would cut.
    """
    named = ", ".join(map(connection.ops.quote_name, columns))
    statement = f"COPY {connection.ops.quote_name(table)} ({named}) FROM STDIN"
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)


def copy_in(rows: Sequence[models.Model]) -> None:
    """Write rows of one model. They bring their own primary keys."""
    if rows:
        fields = rows[0]._meta.concrete_fields
        values = ([field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields] for row in rows)
        copy_rows(rows[0]._meta.db_table, [str(field.column) for field in fields], values)
