"""A complete list as plain values, for programs: the JSON API and the tools of assistants tell it alike."""

from dataclasses import asdict, replace
from typing import Any

from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Entry, Listing, Source
from speeches.finding.refine import understood_query
from speeches.search.filters import one_parliament
from speeches.search.version import corpus_version
from speeches.understanding.query import Query


def list_values(question: str, offset: int, limit: int, country: str = "") -> dict[str, Any]:
    """The list that a question asks for, from entry `offset` on, and what the question was understood to mean; of the
    parliament of a `country` alone where one is named. Raises SearchError for a country without any."""
    version = corpus_version()
    query = understood_query(question, version, parliament=one_parliament(country))
    listing = listing_for(query, version)
    told = _listing_values(listing, offset, limit) if listing else _NOTHING
    return {**told, "found": listing is not None, "understood": _query_values(query)}


def entry_values(entry: Entry) -> dict[str, str]:
    """One line of a list."""
    return asdict(entry)


def source_values(source: Source) -> dict[str, Any]:
    """What proves a list, with the country that it is of."""
    of = source.parliament.values() if source.parliament else {}
    return asdict(replace(source, parliament=None)) | {"parliament": "", "country": "", "sample": False} | of


_NOTHING: dict[str, Any] = {
    "title": "",
    "kind": "",
    "total": 0,
    "counts": {},
    "entries": [],
    "source": None,
    "bill": "",
    "notes": [],
    "also": [],
}


def _listing_values(listing: Listing, offset: int, limit: int) -> dict[str, Any]:
    return {
        "title": listing.title,
        "kind": listing.kind,
        "total": len(listing.entries),
        "counts": listing.counts,
        "entries": [entry_values(entry) for entry in listing.entries[offset : offset + limit]],
        "source": source_values(listing.source),
        "bill": listing.bill.key if listing.bill else "",
        "notes": list(listing.notes),
        "also": [source_values(source) for source in listing.also],
    }


def _query_values(query: Query) -> dict[str, Any]:
    return {
        "intent": query.intent.name,
        "language": query.language,
        "bills": [bill.number for bill in query.bills],
        "session": query.session,
        "date_from": query.first,
        "date_to": query.last,
    }
