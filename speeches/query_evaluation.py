"""How well queries are understood, and whether complete lists are complete."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rag.retrieval.measures import percentile
from speeches.enumerations.answer import listing_for
from speeches.evaluation import gold_questions
from speeches.formats.names import fold
from speeches.search.version import corpus_version
from speeches.understanding.query import Query, understand_query

Row = tuple[str, str]


def evaluate_understanding(path: Path) -> list[Row]:
    """Intent, language and bill numbers of the questions of a gold file that says them, and its lists."""
    entries = [entry for entry in gold_questions(path) if "expected_intent" in entry]
    if not entries:
        return []
    version = corpus_version()
    queries, took = [], []
    for entry in entries:
        started = time.perf_counter()
        queries.append(understand_query(entry["q"], version))
        took.append((time.perf_counter() - started) * 1000)
    pairs = list(zip(entries, queries, strict=True))
    listed = [(entry, query) for entry, query in pairs if entry.get("expected_list")]
    return [
        _share("intent", [_is_intended(entry, query) for entry, query in pairs]),
        _share("language", [query.language == entry["expected_language"] for entry, query in pairs]),
        _share("bill number", [_names_its_bills(entry, query) for entry, query in pairs]),
        _share("lists exactly complete", [_is_complete(entry, query, version) for entry, query in listed]),
        ("understanding a query, median ms", f"{percentile(took, 0.5):.2f}"),
        ("understanding a query, p95 ms", f"{percentile(took, 0.95):.2f}"),
    ]


def _share(name: str, right: Sequence[bool]) -> Row:
    return name, f"{sum(right) / len(right):.2f} ({sum(right)}/{len(right)})" if right else "none asked for"


def _is_intended(entry: dict[str, Any], query: Query) -> bool:
    accepted = entry.get("accepted_intents") or [entry["expected_intent"]]
    name = query.intent.name
    return name in accepted or (name == "hansard_focused" and "general" in accepted)


def _names_its_bills(entry: dict[str, Any], query: Query) -> bool:
    wanted = entry.get("expected_bills") or ([entry["expected_bill"]] if entry.get("expected_bill") else [])
    numbers = {bill.number for bill in query.bills if bill.number[1:2] == "-"}
    return set(wanted) <= numbers if wanted else not numbers


def _is_complete(entry: dict[str, Any], query: Query, version: int | None) -> bool:
    """All of the names and none else: as printed, or by surname where a gold file leaves given names out."""
    listing = listing_for(query, version)
    found = [one.name for one in listing.entries] if listing else []
    wanted = entry["expected_list"]
    return sorted(found) == sorted(wanted) or sorted(map(_surname, found)) == sorted(map(_surname, wanted))


def _surname(name: str) -> str:
    return fold(name.rsplit(maxsplit=1)[-1].rsplit("-", maxsplit=1)[-1])
