"""A complete list as plain values, which the JSON API and the assistants' tools share."""

from dataclasses import asdict, replace
from typing import Any

from speeches.enumerations.answer import find_listing
from speeches.enumerations.listing import Choice, Listing, Source
from speeches.models import Division
from speeches.search.errors import SearchError
from speeches.search.filters import one_parliament
from speeches.search.version import corpus_version
from speeches.understanding.bills import bill_index
from speeches.understanding.read import read_question
from speeches.understanding.reading import Reading


def list_values(question: str, offset: int, limit: int, country: str, vote: str) -> dict[str, Any]:
    """The list that a question asks for, from entry `offset` on, and what the question was understood to mean.

    A `country` restricts it to one parliament; `vote` is the key of the vote that the reader chose among several.
    Raises SearchError if no parliament has the country, or no vote the key.
    """
    if vote and Division.objects.find_by_key(vote) is None:
        raise SearchError("vote", f"No vote has the id “{vote[:100]}”. Take one from the choices of an earlier answer.")
    version = corpus_version()
    reading = read_question(question, version, one_parliament(country))
    listing = find_listing(reading, version, vote)
    told = _NOTHING
    if listing:
        told = listing_values(listing, offset, limit) | {
            "source": source_values(listing.source),
            "choices": [choice_values(choice) for choice in listing.choices],
        }
    return {
        **told,
        "found": listing is not None and not listing.choices,
        "understood": _reading_values(reading, version),
    }


def source_values(source: Source) -> dict[str, Any]:
    """The source of a list as plain values, with its country."""
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
    "choices": [],
}


def listing_values(listing: Listing, offset: int, limit: int) -> dict[str, Any]:
    """A list as plain values, with `limit` of its entries from entry `offset` on."""
    return {
        "title": listing.title,
        "kind": listing.kind,
        "total": len(listing.entries),
        "counts": listing.counts,
        "entries": [asdict(entry) for entry in listing.entries[offset : offset + limit]],
        "bill": listing.bill.key if listing.bill else "",
        "notes": list(listing.all_notes),
    }


def choice_values(choice: Choice) -> dict[str, str]:
    """One of several votes that a question may mean."""
    source = choice.source
    return {
        "id": source.id,
        "title": source.title,
        "date": source.date,
        "result": source.result,
        "answer": choice.answer,
        "url": source.url,
    }


def _reading_values(reading: Reading, version: int | None) -> dict[str, Any]:
    return {
        "kind": reading.kind,
        "language": reading.language,
        "bills": [bill_index(version).labels[key] for key in reading.keys("bill")],
        "session": reading.session,
        "date_from": reading.first,
        "date_to": reading.last,
    }
