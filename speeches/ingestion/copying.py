"""Rows of a model by COPY: Django's INSERT writes every value into the statement, which costs more than to store it."""

from collections.abc import Sequence

from django.db import connection, models


def copy_in(rows: Sequence[models.Model]) -> None:
    """Write rows of one model that bring their own primary keys. The caller holds a transaction."""
    if not rows:
        return
    fields = rows[0]._meta.concrete_fields
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    table = connection.ops.quote_name(rows[0]._meta.db_table)
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row([field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields])
