"""The one search behind the pages, the API, the command and the MCP server."""

import datetime
import hashlib
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext, gettext_noop

from rag.chunks.models import EmbeddingModel
from rag.language.glossary import in_english, is_french
from rag.metrics import count_query
from rag.retrieval.cache import remember
from rag.retrieval.calibration import Curve
from rag.retrieval.cut import above_floor
from rag.retrieval.excerpt import query_words
from rag.retrieval.fuse import Candidate
from rag.text.language import detect_language
from speeches.models import BY_WORDS, IN_ENGLISH, Sitting, SourceType, Speech
from speeches.search.calibration import calibration
from speeches.search.candidates import CandidateQuery, Candidates, Speakers, candidates_of, together
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.errors import SearchError, no_choice
from speeches.search.facets import facets_of, timeline_of
from speeches.search.filters import Filters, Scope, resolve, unstorable
from speeches.search.hits import Dressing, Scored, dress, dress_groups, group_passages
from speeches.search.languages import check_language, page_language
from speeches.search.query import BoxQuery, parse_box
from speeches.search.reranking import rerank
from speeches.search.respelling import respell
from speeches.search.results import Contributor, Contributors, FacetValue, Hit, Period, SearchResults
from speeches.search.roster import Roster, roster
from speeches.search.translations import add_translations
from speeches.search.version import corpus_version

MODES = ("hybrid", "meaning", "words")
SORTS = ("relevance", "newest", "oldest")
TOP_K_LIMIT = 50
SHORTEST_QUERY = 2
LONGEST_QUERY = 2000

_RESULT_SECONDS = 3600
# Each phrase costs a look into the text itself.
_MOST_CONDITIONS = 8
# So many results are shown even below the floor of relevance, to give the reader something to judge by.
_AT_LEAST = 10
# How many of the first ten places each kind of record but speeches may take, unless that kind is asked for.
_SLOTS = 3
_FIRST = 10
# How many passages of each contributor are shown.
_OF_EACH = 3
# If the best passage is this likely to be relevant, a query needs no other words. Measured (docs/search.md).
SURE = 0.3


# The fields of what is kept. A release with other fields does not read what an earlier one kept.
_SHAPE = tuple(one.name for kind in (SearchResults, Hit, FacetValue, Period) for one in fields(kind))
_NO_WORDS = gettext_noop("No passage holds these words. The ones below are the nearest in meaning.")


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What to search for, among what, and which page of how many hits. `grouped` gives each speech one hit.

    `words` are searched for if the query says more than its subject; `whose` are the members whose words it wants.

    Only speeches are searched, unless `source_types` or a filter names the kinds of record. If the query means certain
    `bills`, records of other bills are left out; if it names `parties`, votes of other parties are. `days` are those
    that it names: records of these days rank before others as good. Only passages of `debates`, else of `sittings`, are
    found, if there are any. `also` holds other wordings, for when the query
    finds little. `quotable` finds of other records only what is printed in them, and nothing if somebody's own words
    are meant. `language` is that of the question whose subject the query is: a bare noun does not tell its own.
    """

    query: str
    filters: Filters = field(default_factory=Filters)
    top_k: int = 10
    mode: str = "hybrid"
    offset: int = 0
    sort: str = "relevance"
    grouped: bool = False
    source_types: tuple[str, ...] = ()
    bills: tuple[int, ...] = ()
    parties: tuple[int, ...] = ()
    debates: tuple[int, ...] = ()
    sittings: tuple[int, ...] = ()
    also: tuple[str, ...] = ()
    quotable: bool = False
    days: tuple[datetime.date, datetime.date] | None = None
    words: str = ""
    whose: Speakers | None = None
    language: str = ""


def search(request: SearchRequest) -> SearchResults:
    """The passages that a query means, best first. Raises SearchError, which says what to mend."""
    _check(request)
    started = time.perf_counter()
    version = corpus_version()
    if version is None:
        results = run(request)
    else:
        # Notes are in the language of the page.
        key = hashlib.sha256(repr((version, request, page_language(), _SHAPE)).encode()).hexdigest()
        results = remember(f"speeches:search:{key}", _RESULT_SECONDS, lambda: run(request, version))
    took = time.perf_counter() - started
    count_query("search", took)
    return replace(results, took_ms=round(took * 1000, 2))


def _check(request: SearchRequest) -> None:
    length = len(request.query.strip())
    if length < SHORTEST_QUERY:
        raise SearchError("q", gettext("Type at least 2 characters, such as: housing affordability."))
    if broken := unstorable(request.query, request.filters):
        text = gettext("The request holds {broken}, which no text of the record does. Take it out.")
        raise SearchError("q", text.format(broken=broken))
    if length > LONGEST_QUERY:
        text = gettext("The query has {count} characters; at most {most} are searched.")
        raise SearchError("q", text.format(count=length, most=LONGEST_QUERY))
    if not 1 <= request.top_k <= TOP_K_LIMIT:
        raise SearchError("top_k", f"top_k is {request.top_k}; choose a number from 1 to {TOP_K_LIMIT}, such as 10.")
    if request.mode not in MODES:
        raise SearchError("mode", no_choice("mode", request.mode, MODES))
    if request.sort not in SORTS:
        raise SearchError("sort", no_choice("sort", request.sort, SORTS))
    if request.offset < 0:
        raise SearchError("offset", f"offset is {request.offset}; it counts hits to pass over, from 0.")


def run(request: SearchRequest, version: int | None = None) -> SearchResults:
    """The search itself, without cache and checks: for `search` and for measurements."""
    found, ordered, dressing = _relevant(request, version)
    rows = [candidate.row for candidate, _ in ordered]
    groups = group_passages(
        ordered if request.sort == "relevance" else _sort_by_date(ordered, request.sort), request.grouped
    )
    people = dressing.people
    of_meaning_alone = _holds_no_words(found, ordered)
    return SearchResults(
        query=request.query,
        results=add_translations(
            dress_groups(groups[request.offset : request.offset + request.top_k], dressing),
            found.language,
        ),
        facets=facets_of(rows, dressing.known, people),
        found=len(ordered),
        groups=len(groups),
        timeline=timeline_of([row["date"] for row in rows if row["date"]]),
        took_ms=0.0,
        mode=found.mode,
        notes=(*found.notes, *([gettext(_NO_WORDS)] if of_meaning_alone else ())),
        did_you_mean=respell(parse_box(request.query).text, version) if of_meaning_alone else "",
        spoken_by=", ".join(people.names[member] for member in found.whose.members) if found.whose else "",
        filters=found.filters.active(),
    )


def _holds_no_words(found: Candidates, ordered: Sequence[Scored]) -> bool:
    """Whether no passage found holds a word of the query. Phrases are held by all, and function words are not looked
    for."""
    by_meaning = found.mode == "hybrid" and not found.literal and bool(query_words(found.text))
    return by_meaning and bool(ordered) and not any(candidate.coverage for candidate, _ in ordered)


def contributors(request: SearchRequest) -> Contributors:
    """The people with most of the passages found, `request.top_k` at most, each with the best few of theirs."""
    _check(request)
    found, ordered, dressing = _relevant(request, corpus_version())
    by_member: dict[int, list[Scored]] = {}
    for pair in ordered:
        if member := pair[0].row["politician_id"]:
            by_member.setdefault(member, []).append(pair)
    first = sorted(by_member.items(), key=lambda item: -len(item[1]))[: request.top_k]
    told = [
        Contributor(
            dressing.people.slugs[member], dressing.people.names[member], len(pairs), dress(pairs[:_OF_EACH], dressing)
        )
        for member, pairs in first
    ]
    return Contributors(told, len(ordered), found.notes)


def _relevant(request: SearchRequest, version: int | None) -> tuple[Candidates, list[Scored], Dressing]:
    """The candidates above the floor of relevance, best first, and the dressing that makes hits of them."""
    known, people = catalogue(version), roster(version)
    found = _find_candidates(request, known, people)
    dressing = Dressing(query_words(found.text), calibration(found.model, found.mode), known, people)
    ordered = found.ranking()
    if found.mode == "hybrid":
        ordered, dressing = rerank(request.query, ordered, dressing)
    if not found.literal:
        ordered = above_floor(ordered, lambda pair: dressing.curve.relevance(pair[1]), _AT_LEAST)
    if not found.filters.source_type and request.source_types:
        ordered = _diverse(ordered)
    return found, ordered, dressing


def _diverse(ordered: Sequence[Scored]) -> list[Scored]:
    """The same candidates, reordered so that no kind of record but speeches fills the first page."""
    first: list[Scored] = []
    later: list[Scored] = []
    count: Counter[str] = Counter()
    for pair in ordered:
        kind = pair[0].row["source_type"]
        has_room = kind == SourceType.HANSARD or count[kind] < _SLOTS
        (first if len(first) < _FIRST and has_room else later).append(pair)
        count[kind] += 1
    return [*first, *later]


def _sort_by_date(ordered: list[Scored], sort: str) -> list[Scored]:
    """The same passages by their day, the most relevant of a day first and those without a day last."""
    dated = [pair for pair in ordered if pair[0].row["date"]]
    undated = [pair for pair in ordered if not pair[0].row["date"]]
    return [*sorted(dated, key=lambda pair: pair[0].row["date"], reverse=sort == "newest"), *undated]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The rows of a search with their scores, best first, and how the query was understood."""

    rows: list[tuple[Mapping[str, Any], float]]
    notes: tuple[str, ...]
    curve: Curve
    models: Mapping[int, EmbeddingModel]
    language: str


def rank_passages(request: SearchRequest, version: int | None = None) -> Ranking:
    """The ranking of a search, without hits: for answers and for fitting a calibration. Raises SearchError."""
    _check(request)
    known = catalogue(version)
    found = _find_candidates(request, known, roster(version))
    # In the index's own order and scores, even with a reranker, because the judge of answers is fitted on these.
    return Ranking(
        [(candidate.row, score) for candidate, score in found.ranking()[: request.top_k]],
        found.notes,
        calibration(found.model, found.mode),
        {one.pk: one for one in known.models},
        found.language,
    )


def _is_sure(found: Candidates) -> bool:
    """Whether the best passage is likely enough to be what was asked for. Then other words can only mislead."""
    curve = calibration(found.model, found.mode)
    return bool(found.candidates) and curve.relevance(found.ranking()[0][1]) >= SURE


def _check_filters(request: SearchRequest, box: BoxQuery) -> Filters:
    """The filters of a request and of its box. Raises SearchError for a language or a kind of record that is none."""
    filters = request.filters.fill_from(box.filters)
    filters = replace(filters, language=filters.language.lower(), source_type=filters.source_type.lower())
    if filters.language:
        check_language(filters.language)
    if filters.source_type and filters.source_type not in SourceType.values:
        text = gettext("“{kind}” is no kind of record; use one of {kinds}.")
        raise SearchError("source_type", text.format(kind=filters.source_type, kinds=", ".join(SourceType.values)))
    if filters.source_type in BY_WORDS and request.mode == "meaning":
        text = gettext("Records of this kind are found by their words: use mode=words or mode=hybrid.")
        raise SearchError("mode", text)
    if filters.source_type in IN_ENGLISH and filters.language not in ("", "en"):
        text = gettext("Records of this kind stand in the search in English: leave the language out.")
        raise SearchError("language", text)
    return filters


def _find_candidates(request: SearchRequest, known: Catalogue, people: Roster) -> Candidates:
    box = parse_box(request.query)
    if len(box.phrases) + len(box.excluded) > _MOST_CONDITIONS:
        text = gettext("At most {most} phrases and exclusions are searched for. Leave some out.")
        raise SearchError("q", text.format(most=_MOST_CONDITIONS))
    if not box.text:
        raise SearchError(
            "q", gettext("Add some words to search for beside the filters, such as: housing party:labor.")
        )
    filters = _check_filters(request, box)
    language = _language_of(request, box, filters)
    scope = _narrow_scope(resolve(filters, people, known), request)
    if not known.models:
        return Candidates([], request.mode, box.text, filters, notes=scope.notes, language=language)
    kinds_wanted = (filters.source_type,) if filters.source_type else request.source_types or (SourceType.HANSARD,)
    wanted = CandidateQuery(
        box,
        filters,
        scope,
        None if filters.speaker else request.whose,
        request.mode,
        kinds_wanted,
        request.bills,
        request.parties,
        words=request.words,
        quotable=request.quotable,
        days=request.days,
        language=language,
    )
    found = candidates_of(wanted, known.models)
    if english := _to_english(wanted):
        english = replace(english, scope=_narrow_scope(resolve(english.filters, people, known), request))
        said = _without_french(candidates_of(english, known.models).candidates)
        found = replace(found, candidates=together(found.candidates, [said]))
    if not request.also or found.mode != "hybrid" or box.phrases or box.excluded or _is_sure(found):
        return found
    others = [candidates_of(wanted.reword(text, found.vectors), known.models) for text in request.also]
    return replace(found, candidates=together(found.candidates, [other.candidates for other in others]))


def _narrow_scope(scope: Scope, request: SearchRequest) -> Scope:
    """The scope, narrowed to the speeches of the debates or the sittings that a request is limited to, if any."""
    if not request.debates and not request.sittings:
        return scope
    within = Q(debate__in=request.debates) if request.debates else Q(sitting__in=request.sittings)
    # Chunks are filtered by their own columns, hence by the speeches' keys.
    speeches = Speech.objects.filter(within).order_by().values_list("pk", flat=True)
    return replace(scope, condition=scope.condition & Q(speech__in=list(speeches)))


def _language_of(request: SearchRequest, box: BoxQuery, filters: Filters) -> str:
    """The language of a query: the one asked for, that of its question, or its own. A few bare words are read in French
    on a French page, if all of them are French."""
    text = request.words or box.text
    otherwise = "fr" if page_language() == "fr" and is_french(text) else "en"
    return filters.language or request.language or detect_language(text, otherwise)


def _to_english(wanted: CandidateQuery) -> CandidateQuery | None:
    """The English search for a French query; None if it is not French, wants exact words, or names a language."""
    literal = wanted.box.phrases or wanted.box.excluded
    if literal or wanted.filters.language or wanted.language != "fr":
        return None
    words = in_english(wanted.text)
    if not words:
        return None
    filters = replace(wanted.filters, language="en")
    box = replace(wanted.box, text=words)
    return replace(wanted, box=box, words="", original=wanted.text, filters=filters, language="en")


def _without_french(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates of days on record in English only. For other days the reader gets the French words."""
    chambers, days = {one.row["chamber_id"] for one in candidates}, {one.row["date"] for one in candidates}
    french = Sitting.objects.filter(language="fr", chamber__in=chambers - {None}, date__in=days - {None})
    both = set(french.values_list("chamber", "date"))
    return [one for one in candidates if (one.row["chamber_id"], one.row["date"]) not in both]
