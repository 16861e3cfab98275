"""The rows that a search reads. Each row holds every value that a search filters by."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from rag.chunks.models import ChunkBase, EmbeddingModel
from speeches.models.bills import Bill
from speeches.models.entries import Entry
from speeches.models.parliament import Chamber, Parliament
from speeches.models.people import Party, Politician
from speeches.models.record import Speech
from speeches.models.source_types import SourceType


class RecordChunk(ChunkBase):
    """The columns by which chunks of speeches and of all other records are filtered."""

    # The interjector, if the words are an interjection.
    politician = models.ForeignKey(Politician, on_delete=models.SET_NULL, related_name="+", null=True)
    party = models.ForeignKey(Party, on_delete=models.SET_NULL, related_name="+", null=True)
    kind = models.CharField(max_length=20)
    state = models.CharField(max_length=100)
    electorate = models.CharField(max_length=200)
    debate_type = models.CharField(max_length=200)
    topics = ArrayField(models.CharField(max_length=200))
    source_type = models.CharField(max_length=20, default=SourceType.HANSARD)

    class Meta:
        abstract = True


class Chunk(RecordChunk):
    """A stretch of a speech in one voice; `politician` is the speaker."""

    pk: Any = models.CompositePrimaryKey("speech_id", "model_id", "index")
    # The primary key begins with the speech, so it serves as its index.
    speech = models.ForeignKey(Speech, on_delete=models.CASCADE, related_name="+", db_index=False)
    # Copied from the speech, whose keys the database checks. Checking them again for every chunk would slow ingestion.
    parliament = models.ForeignKey(
        Parliament, on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    chamber = models.ForeignKey(
        Chamber, on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    date = models.DateField()

    class Meta:
        indexes = [
            # A short pending list: postings are inserted by the hundred, and a search reads little outside the index.
            GinIndex(fields=["terms"], name="chunk_terms", fastupdate=True, gin_pending_list_limit=256),
            GinIndex(fields=["topics"], name="chunk_topics"),
            # Without the second index for LIKE that `db_index` would add, because every index slows ingestion.
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


class EntryChunk(RecordChunk):
    """A stretch of the text of a record that is not a speech. Chunks of the kinds in `BY_WORDS` never get a vector."""

    pk: Any = models.CompositePrimaryKey("entry_id", "model_id", "index")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+", db_index=False)
    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="+")
    chamber = models.ForeignKey(Chamber, on_delete=models.CASCADE, related_name="+", null=True)
    bill = models.ForeignKey(Bill, on_delete=models.SET_NULL, related_name="+", null=True)
    date = models.DateField(null=True)

    class Meta:
        indexes = [
            GinIndex(fields=["terms"], name="entry_chunk_terms"),
            models.Index(fields=["model", "source_type", "date"], name="entry_chunk_type"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} [{self.start}, {self.end})"


class TermCount(models.Model):
    """How many chunks of a model's index contain a term; dimension 0 counts all chunks. A trigger keeps the counts."""

    pk: Any = models.CompositePrimaryKey("model_id", "language", "dimension")
    # The model of the chunks that the trigger counts.
    model = models.ForeignKey(
        EmbeddingModel, on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    language = models.CharField(max_length=2)
    dimension = models.IntegerField()
    chunks = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.dimension}: {self.chunks}"
