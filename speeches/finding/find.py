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
    if request.source_types or request.filters.source_type:
        return search(request)
    query = understand_query(request.query, corpus_version(), without)
    return search(replace(request, source_types=query.source_types, bills=query.bill_rows, parties=query.parties))
