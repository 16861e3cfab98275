"""Turns the words of a query into dimensions with their idf, and chooses which to look up first."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from rag.chunks.queryset import K1, ChunkQuerySet

# A term adds at most its idf times this to a BM25 score, because BM25 saturates.
SATURATION = K1 + 1
# The weight of a related word that texts use for a word of the query.
RELATED = 0.5


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A term of the query: its dimension, the number of chunks that contain it, and its weight."""

    dimension: int
    chunks: int
    idf: float


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """A query's terms, rarest first. `total` is the number of chunks in the index."""

    terms: tuple[QueryTerm, ...]
    total: int

    @property
    def weights(self) -> dict[int, float]:
        return {term.dimension: term.idf for term in self.terms}

    @property
    def ceiling(self) -> float:
        """The score that no chunk can exceed; 0 for a query without terms."""
        return SATURATION * sum(term.idf for term in self.terms)

    def occurring(self) -> tuple[QueryTerm, ...]:
        """Returns the terms that occur in any chunk."""
        return tuple(term for term in self.terms if term.chunks)


_QUERY = """
SELECT t.dimension, coalesce(max(c.chunks), 0), (SELECT coalesce(sum(chunks), 0) FROM {table}
        WHERE model_id = %(model)s AND dimension = 0 AND language = ANY(%(languages)s))
FROM (SELECT DISTINCT rag_dimension(lexeme) AS dimension
      FROM unnest(to_tsvector(%(config)s::regconfig, translate(%(query)s, U&'\\00A0', ' ')))) AS t
LEFT JOIN {table} c ON c.model_id = %(model)s AND c.language = ANY(%(languages)s) AND c.dimension = t.dimension
GROUP BY t.dimension
"""


def query_terms(query: str, table: str, model_id: int, language: str) -> QueryTerms:
    """Returns the terms of `query` with their counts from a table of term counts."""
    with connection.cursor() as cursor:
        cursor.execute(
            _QUERY.format(table=connection.ops.quote_name(table)),
            {"query": query, "config": f"rag_{language}", "model": model_id, "languages": [language]},
        )
        rows = cursor.fetchall()
    total = int(rows[0][2]) if rows else 0
    terms = [QueryTerm(dimension, int(chunks), idf(int(chunks), total)) for dimension, chunks, _ in rows]
    return QueryTerms(tuple(sorted(terms, key=lambda term: (term.chunks, term.dimension))), total)


_AMONG = """
SELECT t.dimension, bool_or(t.own), (SELECT count(*) FROM {table} WHERE {where} AND terms @> ARRAY[t.dimension]),
    (SELECT count(*) FROM {table} WHERE {where})
FROM (SELECT DISTINCT rag_dimension(lexeme) AS dimension, number = 1 AS own
      FROM unnest(%(texts)s::text[]) WITH ORDINALITY AS given(words, number),
          unnest(to_tsvector(%(config)s::regconfig, translate(words, U&'\\00A0', ' ')))) AS t
GROUP BY t.dimension
"""


def query_terms_among(query: str, related: Sequence[str], chunks: ChunkQuerySet, language: str) -> QueryTerms:
    """Returns the terms of `query`, counted now among a small set of chunks. The `related` words weigh less."""
    table, where = chunks.sql()
    with connection.cursor() as cursor:
        values: dict[str, Any] = {"texts": [query, " ".join(related)], "config": f"rag_{language}"}
        cursor.execute(_AMONG.format(table=table, where=where.replace("%", "%%")), values)
        rows = cursor.fetchall()
    total = int(rows[0][3]) if rows else 0
    terms = [
        QueryTerm(dimension, int(found), idf(int(found), total) * (1.0 if own else RELATED))
        for dimension, own, found, _ in rows
    ]
    return QueryTerms(tuple(sorted(terms, key=lambda term: (term.chunks, term.dimension))), total)


def idf(chunks: int, total: int) -> float:
    """Returns BM25's idf in the form that is never negative (as in Lucene).

    >>> round(idf(0, 0), 3), idf(1, 1000) > idf(500, 1000) > 0
    (0.693, True)
    """
    return math.log(1 + (total - chunks + 0.5) / (chunks + 0.5)) if total else math.log(2)


def essential(terms: Sequence[QueryTerm], budget: int) -> list[QueryTerm]:
    """Returns the rarest terms that together occur in at most `budget` chunks, and always the rarest one.

    A chunk without any of them scores only what the common terms give, which is little (Turtle and Flood's MaxScore,
    1995).
    """
    chosen: list[QueryTerm] = []
    spent = 0
    for term in terms:
        if chosen and spent + term.chunks > budget:
            break
        chosen.append(term)
        spent += term.chunks
    return chosen
