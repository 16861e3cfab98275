"""The record as tables for researchers, one row per speech or per ballot, as CSV, JSON Lines or Parquet."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from django.db.models import QuerySet

from rag.text.cells import as_csv
from speeches.models import Ballot, Division, Party, Speech
from speeches.reading.votes import parties_on

Row = dict[str, Any]

_ROWS_AT_ONCE = 200


class TableError(Exception):
    """A table cannot be written; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its columns, and the function that makes its rows from a query and the site's address."""

    columns: tuple[str, ...]
    rows: Callable[[QuerySet[Any], str], Iterator[Row]]


def _speech_rows(speeches: QuerySet[Speech], site: str) -> Iterator[Row]:
    """The speeches of a query by date, verbatim."""
    related = ("politician", "party", "riding", "chamber", "parliament", "debate")
    ordered = speeches.select_related(*related).order_by("date", "sitting", "position")
    for one in ordered.iterator(_ROWS_AT_ONCE):
        yield {
            "id": one.pk,
            "date": one.date.isoformat(),
            "parliament": one.parliament.pk,
            "sample": one.parliament.sample,
            "chamber": one.chamber.name,
            "heading": one.debate.title if one.debate else "",
            "kind": one.kind,
            "speaker": one.speaker,
            "member": one.politician.name if one.politician else "",
            "party": one.party.name if one.party else "",
            "seat": one.riding.name if one.riding else "",
            "role": one.role,
            "language": one.language,
            "text": one.text,
            "reference": one.reference,
            "url": f"{site}{one.get_absolute_url()}",
            "source_url": one.source_url,
        }


def _ballot_rows(ballots: QuerySet[Ballot], site: str) -> Iterator[Row]:
    """The ballots of a query by date and division, under the names as printed."""
    related = (
        "division__sitting__chamber__parliament",
        "division__sitting__session",
        "division__about__session",
        "politician",
        "party",
    )
    ordered = ballots.select_related(*related).defer("division__about__text", "division__about__text_fr")
    rows = ordered.order_by("division__sitting__date", "division__sitting", "division", "pk").iterator(_ROWS_AT_ONCE)
    for one, party in _with_parties(rows):
        division, sitting = one.division, one.division.sitting
        yield {
            "vote": division.key,
            "date": sitting.date.isoformat(),
            "parliament": sitting.chamber.parliament.pk,
            "sample": sitting.chamber.parliament.sample,
            "chamber": sitting.chamber.name,
            "title": division.title,
            "question": division.question,
            "meaning": division.meaning,
            "bill": division.about.key if division.about else "",
            "outcome": str(Division.Outcome(division.outcome).label),
            "ayes": division.ayes,
            "noes": division.noes,
            "name": one.name,
            "member": one.politician.name if one.politician else "",
            "party": party.name if party else "",
            "ballot": one.vote,
            "teller": one.teller,
            "url": f"{site}{division.get_absolute_url()}",
            "source_url": sitting.source_url,
        }


def _with_parties(ballots: Iterable[Ballot]) -> Iterator[tuple[Ballot, Party | None]]:
    """Each ballot with the party that the record prints beside it or, if it prints none, the member's on that day."""
    for _, own in groupby(ballots, key=lambda one: one.division.sitting_id):
        some = list(own)
        shown = parties_on(some[0].division.sitting, (one.politician_id for one in some if one.politician_id))
        for one in some:
            yield one, one.party or shown.get(one.politician_id or 0)


TABLES: Mapping[str, Table] = {
    "speeches": Table(
        (
            "id", "date", "parliament", "sample", "chamber", "heading", "kind", "speaker", "member", "party", "seat",
            "role", "language", "text", "reference", "url", "source_url",
        ),
        _speech_rows,
    ),
    "votes": Table(
        (
            "vote", "date", "parliament", "sample", "chamber", "title", "question", "meaning", "bill", "outcome",
            "ayes", "noes", "name", "member", "party", "ballot", "teller", "url", "source_url",
        ),
        _ballot_rows,
    ),
}  # fmt: skip


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    return iter(lambda: list(islice(rows, _ROWS_AT_ONCE)), [])


def _csv_lines(table: Table, rows: Iterator[Row]) -> Iterator[str]:
    # Excel recognises UTF-8 only by a byte order mark.
    yield "\ufeff"
    yield as_csv(table.columns, ())
    for some in _batches(rows):
        _, _, lines = as_csv((), [[row[name] for name in table.columns] for row in some]).partition("\r\n")
        yield lines


def _json_lines(table: Table, rows: Iterator[Row]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(row, ensure_ascii=False) + "\n"


# Line-based formats, each with its content type.
LINES: Mapping[str, tuple[str, Callable[[Table, Iterator[Row]], Iterator[str]]]] = {
    "csv": ("text/csv; charset=utf-8", _csv_lines),
    "jsonl": ("application/jsonl; charset=utf-8", _json_lines),
}


def write_parquet(table: Table, rows: Iterator[Row], path: Path) -> int:
    """Write a table as Parquet; returns the number of rows. Raises TableError if pyarrow is missing."""
    try:
        from pyarrow import Table as Arrow
        from pyarrow.parquet import ParquetWriter
    except ImportError as error:
        raise TableError("Parquet needs pyarrow: pip install pyarrow. JSON Lines and CSV need nothing.") from error
    writer, count = None, 0
    try:
        for some in _batches(rows):
            piece = Arrow.from_pylist(some)
            writer = writer or ParquetWriter(path, piece.schema)
            writer.write_table(piece)
            count += len(some)
    finally:
        if writer:
            writer.close()
    return count


def write_lines(form: str, table: Table, rows: Iterator[Row], path: Path) -> int:
    """Write a table in a format of `LINES`; returns the number of rows."""
    count = 0

    def counted() -> Iterator[Row]:
        nonlocal count
        for row in rows:
            count += 1
            yield row

    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(LINES[form][1](table, counted()))
    return count
