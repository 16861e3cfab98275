"""The two legs of the search over chunks. A QuerySet takes vectors and terms, never clients.

Filters are ordinary Django filters. The legs themselves are SQL: both run in one statement, and every
candidate comes back with both of its scores, whichever leg found it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.core.exceptions import EmptyResultSet
from django.db import connection, models

# BM25's usual constants (Robertson and Zaragoza, 2009). They are built into the stored weights.
K1 = 1.2
SPARSE_DIMENSIONS = 1 << 29


@dataclass(frozen=True, slots=True)
class Legs:
    """What to look for: a vector, weighted terms, or both, and how many rows each leg brings.

    `weights` are all terms of the query by dimension, `lookup` those of them by which rows are found.
    `exactly` compares every filtered row with the vector instead of walking the HNSW index. Without `nearest`
    the vector only scores what the words find.
    """

    vector: Sequence[float] | None
    weights: Mapping[int, float]
    lookup: Sequence[int]
    depth: int = 100
    exactly: bool = False
    nearest: bool = True


class ChunkQuerySet(models.QuerySet[Any]):
    """Chunks to search among."""

    def embedded_with(self, model_id: int) -> Self:
        """The chunks of one model's index."""
        return self.filter(model_id=model_id)

    def pending(self) -> Self:
        """Chunks that wait for their vector."""
        return self.filter(embedding__isnull=True)

    def estimated(self) -> int:
        """How many rows the planner expects, without counting them."""
        try:
            where = self._where()
        except EmptyResultSet:
            return 0
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (FORMAT JSON) SELECT 1 FROM {self._table()} WHERE {where}")
            (plan,) = cursor.fetchone()
        return int(plan[0]["Plan"]["Plan Rows"])

    def hybrid(self, legs: Legs, columns: Sequence[str]) -> list[dict[str, Any]]:
        """The rows that either leg finds, unordered, as `columns` with `cosine` and `score` (BM25).

        A chunk that is not embedded yet has the cosine None. The QuerySet must be narrowed to one
        model (`embedded_with`), or the HNSW index cannot serve.
        """
        try:
            where = self._where()
        except EmptyResultSet:
            return []
        cosine = f"1 - {_distance(legs.vector)}" if legs.vector is not None else "NULL::float"
        score = f"-({_product(legs.weights)})" if legs.weights else "0::float"
        found = " UNION ALL ".join(self._legs(legs, where))
        if not found:
            return []
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT {_names(columns)}, {cosine} AS cosine, {score} AS score "
                f"FROM {self._table()} WHERE ctid = ANY(ARRAY({found}))"
            )
            names = [column.name for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def _legs(self, legs: Legs, where: str) -> Iterable[str]:
        select = f"SELECT ctid FROM {self._table()} WHERE {where}"
        if legs.vector is not None and legs.nearest:
            # Adding 0 hides the order from the index, so that every filtered row is compared.
            order = f"{_distance(legs.vector)}{' + 0' if legs.exactly else ''}"
            yield f"({select} AND embedding IS NOT NULL ORDER BY {order} LIMIT {legs.depth})"
        if legs.lookup:
            terms = ",".join(str(int(term)) for term in legs.lookup)
            order = _product(legs.weights)
            yield f"({select} AND terms && '{{{terms}}}'::integer[] ORDER BY {order} LIMIT {legs.depth})"

    def _table(self) -> str:
        return connection.ops.quote_name(self.model._meta.db_table)

    def _where(self) -> str:
        """The filters as SQL over the chunk's own table, values written in."""
        where, parameters = self.query.get_compiler(connection=connection).compile(self.query.where)
        if sum(count > 0 for count in self.query.alias_refcount.values()) > 1:
            raise ValueError("Chunks are filtered by their own columns only.")
        with connection.cursor() as cursor:
            return cursor.mogrify(where, parameters) if where else "TRUE"


def sparse_literal(weights: Mapping[int, float]) -> str:
    """The text form of a sparsevec: `{dimension:weight,…}/dimensions`, dimensions counted from 1.

    >>> sparse_literal({7: 0.5, 2: 1.25})
    '{2:1.25,7:0.5}/536870912'
    """
    entries = ",".join(f"{int(key)}:{float(value):.6g}" for key, value in sorted(weights.items()) if value)
    return f"{{{entries}}}/{SPARSE_DIMENSIONS}"


def _distance(vector: Sequence[float]) -> str:
    literal = ",".join(f"{float(value):.6g}" for value in vector)
    return f"(embedding::halfvec({len(vector)}) <=> '[{literal}]'::halfvec({len(vector)}))"


def _product(weights: Mapping[int, float]) -> str:
    """pgvector's `<#>` is the negative inner product, so that the best comes first."""
    return f"(weights <#> '{sparse_literal(weights)}'::sparsevec)"


def _names(columns: Iterable[str]) -> str:
    return ", ".join(connection.ops.quote_name(column) for column in columns)
