"""A question that asks for all of something is answered from the tables: the whole list, and what proves it."""

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Listing
from speeches.enumerations.told import entry_values
from speeches.questions.answer import AnswerSentence
from speeches.understanding.query import Query

# Names that the sentence of an answer holds; the rest stands in the list behind it.
_NAMED = 400
_ROWS = 50


def listed(query: Query, version: int | None) -> Listing | None:
    """The complete list that a question asks for, or None."""
    return listing_for(query, version)


def sentence_of(listing: Listing) -> AnswerSentence:
    """The list as one sentence with its source."""
    return AnswerSentence(listing.sentence(_NAMED), [1], verbatim=False)


def source_of(listing: Listing) -> dict[str, Any]:
    """The vote or the printed list as a numbered source."""
    source = listing.source
    return {
        "n": 1,
        "id": source.id,
        "source_type": source.source_type,
        "speaker": "The record",
        "role": "",
        "party": "",
        "party_code": "",
        "party_colour": "",
        "chamber": source.chamber,
        "electorate": "",
        "date": source.date,
        "title": source.title,
        "reference": source.reference,
        "url": source.url,
        "source_url": source.source_url,
        "quote": source.quote,
        "start": 0,
        "end": len(source.quote),
        "highlights": [],
    }


def as_values(listing: Listing, question: str) -> dict[str, Any]:
    """The list for a program: its first rows, how many there are, and where all of them are."""
    where = urlencode({"q": question})
    return {
        "kind": listing.kind,
        "title": listing.title,
        "total": len(listing.entries),
        "counts": listing.counts,
        "bill": listing.bill.key if listing.bill else "",
        "entries": [entry_values(entry) for entry in listing.entries[:_ROWS]],
        "url": f"{reverse('list')}?{where}",
        "csv_url": f"{reverse('list')}?{where}&format=csv",
        "notes": list(listing.notes),
    }


def missing(query: Query) -> str:
    """What to tell somebody who asks for a vote that the record does not have; "" where the words may still tell."""
    if query.intent.name != "vote_focused" or not query.bills:
        return ""
    named = " or ".join(f"Bill {bill.number}" if bill.number[1:2] == "-" else bill.number for bill in query.bills)
    return f"The record holds no recorded vote on {named}."
