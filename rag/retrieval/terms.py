"""The words of a query as dimensions with their idf, and which of them to look up first."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from rag.chunks.queryset import K1, ChunkQuerySet

# No term can add more than its idf times this: the limit of BM25's saturation.
SATURATION = K1 + 1
# What a word weighs that is not the query's own but one that texts use for it.
RELATED = 0.5


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A term of the query: its dimension, in how many chunks it occurs, and its weight."""

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
        """The score that no chunk can exceed; 0 for a query without a term that occurs."""
        return SATURATION * sum(term.idf for term in self.terms)

    def found(self) -> tuple[QueryTerm, ...]:
        """The terms that occur at all."""
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
    """The terms of `query` with their counts from a table of term counts."""
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
    """The terms of `query` with their counts among few chunks, counted now; words `related` to them weigh less."""
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
    """BM25's idf in the form that is never negative (as in Lucene).

    >>> round(idf(0, 0), 3), idf(1, 1000) > idf(500, 1000) > 0
    (0.693, True)
    """
    return math.log(1 + (total - chunks + 0.5) / (chunks + 0.5)) if total else math.log(2)


def essential(terms: Sequence[QueryTerm], budget: int) -> list[QueryTerm]:
    """The rarest terms, as many as occur in `budget` chunks together; always the rarest one.

    A chunk that holds none of them can only score what the common terms give, which is little
    (Turtle and Flood's MaxScore, 1995).
    """
    chosen: list[QueryTerm] = []
    spent = 0
    for term in terms:
        if chosen and spent + term.chunks > budget:
            break
        chosen.append(term)
        spent += term.chunks
    return chosen
