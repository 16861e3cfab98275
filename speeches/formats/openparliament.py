"""Reads Canada's members, parties, ridings and sessions from openparliament's Django fixtures in JSON.

Each kind comes in a file of its own, and a term refers to its party and riding by their keys in the others. The meaning
of these keys is part of the format: the few party keys are listed here; riding keys are the numbers of the chief
electoral officer and come in `ridings.json`.
"""

import datetime
import json
from collections.abc import Iterable, Iterator
from typing import Any

from speeches.formats.records import (
    FormatError,
    MemberFacts,
    ParliamentFacts,
    Parsed,
    Person,
    RidingFacts,
    SessionFacts,
)

PROVINCES = {
    "AB": "Alberta",
    "BC": "British Columbia",
    "MB": "Manitoba",
    "NB": "New Brunswick",
    "NL": "Newfoundland and Labrador",
    "NS": "Nova Scotia",
    "NT": "Northwest Territories",
    "NU": "Nunavut",
    "ON": "Ontario",
    "PE": "Prince Edward Island",
    "QC": "Québec",
    "SK": "Saskatchewan",
    "YT": "Yukon",
}
_PARTIES = {1: "CPC", 2: "NDP", 3: "BQ", 4: "Lib.", 5: "Ind.", 9: "GP", 25: "CA", 26: "PC", 28: "Ref."}
_MODELS = frozenset({"core.party", "core.politician", "core.riding", "core.session", "core.electedmember"})


def looks_like_openparliament(content: bytes) -> bool:
    """Whether the bytes begin as one of openparliament's fixtures does."""
    start = content[:2048]
    return start.lstrip()[:1] == b"[" and b'"model"' in start and b'"core.' in start


def parse_openparliament(content: bytes, name: str = "") -> Parsed:
    """The facts in one file. Raises FormatError if it is no list of fixtures."""
    try:
        rows = json.loads(content)
    except ValueError as error:
        raise FormatError(f"{name}: not complete JSON ({error}).") from error
    if not isinstance(rows, list) or not any(isinstance(row, dict) and row.get("model") in _MODELS for row in rows):
        raise FormatError(f"{name}: not a fixture of openparliament (no row of {', '.join(sorted(_MODELS))}).")
    by_model: dict[str, dict[Any, dict[str, Any]]] = {}
    for row in rows:
        by_model.setdefault(row["model"], {})[row["pk"]] = row["fields"]
    facts = ParliamentFacts(
        code="ca",
        name="Parliament of Canada",
        country="Canada",
        sessions=tuple(_sessions(by_model.get("core.session", {}).values())),
        ridings=tuple(_ridings(by_model.get("core.riding", {}))),
        members=tuple(_members(by_model.get("core.politician", {}), by_model.get("core.electedmember", {}))),
    )
    return Parsed(format="openparliament", parliament=facts)


def _sessions(rows: Iterable[dict[str, Any]]) -> Iterator[SessionFacts]:
    for row in rows:
        yield SessionFacts(int(row["parliamentnum"]), int(row["sessnum"]), _date(row["start"]), _date(row["end"]))


def _ridings(rows: dict[Any, dict[str, Any]]) -> Iterator[RidingFacts]:
    for key, row in rows.items():
        yield RidingFacts(
            name=_restore_dashes(row["name_en"]),
            name_fr=_restore_dashes(row.get("name_fr") or ""),
            state=PROVINCES.get(row.get("province") or "", ""),
            source_id=str(key),
        )


def _members(people: dict[Any, dict[str, Any]], terms: dict[Any, dict[str, Any]]) -> Iterator[MemberFacts]:
    sat: dict[Any, list[dict[str, Any]]] = {}
    for term in terms.values():
        sat.setdefault(term["politician"], []).append(term)
    for key, row in people.items():
        person = Person(name=row["name"], spelling=row["name"])
        mine = sorted(sat.get(key, []), key=lambda term: str(term["start_date"]))
        for term in mine:
            yield MemberFacts(
                Person(name=person.name, spelling=person.name, party=_PARTIES.get(term["party"], "")),
                _date(term["start_date"]),
                _date(term["end_date"]),
                riding_id=str(term["riding"]),
            )
        if not mine:
            yield MemberFacts(person)


def _date(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text[:10]) if text else None


def _restore_dashes(name: str) -> str:
    """The name with the long dashes that print uses between the places of a riding."""
    return name.replace("--", "—")
