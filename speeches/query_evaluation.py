"""Measures how well questions are read, and whether complete lists are complete."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rag.retrieval.measures import percentile
from speeches.enumerations.answer import listing_for
from speeches.evaluation import gold_questions
from speeches.formats.names import fold
from speeches.search.version import corpus_version
from speeches.understanding.bills import bill_index
from speeches.understanding.read import read_question
from speeches.understanding.reading import Reading

Row = tuple[str, str]


def evaluate_understanding(path: Path) -> list[Row]:
    """Language, bill numbers and lists of the questions in a gold file that states `expected_intent`, and the time that
    reading takes."""
    entries = [entry for entry in gold_questions(path) if "expected_intent" in entry]
    if not entries:
        return []
    version = corpus_version()
    readings, took = [], []
    for entry in entries:
        started = time.perf_counter()
        readings.append(read_question(entry["q"], version))
        took.append((time.perf_counter() - started) * 1000)
    pairs = list(zip(entries, readings, strict=True))
    listed = [(entry, reading) for entry, reading in pairs if entry.get("expected_list")]
    return [
        _share("language", [reading.language == entry["expected_language"] for entry, reading in pairs]),
        _share("bill number", [_names_its_bills(entry, reading, version) for entry, reading in pairs]),
        _share("lists exactly complete", [_is_complete(entry, reading, version) for entry, reading in listed]),
        ("reading a question, median ms", f"{percentile(took, 0.5):.2f}"),
        ("reading a question, p95 ms", f"{percentile(took, 0.95):.2f}"),
    ]


def _share(name: str, right: Sequence[bool]) -> Row:
    return name, f"{sum(right) / len(right):.2f} ({sum(right)}/{len(right)})" if right else "none asked for"


def _names_its_bills(entry: dict[str, Any], reading: Reading, version: int | None) -> bool:
    wanted = entry.get("expected_bills") or ([entry["expected_bill"]] if entry.get("expected_bill") else [])
    labels = {bill_index(version).labels[key] for key in reading.keys("bill")}
    named = " ".join(slot.words for slot in reading.all("bill"))
    return all(f"Bill {number}" in labels or number.casefold() in named.casefold() for number in wanted)


def _is_complete(entry: dict[str, Any], reading: Reading, version: int | None) -> bool:
    """Whether a list holds exactly the expected names, as printed or, if the gold file leaves out given names, by
    surname."""
    listing = listing_for(reading, version)
    found = [one.name for one in listing.entries] if listing else []
    wanted = entry["expected_list"]
    return sorted(found) == sorted(wanted) or sorted(map(_surname, found)) == sorted(map(_surname, wanted))


def _surname(name: str) -> str:
    return fold(name.rsplit(maxsplit=1)[-1].rsplit("-", maxsplit=1)[-1])
