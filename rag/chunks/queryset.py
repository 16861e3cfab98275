"""The two legs of the search over chunks. A QuerySet takes vectors and terms, never clients.

Filters are ordinary Django filters; the legs themselves are SQL. The word search can run while the query is still being
embedded. Every candidate comes back with both scores, whichever leg found it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.core.exceptions import EmptyResultSet
from django.db import connections, models

# BM25's usual constant (Robertson and Zaragoza, 2009). The stored weights include it.
K1 = 1.2
SPARSE_DIMENSIONS = 1 << 29


@dataclass(frozen=True, slots=True)
class Words:
    """The query's terms: their weights by dimension, and the terms used to look up rows."""

    weights: Mapping[int, float]
    lookup: Sequence[int]


@dataclass(frozen=True, slots=True)
class Meaning:
    """The query's vector. With `exactly`, it is compared with every filtered row instead of walking the HNSW index."""

    vector: Sequence[float]
    exactly: bool = False

    def distance(self) -> str:
        """Returns the cosine distance to the vector as SQL. Half precision keeps three digits, so five places are
        enough."""
        literal = ",".join([f"{value:.5f}" for value in self.vector])
        return f"(embedding::halfvec({len(self.vector)}) <=> '[{literal}]'::halfvec({len(self.vector)}))"


class ChunkQuerySet(models.QuerySet[Any]):
    """A QuerySet of chunks with both legs of the search."""

    # The filters as SQL, cached on first use. A clone has its own filters and writes them itself.
    _written: str | None = None

    def embedded_with(self, model_id: int) -> Self:
        """Filters to the chunks of one model's index."""
        return self.filter(model_id=model_id)

    def pending(self) -> Self:
        """Filters to chunks that still need a vector."""
        return self.filter(embedding__isnull=True)

    def estimate_count(self) -> int:
        """Returns the row count that the planner expects, without counting."""
        try:
            where = self._where()
        except EmptyResultSet:
            return 0
        with connections[self.db].cursor() as cursor:
            cursor.execute(f"EXPLAIN (FORMAT JSON) SELECT 1 FROM {self._table()} WHERE {where}")
            (plan,) = cursor.fetchone()
        return int(plan[0]["Plan"]["Plan Rows"])

    def best_by_words(self, words: Words, depth: int) -> list[str]:
        """Returns the ctids of the `depth` rows with the highest BM25 score among those that contain a looked-up
        term."""
        try:
            where = self._where()
        except EmptyResultSet:
            return []
        if not words.lookup:
            return []
        terms = ",".join(str(int(term)) for term in words.lookup)
        with connections[self.db].cursor() as cursor:
            cursor.execute(
                f"SELECT ctid::text FROM {self._table()} WHERE {where} AND terms && '{{{terms}}}'::integer[] "
                f"ORDER BY {_product(words.weights)} LIMIT {int(depth)}"
            )
            return [place for (place,) in cursor.fetchall()]

    def score_rows(
        self, places: Sequence[str], words: Words | None, meaning: Meaning | None, depth: int, columns: Sequence[str]
    ) -> list[dict[str, Any]]:
        """Returns the rows at `places` and the `depth` nearest in meaning, unordered, as `columns` with both scores.

        `cosine` is None for a chunk that has no embedding yet; `score` is BM25. The QuerySet must be narrowed to one
        model (`embedded_with`), or it cannot use the HNSW index.
        """
        try:
            where = self._where()
        except EmptyResultSet:
            return []
        distance = meaning.distance() if meaning else ""
        cosine = f"1 - {distance}" if meaning else "NULL::float"
        score = f"-({_product(words.weights)})" if words and words.weights else "0::float"
        # Adding 0 hides the order from the index, so every filtered row is compared.
        order = f"{distance}{' + 0' if meaning and meaning.exactly else ''}"
        nearest = f"ARRAY({self._nearest(order, where, depth)})" if meaning else "'{}'::tid[]"
        with connections[self.db].cursor() as cursor:
            # A place may hold another row by now, so the filters apply again.
            cursor.execute(
                f"SELECT {_names(columns)}, {cosine} AS cosine, {score} AS score FROM {self._table()} "
                f"WHERE ctid = ANY({_tids(places)} || {nearest}) AND {where}"
            )
            names = [column.name for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def _nearest(self, order: str, where: str, depth: int) -> str:
        return (
            f"SELECT ctid FROM {self._table()} WHERE {where} AND embedding IS NOT NULL "
            f"ORDER BY {order} LIMIT {int(depth)}"
        )

    def sql(self) -> tuple[str, str]:
        """Returns the table and the filters as SQL with values written in, for counting rows."""
        return self._table(), self._where()

    def _table(self) -> str:
        return connections[self.db].ops.quote_name(self.model._meta.db_table)

    def _where(self) -> str:
        """Returns the filters as SQL over the chunk's own table, with values written in."""
        if self._written is None:
            self._written = self._write_where()
        return self._written

    def _write_where(self) -> str:
        where, parameters = self.query.get_compiler(using=self.db).compile(self.query.where)
        if sum(count > 0 for count in self.query.alias_refcount.values()) > 1:
            raise ValueError("Chunks are filtered by their own columns only.")
        with connections[self.db].cursor() as cursor:
            return cursor.mogrify(where, parameters) if where else "TRUE"


def sparse_literal(weights: Mapping[int, float]) -> str:
    """Returns a sparsevec literal: `{dimension:weight,…}/dimensions`, dimensions counted from 1.

    >>> sparse_literal({7: 0.5, 2: 1.25})
    '{2:1.25,7:0.5}/536870912'
    """
    entries = ",".join(f"{int(key)}:{float(value):.6g}" for key, value in sorted(weights.items()) if value)
    return f"{{{entries}}}/{SPARSE_DIMENSIONS}"


def _product(weights: Mapping[int, float]) -> str:
    """Returns SQL for pgvector's `<#>`, the negative inner product, so ascending order puts the best first."""
    return f"(weights <#> '{sparse_literal(weights)}'::sparsevec)"


def _tids(places: Sequence[str]) -> str:
    return "'{" + ",".join(f'"{place}"' for place in places) + "}'::tid[]"


def _names(columns: Iterable[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)
