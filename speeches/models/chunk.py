"""The searched rows of the record. All that a search filters by stands in the row itself."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from rag.chunks.models import ChunkBase, EmbeddingModel
from speeches.models.parliament import Chamber, Parliament
from speeches.models.people import Party, Politician
from speeches.models.record import Speech


class Chunk(ChunkBase):
    """A stretch of a speech in one voice; `politician` is whose, an interjector where one interjects."""

    pk: Any = models.CompositePrimaryKey("speech_id", "model_id", "index")
    # The primary key begins with the speech, so it serves as its index.
    speech = models.ForeignKey(Speech, on_delete=models.CASCADE, related_name="+", db_index=False)
    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="+", db_index=False)
    chamber = models.ForeignKey(Chamber, on_delete=models.CASCADE, related_name="+", db_index=False)
    politician = models.ForeignKey(Politician, on_delete=models.SET_NULL, related_name="+", null=True)
    party = models.ForeignKey(Party, on_delete=models.SET_NULL, related_name="+", null=True)
    date = models.DateField()
    kind = models.CharField(max_length=20)
    state = models.CharField(max_length=100)
    electorate = models.CharField(max_length=200)
    debate_type = models.CharField(max_length=200)
    topics = ArrayField(models.CharField(max_length=200))
    source_type = models.CharField(max_length=20, default="hansard")

    class Meta:
        indexes = [
            # A short pending list: new postings go in by the hundred, and a search has little to read beside the index.
            GinIndex(fields=["terms"], name="chunk_terms", fastupdate=True, gin_pending_list_limit=256),
            GinIndex(fields=["topics"], name="chunk_topics"),
            # Without the second index for LIKE that `db_index` would add: every index slows ingestion.
            *(
                models.Index(fields=[name], name=f"chunk_{name}")
                for name in ("date", "state", "electorate", "debate_type")
            ),
            models.Index(
                fields=["model", "speech", "index"],
                condition=models.Q(embedding__isnull=True),
                name="chunk_pending",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.speech_id} [{self.start}, {self.end})"


class TermCount(models.Model):
    """In how many chunks of a model's index a term occurs; dimension 0 counts the chunks. Kept by a trigger."""

    pk: Any = models.CompositePrimaryKey("model_id", "language", "dimension")
    model = models.ForeignKey(EmbeddingModel, on_delete=models.CASCADE, related_name="+", db_index=False)
    language = models.CharField(max_length=2)
    dimension = models.IntegerField()
    chunks = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.dimension}: {self.chunks}"
