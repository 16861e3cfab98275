"""Times a search against its bare parts, at two sizes, and measures the cost and recall of filters."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.db import connection

from benchmarks import corpus
from benchmarks.table import median, p95, print_table, times
from rag.chunks.index import active_model
from rag.chunks.models import EmbeddingModel
from rag.chunks.queryset import ChunkQuerySet, Meaning, sparse_literal
from rag.retrieval.embedding import query_vector
from rag.retrieval.terms import QueryTerms, essential, query_terms
from speeches.models import Chunk, TermCount
from speeches.search import candidates
from speeches.search.engine import SearchRequest, search
from speeches.search.filters import Filters

SIZES = (10_000, 200_000)
LARGE_SIZES = (10_000, 100_000, 1_000_000)
_ROUNDS = 6
_TABLE = Chunk._meta.db_table
_COLUMNS = ["speech_id", "index"]


def run(sizes: Sequence[int] = SIZES) -> None:
    """Prints times at each size, times and recall under filters, and the ratio of the last size to the first."""
    hybrid: dict[int, float] = {}
    asked = corpus.questions()
    for size in sizes:
        built = corpus.build(size)
        print(f"\n{size:,} chunks: index built in {built:.0f} s; {_sizes()}")
        model = active_model()
        assert model is not None
        rounds = _rounds(model, asked)
        parts = [
            (name, median([median(one[name]) for one in rounds]), median([p95(one[name]) for one in rounds]))
            for name in rounds[0]
        ]
        hybrid[size] = parts[-1][2]
        print_table(f"{size:,} chunks, {len(asked)} questions, milliseconds", ("what", "median", "p95"), parts)
        shares = sorted(_share(one) for one in rounds)
        print(
            f"\nhybrid p95 / (embedding + both bare legs) p95, of {_ROUNDS} rounds: "
            f"median {median(shares):.2f}, {shares[0]:.2f} to {shares[-1]:.2f}"
        )
        _filters(model, asked)
    small, large = hybrid[sizes[0]], hybrid[sizes[-1]]
    print(f"\nhybrid p95 at {sizes[-1]:,} / at {sizes[0]:,} = {large:.1f} / {small:.1f} = {large / small:.2f}")


def run_large() -> None:
    """The same at up to a million chunks. Takes most of an hour."""
    run(LARGE_SIZES)


def _sizes() -> str:
    """Returns the sizes on disk of the chunks and of their indexes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexrelid::regclass::text, pg_size_pretty(pg_relation_size(indexrelid)) FROM pg_index "
            "WHERE indrelid = %s::regclass ORDER BY pg_relation_size(indexrelid) DESC LIMIT 3",
            [_TABLE],
        )
        indexes = ", ".join(f"{name} {size}" for name, size in cursor.fetchall())
        cursor.execute("SELECT pg_size_pretty(pg_table_size(%s::regclass))", [_TABLE])
        return f"table {cursor.fetchone()[0]}, {indexes}"


def _share(taken: dict[str, list[float]]) -> float:
    *bare, whole = taken.values()
    return p95(whole) / sum(p95(values) for values in bare)


def _rounds(model: EmbeddingModel, asked: Sequence[str]) -> list[dict[str, list[float]]]:
    """Times each part and the whole in rounds, so that other load on the machine affects all alike."""
    vectors = [query_vector(question, model.name).tolist() for question in asked]
    terms = [query_terms(question, TermCount._meta.db_table, model.pk, "en") for question in asked]
    actions: dict[str, Callable[[int], object]] = {
        "embedding the query": lambda n: query_vector(asked[n % len(asked)], model.name),
        "bare leg: meaning": lambda n: _bare_meaning(vectors[n % len(asked)], model),
        "bare leg: words": lambda n: _bare_words(terms[n % len(asked)], model),
        "hybrid search": lambda n: search(SearchRequest(asked[n % len(asked)])),
    }
    for action in actions.values():
        times(action, len(asked))
    return [{name: times(action, len(asked)) for name, action in actions.items()} for _ in range(_ROUNDS)]


def _bare_meaning(vector: Sequence[float], model: EmbeddingModel) -> None:
    literal = ",".join(f"{value:.6g}" for value in vector)
    _fetch(
        f"SELECT speech_id, index FROM {_TABLE} WHERE model_id = {model.pk} "
        f"ORDER BY embedding::halfvec({len(vector)}) <=> '[{literal}]'::halfvec({len(vector)}) LIMIT 100"
    )


def _bare_words(terms: QueryTerms, model: EmbeddingModel) -> None:
    lookup = ",".join(str(term.dimension) for term in essential(terms.occurring(), candidates._LOOKUP))
    _fetch(
        f"SELECT speech_id, index FROM {_TABLE} WHERE model_id = {model.pk} AND terms && '{{{lookup}}}'::integer[] "
        f"ORDER BY weights <#> '{sparse_literal(terms.weights)}'::sparsevec LIMIT 100"
    )


def _filters(model: EmbeddingModel, asked: Sequence[str]) -> None:
    rows: list[tuple[str, float, float, object, object]] = []
    unfiltered = times(lambda n: search(SearchRequest(asked[n])), len(asked))
    everything = Chunk.objects.embedded_with(model.pk)
    rows.append(("none", median(unfiltered), p95(unfiltered), 1.0, _recall(everything, model, asked)))
    for name, (value, share) in corpus.SELECTIVITY.items():
        filters = replace(Filters(), **{name: value})  # type: ignore[arg-type]
        taken = times(lambda n, chosen=filters: search(SearchRequest(asked[n], chosen)), len(asked))  # type: ignore[misc]
        recall = _recall(everything.filter(**{name: value}), model, asked)
        rows.append((f"{share:.1%} of the chunks", median(taken), p95(taken), p95(taken) / p95(unfiltered), recall))
    print_table("Filters", ("filter", "median ms", "p95 ms", "p95 / unfiltered", "recall@100 of exact"), rows)


def _recall(chunks: ChunkQuerySet, model: EmbeddingModel, asked: Sequence[str]) -> float:
    """Returns the share of the exact nearest hundred that the leg finds when run as in the engine."""
    found = 0.0
    for question in asked:
        vector = query_vector(question, model.name).tolist()
        exactly = chunks.estimate_count() < candidates._EXACT_BELOW
        walked, exact = (_nearest(chunks, vector, exactly=way) for way in (exactly, True))
        found += len(walked & exact) / max(len(exact), 1)
    return found / len(asked)


def _nearest(chunks: ChunkQuerySet, vector: list[float], *, exactly: bool) -> set[tuple[str, int]]:
    rows = chunks.score_rows([], None, Meaning(vector, exactly), 100, _COLUMNS)
    return {(row["speech_id"], row["index"]) for row in rows}


def _fetch(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        cursor.fetchall()
