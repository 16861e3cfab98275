"""An empty copy of the record's tables for a measurement. It disappears afterwards."""

import contextlib
from collections.abc import Iterator

from django.apps import apps
from django.db import connection, transaction

_SCHEMA = "measured"


@contextlib.contextmanager
def shadow_record() -> Iterator[None]:
    """Run a block against empty tables of the same shape. The record itself is neither seen nor touched.

    The tables live in a schema of their own, first in the search path, in a transaction that is rolled back.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE SCHEMA {_SCHEMA}")
            for table in _tables():
                cursor.execute(f"CREATE TABLE {_SCHEMA}.{table} (LIKE public.{table} INCLUDING ALL)")
            cursor.execute(f"SET LOCAL search_path TO {_SCHEMA}, public")
            for moment, name in (("INSERT", "NEW"), ("DELETE", "OLD")):
                cursor.execute(
                    f"CREATE TRIGGER count_terms_{name} AFTER {moment} ON speeches_chunk REFERENCING {name} TABLE AS "
                    f"changed FOR EACH STATEMENT EXECUTE FUNCTION speeches_count_terms()"
                )
        yield
        transaction.set_rollback(True)


def _tables() -> list[str]:
    return [model._meta.db_table for label in ("rag", "speeches") for model in apps.get_app_config(label).get_models()]
