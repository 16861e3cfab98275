"""Registering an embedding model, and the HNSW index over the chunks that it embeds."""

from django.db import connection, transaction

from rag.chunks.models import EmbeddingModel
from rag.clients.embedder import EmbeddingSpec


def active_model() -> EmbeddingModel | None:
    """The main model that searches use, None before anything was ever ingested."""
    return EmbeddingModel.objects.filter(active=True, multilingual=False).first()


def active_models() -> list[EmbeddingModel]:
    """Every model whose index is searched, the main one first."""
    return list(EmbeddingModel.objects.filter(active=True).order_by("multilingual"))


def register_model(spec: EmbeddingSpec, table: str = "", *, multilingual: bool = False) -> EmbeddingModel:
    """The row of a model, made when it is new, the first of its kind active; with its index over `table`, if named."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('rag_register_model'))")
        model, _ = EmbeddingModel.objects.get_or_create(
            name=spec.name,
            defaults={
                "dimensions": spec.dimensions,
                "multilingual": multilingual,
                "active": not EmbeddingModel.objects.filter(active=True, multilingual=multilingual).exists(),
            },
        )
        if table:
            create_meaning_index(table, model)
    return model


def create_meaning_index(table: str, model: EmbeddingModel) -> None:
    """An index over one model's vectors only, since another model's have another length. Nothing if it is there."""
    with connection.cursor() as cursor:
        name = index_name(table, model)
        cursor.execute("SELECT to_regclass(%s)", [name])
        if cursor.fetchone() == (None,):
            # The tables' owner makes it (see rag_create_meaning_index): the application's role owns no table.
            call = "SELECT rag_create_meaning_index(%s::regclass, %s, %s, %s)"
            cursor.execute(call, [connection.ops.quote_name(table), name, model.pk, model.dimensions])


def drop_meaning_index(table: str, model: EmbeddingModel) -> None:
    with connection.cursor() as cursor:
        name = index_name(table, model)
        cursor.execute("SELECT rag_drop_meaning_index(%s::regclass, %s)", [connection.ops.quote_name(table), name])


def index_name(table: str, model: EmbeddingModel) -> str:
    return f"{table}_meaning_{model.pk}"
