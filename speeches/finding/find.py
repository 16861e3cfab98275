"""Searching the kinds of record that a query asks for."""

from dataclasses import replace

from rag.text.language import detect_language
from speeches.finding.refine import understood_query
from speeches.finding.rephrase import asks_the_model, rephrased
from speeches.search.engine import SURE, SearchRequest, search
from speeches.search.filters import one_parliament
from speeches.search.query import parse_box
from speeches.search.results import SearchResults
from speeches.search.version import corpus_version
from speeches.understanding.reformulations import reformulations


def find(request: SearchRequest, without: frozenset[str] = frozenset()) -> SearchResults:
    """The passages that a query means, among the kinds of record that it asks for. Raises SearchError.

    `without` are the kinds of thing that are not to be read out of the query (see `understand_query`).
    """
    understood = as_understood(request, corpus_version(), without)
    if not asks_the_model():
        return search(understood)
    # The same for every page and order: whether the best passages of all are what was asked for.
    best = search(replace(understood, offset=0, sort="relevance")).results
    if best and best[0].relevance_score >= SURE:
        return search(understood)
    text = parse_box(request.query).text
    return search(replace(understood, also=rephrased(text, detect_language(text))))


def as_understood(request: SearchRequest, version: int | None, without: frozenset[str] = frozenset()) -> SearchRequest:
    """A request with the kinds of record, the bills and the parties that its query is about, unless it names kinds;
    and with other ways to put it, for the case that it finds little.
    """
    if request.source_types or request.filters.source_type:
        return request
    query = understood_query(request.query, version, without, one_parliament(request.filters.country))
    return replace(
        request,
        source_types=query.source_types,
        bills=query.bill_rows,
        parties=query.parties,
        days=(query.first, query.last) if query.first and query.last else None,
        also=reformulations(parse_box(request.query).text, query.language),
    )
