"""Switches to another embedding model: its index grows beside the old one, which serves until the new is complete."""

from collections.abc import Callable

from django.db import connection, transaction

from rag.chunks.index import create_meaning_index, drop_meaning_index
from rag.chunks.models import EmbeddingModel
from speeches.ingestion.embedding import any_pending_of, configured_model, current_model, embed_pending
from speeches.models import Chunk, EntryChunk
from speeches.search.version import corpus_changed

_TABLES = {Chunk: "speech_id", EntryChunk: "entry_id"}
_COPY = """
INSERT INTO {table} (model_id, embedding, {columns})
SELECT %(new)s, NULL, {columns} FROM {table} old WHERE model_id = %(old)s AND NOT EXISTS (
    SELECT 1 FROM {table} WHERE {owner} = old.{owner} AND model_id = %(new)s AND index = old.index)
"""


def reembed(progress: Callable[[int, int], None] | None = None) -> tuple[EmbeddingModel, int]:
    """Embed the record with the model in EMBEDDING_MODEL and switch to it. Returns the model and the number of vectors.

    May be stopped and restarted at any time: what is embedded stays. Searches go on meanwhile, and chunks ingested
    meanwhile are embedded too.
    """
    old, new = current_model(), configured_model()
    if old == new:
        return new, 0
    done = 0
    while True:
        missing = _copy_missing(old, new)
        if not missing and not any_pending_of(new):
            if _switch(old, new):
                break
            continue
        total = sum(table.objects.embedded_with(new.pk).count() for table in _TABLES)

        def tell(count: int) -> None:
            nonlocal done
            done += count
            if progress:
                progress(done, max(total, done))  # noqa: B023

        embed_pending(new, tell)
    corpus_changed()
    return new, done


def _copy_missing(old: EmbeddingModel, new: EmbeddingModel) -> int:
    """Copy the chunks that the new index lacks from the old one, without their vectors. Returns how many."""
    own, copied = {"model_id", "embedding"}, 0
    with connection.cursor() as cursor:
        for table, owner in _TABLES.items():
            names = [str(field.column) for field in table._meta.concrete_fields if field.column not in own]
            columns = ", ".join(connection.ops.quote_name(name) for name in names)
            create_meaning_index(table._meta.db_table, new)
            copying = _COPY.format(table=table._meta.db_table, owner=owner, columns=columns)
            cursor.execute(copying, {"old": old.pk, "new": new.pk})
            copied += int(cursor.rowcount)
    return copied


def _switch(old: EmbeddingModel, new: EmbeddingModel) -> bool:
    """Make the new model the active one, unless something was ingested at the last moment."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in _TABLES:
            cursor.execute(f"LOCK TABLE {table._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
        if _copy_missing(old, new):
            return False
        EmbeddingModel.objects.filter(pk=old.pk).update(active=False)
        EmbeddingModel.objects.filter(pk=new.pk).update(active=True)
        for table in _TABLES:
            table.objects.embedded_with(old.pk)._raw_delete("default")
    # The old model's row stays: a scheme's bylaws may still be embedded with it.
    for table in _TABLES:
        drop_meaning_index(table._meta.db_table, old)
    return True
