"""Measures whether other schemes slow a search down, and how long a 40-page PDF takes, compared with reading and
embedding it alone."""

import time
from statistics import median
from uuid import uuid4

from django.db import connection, transaction

from benchmarks.corpus import SHARED
from benchmarks.table import print_table
from guardian.access import work_scope
from guardian.documents.reader import read_document
from guardian.ingestion.store import drafts_of, embed_drafts
from guardian.ingestion.upload import take
from guardian.ingestion.work import process
from guardian.models import Bylaw, Scheme
from guardian.search.engine import Query, make_query, model_of, rank_chunks

_SCHEMES, _CHUNKS = 5_000, 20
_TABLES = (("guardian_bylaw", "id"), ("guardian_chunk", "bylaw_id"))
_ROUNDS, _QUESTIONS = 30, ("Can I keep a dog?", "What is the fine for a leash?", "When may I water the lawn?")
_DOCUMENT = SHARED / "data/bylaws/towns/brookfield.pdf"


def run() -> None:
    """Measures both, and prints them."""
    scheme, rows = _ready()
    alone, among = _searches(scheme)
    rows += [("search, 1 scheme", alone, ""), (f"search, {_SCHEMES:,} schemes", among, among / alone)]
    print_table("Bylaws, median milliseconds", ("what", "ms", "ratio"), rows)
    with work_scope(scheme.pk):
        scheme.delete()


def _ready() -> tuple[Scheme, list[tuple[str, float, float | str]]]:
    """Times a 40-page PDF from upload to ready, against reading and embedding alone, in turns."""
    content = _DOCUMENT.read_bytes()
    whole, parts = [], []
    for number in range(4):
        scheme = Scheme.objects.create(name="measured", slug=f"measured-{time.time_ns()}")
        with work_scope(scheme.pk):
            bylaw, _ = take(scheme, content, "measured.pdf")
        started = time.perf_counter()
        process(scheme.pk, bylaw.pk)
        whole.append(time.perf_counter() - started)
        started = time.perf_counter()
        embed_drafts(drafts_of(read_document(content, 500)))
        parts.append(time.perf_counter() - started)
        if number < 3:
            with work_scope(scheme.pk):
                scheme.delete()
    # The first round loads the model.
    all_, alone = median(whole[1:]), median(parts[1:])
    return scheme, [
        ("40 pages, read and embedded alone", alone * 1000, ""),
        ("40 pages, from upload to ready", all_ * 1000, all_ / alone),
    ]


def _searches(scheme: Scheme) -> tuple[float, float]:
    """Returns the median time of a search in a scheme without others, and among thousands with bylaws as large."""
    with work_scope(scheme.pk):
        bylaws = list(Bylaw.objects.in_force())
    queries = [make_query(question, map(model_of, bylaws)) for question in _QUESTIONS]
    alone = _time_searches(scheme, bylaws, queries)
    with transaction.atomic():
        _add_schemes(scheme)
        among = _time_searches(scheme, bylaws, queries)
        transaction.set_rollback(True)
    return alone, among


def _time_searches(scheme: Scheme, bylaws: list[Bylaw], queries: list[Query]) -> float:
    took = []
    for _ in range(_ROUNDS):
        for query in queries:
            with work_scope(scheme.pk):
                started = time.perf_counter()
                rank_chunks(query, bylaws)
                took.append((time.perf_counter() - started) * 1000)
    return median(took)


def _add_schemes(scheme: Scheme) -> None:
    """Adds thousands of schemes, each with its own bylaws of twenty chunks."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO guardian_scheme (name, slug, created_at) SELECT 'other', 'other-' || n, now() "
            "FROM generate_series(1, %s) AS n RETURNING id",
            [_SCHEMES],
        )
        keys = [key for (key,) in cursor.fetchall()]
        with work_scope(scheme.pk):
            cursor.execute("CREATE TEMPORARY TABLE held_bylaw AS SELECT * FROM guardian_bylaw")
            cursor.execute(f"CREATE TEMPORARY TABLE held_chunk AS SELECT * FROM guardian_chunk LIMIT {_CHUNKS}")
        # The benchmark never reads the text or the outline of the others.
        cursor.execute("UPDATE held_bylaw SET text = '', outline = '[]'")
        bylaws, chunks = (_columns(table, "scheme_id", own) for table, own in _TABLES)
        for key in keys:
            values = {"scheme": key, "bylaw": uuid4()}
            cursor.execute("SELECT set_config('guardian.scheme', %s, true)", [str(key)])
            cursor.execute(f"INSERT INTO guardian_bylaw SELECT {bylaws} FROM held_bylaw", values)
            cursor.execute(f"INSERT INTO guardian_chunk SELECT {chunks} FROM held_chunk", values)
        cursor.execute("SELECT set_config('guardian.scheme', '', true)")
        cursor.execute("ANALYZE guardian_chunk")
        cursor.execute("ANALYZE guardian_bylaw")


def _columns(table: str, scheme: str, bylaw: str) -> str:
    """Returns the columns of a table in order, with scheme and bylaw as parameters."""
    given = {scheme: "%(scheme)s", bylaw: "%(bylaw)s::uuid"}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped "
            "ORDER BY attnum",
            [table],
        )
        return ", ".join(given.get(name, f'"{name}"') for (name,) in cursor.fetchall())
