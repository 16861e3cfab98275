"""Registers embedding models, and builds the HNSW index over the chunks that each embeds."""

from django.db import connection, transaction

from rag.chunks.models import EmbeddingModel
from rag.clients.embedder import EmbeddingSpec


def active_model() -> EmbeddingModel | None:
    """Returns the main model that searches use; None before the first ingestion."""
    return EmbeddingModel.objects.filter(active=True, multilingual=False).first()


def active_models() -> list[EmbeddingModel]:
    """Returns every model whose index is searched, the main one first."""
    return list(EmbeddingModel.objects.filter(active=True).order_by("multilingual"))


def register_model(spec: EmbeddingSpec, table: str = "", *, multilingual: bool = False) -> EmbeddingModel:
    """Returns the row of a model, created if it is new. The first model of its kind becomes active. If `table` is
    given, also creates the model's index over it."""
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
    """Creates an index over one model's vectors, unless it exists. Each model has its own, because vectors differ in
    length."""
    with connection.cursor() as cursor:
        name = index_name(table, model)
        cursor.execute("SELECT to_regclass(%s)", [name])
        if cursor.fetchone() == (None,):
            # The tables' owner creates it (see rag_create_meaning_index), because the application's role owns no table.
            call = "SELECT rag_create_meaning_index(%s::regclass, %s, %s, %s)"
            cursor.execute(call, [connection.ops.quote_name(table), name, model.pk, model.dimensions])


def drop_meaning_index(table: str, model: EmbeddingModel) -> None:
    with connection.cursor() as cursor:
        name = index_name(table, model)
        cursor.execute("SELECT rag_drop_meaning_index(%s::regclass, %s)", [connection.ops.quote_name(table), name])


def index_name(table: str, model: EmbeddingModel) -> str:
    return f"{table}_meaning_{model.pk}"
