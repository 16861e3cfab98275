"""The table in which is counted what Redis counts, while Redis is away (rag.serving.cache)."""

from typing import ClassVar

from django.db import migrations

_TABLE = """
CREATE UNLOGGED TABLE rag_count (
    cache_key varchar(255) PRIMARY KEY,
    value text NOT NULL,
    expires timestamptz NOT NULL
);
CREATE INDEX rag_count_expires ON rag_count (expires);
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("rag", "0006_faster_postings")]
    operations: ClassVar = [migrations.RunSQL(_TABLE, "DROP TABLE rag_count")]
