"""Registering an embedding model, and the HNSW index over the chunks that it embeds."""

from django.db import connection, transaction

from rag.chunks.models import EmbeddingModel
from rag.clients.embedder import EmbeddingSpec

# Recall@50 of 0.98 at 200,000 rows (docs/architecture.md); pgvector's own defaults.
_M, _EF_CONSTRUCTION = 16, 64


def active_model() -> EmbeddingModel | None:
    """The model that searches use, None before anything was ever ingested."""
    return EmbeddingModel.objects.filter(active=True).first()


def register_model(spec: EmbeddingSpec, table: str) -> EmbeddingModel:
    """The row of a model, made when it is new together with its index over `table`; the first one becomes active."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('rag_register_model'))")
        model, created = EmbeddingModel.objects.get_or_create(
            name=spec.name,
            defaults={"dimensions": spec.dimensions, "active": active_model() is None},
        )
        if created:
            create_meaning_index(table, model)
    return model


def create_meaning_index(table: str, model: EmbeddingModel) -> None:
    """An index over one model's vectors only, since another model's have another length."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE INDEX IF NOT EXISTS {index_name(table, model)} ON {connection.ops.quote_name(table)} "
            f"USING hnsw ((embedding::halfvec({model.dimensions})) halfvec_cosine_ops) "
            f"WITH (m = {_M}, ef_construction = {_EF_CONSTRUCTION}) WHERE model_id = {model.pk}"
        )


def drop_meaning_index(table: str, model: EmbeddingModel) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX IF EXISTS {index_name(table, model)}")


def index_name(table: str, model: EmbeddingModel) -> str:
    return connection.ops.quote_name(f"{table}_meaning_{model.pk}")
