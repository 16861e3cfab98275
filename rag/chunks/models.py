"""The abstract chunk, a span of a record's text with what each leg of the search needs, and the embedding models."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from pgvector.django import HalfVectorField, SparseVectorField

from rag.chunks.queryset import SPARSE_DIMENSIONS, ChunkQuerySet


class EmbeddingModel(models.Model):
    """A model that embeds chunks.

    Several may exist while one replaces another. Searches use only the active ones: the main one, and the multilingual
    one if there is one.
    """

    name = models.CharField(max_length=200, unique=True)
    dimensions = models.PositiveIntegerField()
    active = models.BooleanField(default=False)
    # Serves the records of multilingual parliaments, beside the main model.
    multilingual = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["active", "multilingual"], condition=models.Q(active=True), name="one_active_model_of_a_kind"
            )
        ]

    def __str__(self) -> str:
        return self.name


class ChunkBase(models.Model):
    """`[start, end)` of the record's text. The header is indexed with it but is not part of it.

    `rag_postings` makes `terms` and `weights` from header and text. The embedding comes later; a chunk without one is
    still pending.
    """

    model = models.ForeignKey(EmbeddingModel, on_delete=models.CASCADE, related_name="+", db_index=False)
    index = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    header = models.TextField()
    language = models.CharField(max_length=2)
    terms = ArrayField(models.IntegerField())
    weights: Any = SparseVectorField(dimensions=SPARSE_DIMENSIONS)
    embedding: Any = HalfVectorField(null=True)

    objects = ChunkQuerySet.as_manager()

    class Meta:
        abstract = True
