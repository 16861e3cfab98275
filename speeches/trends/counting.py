"""Counts in SQL: exact occurrences of words, each once, and speeches close in meaning to a subject."""

import datetime
from collections import Counter
from dataclasses import dataclass

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Count, Q, QuerySet, Sum
from django.utils.translation import gettext
from pgvector.django import CosineDistance

from rag.chunks.models import EmbeddingModel
from rag.clients.embedder import EmbedderError, scale_of
from rag.retrieval.embedding import query_vector
from rag.retrieval.terms import query_terms
from speeches.models import Chunk, Speech, TermCount
from speeches.search.calibration import calibration
from speeches.search.errors import SearchError
from speeches.search.phrases import must_hold, pattern

# A day and who is counted on it: a party's or member's key, a parliament's code, or None for all together.
Place = tuple[datetime.date, int | str | None]

# Groupings, each with the column that both chunks and speeches have.
COLUMNS = {"": "", "party": "party_id", "member": "politician_id", "parliament": "parliament_id"}

# This many passages are read in a few seconds; words found in more are not counted.
_MOST_CHUNKS = 100_000

# From this relevance on, a passage is more likely than not on the subject.
_LIKELY = 0.5

# Chunks overlap. Each chunk counts the occurrences that begin before the next chunk does; the next one counts the rest.
# An occurrence may end after its chunk.
_COUNT = """
SELECT held.date, {key}, sum(
    regexp_count(substr(said.text, held.start + 1, held."end" - held.start + %(beyond)s), %(pattern)s, 1, 'i')
    - regexp_count(substr(said.text, cut.place + 1, held."end" - cut.place + %(beyond)s), %(pattern)s, 1, 'i'))
FROM (SELECT * FROM {chunks} WHERE {where}) AS held
JOIN {speeches} AS said ON said.id = held.speech_id
LEFT JOIN {chunks} AS next
    ON (next.speech_id, next.model_id, next.index) = (held.speech_id, held.model_id, held.index + 1)
CROSS JOIN LATERAL (SELECT least(held."end", coalesce(next.start, held."end")) AS place) AS cut
GROUP BY 1, 2
"""


@dataclass(frozen=True, slots=True)
class WordCounts:
    """Occurrences of a phrase and total words spoken, by day and speaker."""

    found: Counter[Place]
    said: Counter[Place]


def occurrences(
    phrase: str, condition: Q, models: tuple[EmbeddingModel, ...], language: str, by: str
) -> Counter[Place]:
    """How often a phrase occurs in speeches in a language, exactly as typed except for case. Raises SearchError for
    words found in nearly every sentence."""
    found: Counter[Place] = Counter()
    for model in models:
        table = TermCount._meta.db_table
        terms = query_terms(phrase, table, model.pk, language).terms
        if not terms or terms[0].chunks > _MOST_CHUNKS:
            text = gettext("“{phrase}” is in too many sentences to be counted. Take words that say more.")
            raise SearchError("q", text.format(phrase=phrase))
        holding = must_hold([phrase], table, model.pk, language, Chunk)
        chunks = Chunk.objects.embedded_with(model.pk).filter(condition & Q(language=language) & holding)
        try:
            chunk_table, where = chunks.sql()
        except EmptyResultSet:
            continue
        sql = _COUNT.format(
            key=f"held.{COLUMNS[by]}" if by else "NULL",
            chunks=chunk_table,
            where=where.replace("%", "%%"),
            speeches=connection.ops.quote_name(Speech._meta.db_table),
        )
        with connection.cursor() as cursor:
            cursor.execute(sql, {"pattern": pattern(phrase), "beyond": 2 * len(phrase)})
            for day, key, count in cursor.fetchall():
                if count:
                    found[day, key] += int(count)
    return found


def near(subject: str, condition: Q, models: tuple[EmbeddingModel, ...], language: str, by: str) -> Counter[Place]:
    """How many speeches in a language have a passage that is more likely than not on a subject, by meaning. Raises
    SearchError if the embedding model is away."""
    found: Counter[Place] = Counter()
    columns = ["date", *([COLUMNS[by]] if by else [])]
    for chunks in passages_on(subject, condition, models, language):
        for row in chunks.values(*columns).annotate(count=Count("speech", distinct=True)):
            found[row["date"], row[COLUMNS[by]] if by else None] += row["count"]
    return found


def passages_on(subject: str, condition: Q, models: tuple[EmbeddingModel, ...], language: str) -> list[QuerySet[Chunk]]:
    """For each model, the passages that are more likely than not on a subject. Raises SearchError."""
    found = []
    for model in models:
        scale, score = scale_of(model.name), calibration(model.name, "subject").score(_LIKELY)
        try:
            distance = CosineDistance("embedding", query_vector(subject, model.name).tolist())
        except EmbedderError as error:
            text = gettext("Counting by meaning is not possible now: {error} Count words.")
            raise SearchError("mode", text.format(error=error)) from error
        chunks = Chunk.objects.embedded_with(model.pk).filter(condition & Q(language=language)).order_by()
        found.append(chunks.alias(distance=distance).filter(distance__lte=1 - (scale.low + scale.span * score)))
    return found


def count_words(condition: Q, language: str, by: str) -> Counter[Place]:
    """The number of words in speeches in a language, by day and speaker."""
    columns = ["date", *([COLUMNS[by]] if by else [])]
    speeches = Speech.objects.filter(condition, language=language).order_by()
    return Counter(
        {
            (row["date"], row[COLUMNS[by]] if by else None): row["words"]
            for row in speeches.values(*columns).annotate(words=Sum("word_count"))
        }
    )
