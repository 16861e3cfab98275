"""Searching the kinds of record that a query asks for."""

from dataclasses import replace

from speeches.search.engine import SearchRequest, search
from speeches.search.results import SearchResults
from speeches.search.version import corpus_version
from speeches.understanding.query import understand_query


def find(request: SearchRequest, without: frozenset[str] = frozenset()) -> SearchResults:
    """The passages that a query means, among the kinds of record that it asks for. Raises SearchError.

    `without` are the kinds of thing that are not to be read out of the query (see `understand_query`).
    """
    return search(as_understood(request, corpus_version(), without))


def as_understood(request: SearchRequest, version: int | None, without: frozenset[str] = frozenset()) -> SearchRequest:
    """A request with the kinds of record, the bills and the parties that its query is about, unless it names kinds."""
    if request.source_types or request.filters.source_type:
        return request
    query = understand_query(request.query, version, without)
    return replace(request, source_types=query.source_types, bills=query.bill_rows, parties=query.parties)
