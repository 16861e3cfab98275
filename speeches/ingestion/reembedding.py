"""Another embedding model takes over: its index grows beside the old one, which serves until it is complete."""

from collections.abc import Callable

from django.db import connection, transaction

from rag.chunks.index import drop_meaning_index
from rag.chunks.models import EmbeddingModel
from speeches.ingestion.embedding import configured_model, current_model, embed_pending
from speeches.models import Chunk
from speeches.search.version import corpus_changed

_TABLE = Chunk._meta.db_table
_COPY = """
INSERT INTO speeches_chunk (model_id, embedding, {columns})
SELECT %(new)s, NULL, {columns} FROM speeches_chunk old WHERE model_id = %(old)s AND NOT EXISTS (
    SELECT 1 FROM speeches_chunk WHERE speech_id = old.speech_id AND model_id = %(new)s AND index = old.index)
"""


def reembed(progress: Callable[[int, int], None] | None = None) -> tuple[EmbeddingModel, int]:
    """Embed the record with the model in EMBEDDING_MODEL and switch to it; returns the model and its vectors.

    May be stopped and started again at any time: what is embedded stays. Searches go on meanwhile,
    and what is ingested meanwhile is taken along.
    """
    old, new = current_model(), configured_model()
    if old == new:
        return new, 0
    done = 0
    while True:
        missing = _copy_missing(old, new)
        if not missing and not Chunk.objects.embedded_with(new.pk).pending().exists():
            if _switch(old, new):
                break
            continue
        total = Chunk.objects.embedded_with(new.pk).count()

        def tell(count: int) -> None:
            nonlocal done
            done += count
            if progress:
                progress(done, max(total, done))  # noqa: B023

        embed_pending(new, tell)
    corpus_changed()
    return new, done


def _copy_missing(old: EmbeddingModel, new: EmbeddingModel) -> int:
    """Chunks that the old index has and the new one has not, without their vectors."""
    own = {"model_id", "embedding"}
    columns = ", ".join(
        connection.ops.quote_name(str(field.column)) for field in Chunk._meta.concrete_fields if field.column not in own
    )
    with connection.cursor() as cursor:
        cursor.execute(_COPY.format(columns=columns), {"old": old.pk, "new": new.pk})
        return int(cursor.rowcount)


def _switch(old: EmbeddingModel, new: EmbeddingModel) -> bool:
    """Make the new model the active one, unless something was ingested at the last moment."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {_TABLE} IN SHARE ROW EXCLUSIVE MODE")
        if _copy_missing(old, new):
            return False
        EmbeddingModel.objects.filter(pk=old.pk).update(active=False)
        EmbeddingModel.objects.filter(pk=new.pk).update(active=True)
        Chunk.objects.embedded_with(old.pk)._raw_delete("default")
    # The old model's row stays: a scheme's bylaws may still be embedded with it.
    drop_meaning_index(_TABLE, old)
    return True
