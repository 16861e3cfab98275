"""The two legs of the search as queries over chunks. They take vectors and terms, never clients."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from django.db import connection, models
from django.db.models import F, FloatField, Func, Value
from django.db.models.expressions import RawSQL

# BM25's usual constants (Robertson and Zaragoza, 2009). They are built into the stored weights.
K1 = 1.2


class ChunkQuerySet(models.QuerySet[Any]):
    """Chunks to search among. Filters come first, then one leg."""

    def embedded_with(self, model_id: int) -> Self:
        return self.filter(model_id=model_id)

    def pending(self) -> Self:
        return self.filter(embedding__isnull=True)

    def estimated(self) -> int:
        """How many rows the planner expects, without counting them."""
        sql, parameters = self.order_by().values("pk").query.sql_with_params()
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", parameters)
            (plan,) = cursor.fetchone()
        return int(plan[0]["Plan"]["Plan Rows"])

    def by_meaning(self, vector: Sequence[float], *, exactly: bool) -> Self:
        """Nearest first, `cosine` on each. `exactly` compares every row, otherwise the HNSW index is walked."""
        dimensions = len(vector)
        literal = "[" + ",".join(f"{value:.6g}" for value in vector) + "]"
        table = connection.ops.quote_name(self.model._meta.db_table)
        distance = RawSQL(
            f'({table}."embedding"::halfvec({dimensions}) <=> %s::halfvec({dimensions}))',  # noqa: S608
            (literal,),
            output_field=FloatField(),
        )
        order: Any = distance + Value(0.0) if exactly else distance
        return self.filter(embedding__isnull=False).annotate(cosine=Value(1.0) - distance).order_by(order)

    def by_words(self, weights: Mapping[int, float], candidates: Sequence[int]) -> Self:
        """Best BM25 score first, `score` on each, among rows that hold one of `candidates` (dimensions)."""
        # Added terms outside of `candidates` still count: a row is scored by all of `weights`.
        return (
            self.filter(terms__overlap=list(candidates))
            .annotate(score=-_InnerProduct(F("weights"), Value(sparse_literal(weights))))
            .order_by("-score")
        )


class _InnerProduct(Func):
    """pgvector's `<#>`, the negative inner product, against a sparse vector literal."""

    template = "(%(expressions)s)"
    arg_joiner = " <#> "
    output_field = FloatField()

    def as_sql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        sql, parameters = super().as_sql(compiler, connection, **context)
        return sql.replace("<#> %s", "<#> %s::sparsevec"), parameters


def sparse_literal(weights: Mapping[int, float]) -> str:
    """The text form of a sparsevec: `{dimension:weight,…}/dimensions`, dimensions counted from 1."""
    entries = ",".join(f"{dimension}:{weight:.6g}" for dimension, weight in sorted(weights.items()) if weight)
    return f"{{{entries}}}/{1 << 29}"
