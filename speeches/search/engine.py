"""The one search behind the pages, the API, the command and the MCP server."""

import hashlib
import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.db.models import Q

from rag.chunks.models import EmbeddingModel
from rag.chunks.queryset import Meaning, Words
from rag.clients.embedder import EmbedderError, Vectors, scale_of
from rag.metrics import counted
from rag.retrieval.cache import remember
from rag.retrieval.calibration import Calibration
from rag.retrieval.cut import above_floor
from rag.retrieval.embedding import query_vector
from rag.retrieval.excerpt import query_words
from rag.retrieval.fuse import FUSIONS, Candidate
from rag.retrieval.terms import essential, query_terms
from rag.text.language import detect_language
from speeches.models import Chunk, TermCount
from speeches.search.calibration import calibration
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.dressing import Dressing, Scored, dress, dress_groups, grouped
from speeches.search.errors import SearchError
from speeches.search.facets import facets_of, timeline_of
from speeches.search.filters import Filters, Scope, resolve, unstorable, while_held
from speeches.search.mentions import SpokenBy, spoken_by
from speeches.search.phrases import must_hold, must_not_hold
from speeches.search.query import BoxQuery, parse_box
from speeches.search.results import Contributor, Contributors, SearchResults
from speeches.search.roster import Roster, roster
from speeches.search.translations import with_translations
from speeches.search.version import corpus_version

LANGUAGES = ("en", "fr")
MODES = ("hybrid", "meaning", "words")
SORTS = ("relevance", "newest", "oldest")
TOP_K_LIMIT = 50
SHORTEST_QUERY = 2
LONGEST_QUERY = 2000

_RESULT_SECONDS = 3600
_DEPTH = 100
# Rows that the rarest terms may bring in to be scored: a long question of common words is cut short there.
_LOOKUP = 2_500
# Up to so many filtered rows, comparing each is faster than walking the index past those filtered out, and exact.
_EXACT_BELOW = 12_000
# The query is embedded while the database looks up its words.
_EMBEDDING = ThreadPoolExecutor(max_workers=4, thread_name_prefix="embed-query")
COLUMNS = (
    "speech_id", "model_id", "language", "index", "start", "end", "kind", "source_type", "chamber_id", "politician_id",
    "party_id", "date", "state", "electorate", "debate_type", "topics",
)  # fmt: skip
# Each phrase costs a look into the words themselves.
_MOST_CONDITIONS = 8
# Below the floor of relevance nothing is shown, but a reader who asked for something gets a page to judge by.
_AT_LEAST = 10
# What a passage in the language of the query gains on one in the other.
_OWN_LANGUAGE = 0.03
_TERMS_TABLE = TermCount._meta.db_table


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What to search for, among what, and how many hits of which page; `grouped` gives a speech one hit."""

    query: str
    filters: Filters = field(default_factory=Filters)
    top_k: int = 10
    mode: str = "hybrid"
    offset: int = 0
    sort: str = "relevance"
    grouped: bool = False


def search(request: SearchRequest) -> SearchResults:
    """The passages that a query means, best first. Raises SearchError with what to mend."""
    _check(request)
    started = time.perf_counter()
    version = corpus_version()
    if version is None:
        results = run(request)
    else:
        key = hashlib.sha256(repr((version, request)).encode()).hexdigest()
        results = remember(f"speeches:search:{key}", _RESULT_SECONDS, lambda: run(request, version))
    took = time.perf_counter() - started
    counted("search", took)
    return replace(results, took_ms=round(took * 1000, 2))


def _check(request: SearchRequest) -> None:
    length = len(request.query.strip())
    if length < SHORTEST_QUERY:
        raise SearchError("q", "Type at least 2 characters, such as: housing affordability.")
    if broken := unstorable(request.query, request.filters):
        raise SearchError("q", f"The request holds {broken}, which no text of the record does. Take it out.")
    if length > LONGEST_QUERY:
        raise SearchError("q", f"The query has {length} characters; at most {LONGEST_QUERY} are searched.")
    if not 1 <= request.top_k <= TOP_K_LIMIT:
        raise SearchError("top_k", f"top_k is {request.top_k}; choose a number from 1 to {TOP_K_LIMIT}, such as 10.")
    if request.mode not in MODES:
        raise SearchError("mode", f"mode is “{request.mode}”; choose one of {', '.join(MODES)}.")
    if request.sort not in SORTS:
        raise SearchError("sort", f"sort is “{request.sort}”; choose one of {', '.join(SORTS)}.")
    if request.offset < 0:
        raise SearchError("offset", f"offset is {request.offset}; it counts hits to pass over, from 0.")


def run(request: SearchRequest, version: int | None = None) -> SearchResults:
    """The search itself, past the cache and the checks: for `search` and for measuring."""
    found, ordered, dressing = _relevant(request, version)
    rows = [candidate.row for candidate, _ in ordered]
    groups = grouped(ordered if request.sort == "relevance" else _by_date(ordered, request.sort), request.grouped)
    people = dressing.people
    return SearchResults(
        query=request.query,
        results=with_translations(
            dress_groups(groups[request.offset : request.offset + request.top_k], dressing),
            found.filters.language or detect_language(found.text),
        ),
        facets=facets_of(rows, dressing.known, people),
        found=len(ordered),
        groups=len(groups),
        timeline=timeline_of([row["date"] for row in rows]),
        took_ms=0.0,
        mode=found.mode,
        notes=found.notes,
        spoken_by=", ".join(people.names[member] for member in found.said.members) if found.said else "",
        filters=found.filters.active(),
    )


def contributors(request: SearchRequest, passages: int = 3) -> Contributors:
    """Who has most of the passages found, `request.top_k` people at most, each with the best few of theirs."""
    _check(request)
    found, ordered, dressing = _relevant(request, corpus_version())
    by_member: dict[int, list[Scored]] = {}
    for pair in ordered:
        if member := pair[0].row["politician_id"]:
            by_member.setdefault(member, []).append(pair)
    first = sorted(by_member.items(), key=lambda item: -len(item[1]))[: request.top_k]
    told = [
        Contributor(
            dressing.people.slugs[member], dressing.people.names[member], len(pairs), dress(pairs[:passages], dressing)
        )
        for member, pairs in first
    ]
    return Contributors(told, len(ordered), found.notes)


def _relevant(request: SearchRequest, version: int | None) -> "tuple[_Found, list[Scored], Dressing]":
    """What a request finds above the floor of relevance, best first, and what makes hits of it."""
    known, people = catalogue(version), roster(version)
    found = _understand_and_find(request, known, people)
    curve = calibration(found.model, found.mode)
    ordered = found.ordered()
    if not found.literal:
        ordered = above_floor(ordered, lambda pair: curve.relevance(pair[1]), _AT_LEAST)
    return found, ordered, Dressing(query_words(found.text), curve, known, people)


def _by_date(ordered: list[Scored], sort: str) -> list[Scored]:
    """The same passages by their day, the most relevant of a day first."""
    return sorted(ordered, key=lambda pair: pair[0].row["date"], reverse=sort == "newest")


@dataclass(frozen=True, slots=True)
class Ranking:
    """The rows of a search with their scores, best first, and how the query was understood."""

    rows: list[tuple[Mapping[str, Any], float]]
    text: str
    filters: Filters
    said: SpokenBy | None
    notes: tuple[str, ...]
    curve: Calibration
    models: Mapping[int, EmbeddingModel]
    vectors: Mapping[int, Vectors]


def ranked(request: SearchRequest, version: int | None = None) -> Ranking:
    """What a search ranks, undressed: for answering, and for fitting a calibration. Raises SearchError."""
    _check(request)
    known = catalogue(version)
    found = _understand_and_find(request, known, roster(version))
    rows = [(candidate.row, score) for candidate, score in found.ordered()[: request.top_k]]
    curve = calibration(found.model, found.mode)
    return Ranking(
        rows,
        found.text,
        found.filters,
        found.said,
        found.notes,
        curve,
        {one.pk: one for one in known.models},
        found.vectors,
    )


@dataclass(frozen=True, slots=True)
class _Found:
    """Candidates, and how the query was understood to find them."""

    candidates: list[Candidate]
    mode: str
    text: str
    filters: Filters
    said: SpokenBy | None = None
    model: str = ""
    notes: tuple[str, ...] = ()
    literal: bool = False
    vectors: Mapping[int, Vectors] = field(default_factory=dict)

    def ordered(self) -> list[tuple[Candidate, float]]:
        """Candidates with the score of the mode, best first; those that it gives nothing are left out."""
        score = {"hybrid": "fused", "meaning": "cosine", "words": "coverage"}[self.mode]
        scored = [(candidate, float(getattr(candidate, score))) for candidate in self.candidates]
        return sorted((pair for pair in scored if pair[1] > 0), key=lambda pair: -pair[1])


def _understand_and_find(request: SearchRequest, known: Catalogue, people: Roster) -> _Found:
    box = parse_box(request.query)
    if len(box.phrases) + len(box.excluded) > _MOST_CONDITIONS:
        raise SearchError("q", f"At most {_MOST_CONDITIONS} phrases and exclusions are searched for. Leave some out.")
    if not box.text:
        raise SearchError("q", "Add some words to search for beside the filters, such as: housing party:labor.")
    filters = request.filters.filled_from(box.filters)
    filters = replace(filters, language=filters.language.lower())
    if filters.language and filters.language not in LANGUAGES:
        raise SearchError(
            "language", f"“{filters.language}” is no language of the record; use {' or '.join(LANGUAGES)}."
        )
    scope = resolve(filters, people, known)
    said = None if filters.speaker else spoken_by(box.text, people)
    if known.model is None:
        return _Found([], request.mode, box.text, filters, notes=scope.notes)
    found = [_find(model, box, scope, said, request.mode, filters) for model in known.models]
    return found[0] if len(found) == 1 else _together(found)


def _together(found: list[_Found]) -> _Found:
    """What several indexes hold, in one order: their scores are on one scale."""
    first = found[0]
    candidates = sorted((one for part in found for one in part.candidates), key=lambda one: -one.fused)
    # Where one index had to do without its model, none is searched by meaning: the orders would not fit together.
    mode = next((part.mode for part in found if part.mode != first.mode), first.mode)
    vectors = {model: vector for part in found for model, vector in part.vectors.items()}
    notes = tuple(dict.fromkeys(note for part in found for note in part.notes))
    return replace(first, candidates=candidates, mode=mode, notes=notes, vectors=vectors)


def _find(
    model: EmbeddingModel, box: BoxQuery, scope: Scope, said: SpokenBy | None, mode: str, filters: Filters
) -> _Found:
    text = said.rest if said else box.text
    language = filters.language or (detect_language(text) if model.multilingual else LANGUAGES[0])
    embedding = _EMBEDDING.submit(query_vector, text, model.name) if mode != "words" else None
    condition = scope.condition & _spoken(said, filters)
    condition &= must_hold(box.phrases, _TERMS_TABLE, model.pk, language)
    condition &= must_not_hold(box.excluded, _TERMS_TABLE, model.pk, language)
    chunks = Chunk.objects.embedded_with(model.pk)
    narrowed = chunks.filter(condition) if condition else chunks
    terms = query_terms(text, _TERMS_TABLE, model.pk, language)
    words = None
    if mode != "meaning":
        words = Words(terms.weights, [term.dimension for term in essential(terms.found(), _LOOKUP)])
    places = narrowed.by_words(words, _DEPTH) if words else []
    exactly = bool(condition) and mode != "words" and narrowed.estimated() < _EXACT_BELOW
    vector, mode, notes = _vector(embedding, mode, scope.notes)
    meaning = Meaning(vector.tolist(), exactly) if vector is not None else None
    rows = _on_one_scale(narrowed.scored(places, words, meaning, _DEPTH, COLUMNS), model)
    candidates = FUSIONS[settings.SEARCH_FUSION](rows, terms.ceiling)
    if model.multilingual and not filters.language:
        candidates = _readable_first(candidates, language)
    vectors = {} if vector is None else {model.pk: vector}
    return _Found(candidates, mode, text, filters, said, model.name, notes, bool(box.phrases), vectors)


def _on_one_scale(rows: list[dict[str, Any]], model: EmbeddingModel) -> list[dict[str, Any]]:
    scale = scale_of(model.name)
    return [row | {"cosine": None if row["cosine"] is None else scale.of(row["cosine"])} for row in rows]


def _readable_first(candidates: list[Candidate], language: str) -> list[Candidate]:
    """Passages in the language of the query a little before others that fit as well."""
    favoured = [
        replace(one, fused=one.fused + (_OWN_LANGUAGE if one.row["language"] == language else 0.0))
        for one in candidates
    ]
    return sorted(favoured, key=lambda one: -one.fused)


def _vector(
    embedding: Future[Vectors] | None, mode: str, notes: tuple[str, ...]
) -> tuple[Vectors | None, str, tuple[str, ...]]:
    """The query's vector where the mode wants one; without its model a hybrid search goes on by words and says so."""
    if embedding is None:
        return None, mode, notes
    try:
        return embedding.result(), mode, notes
    except EmbedderError as error:
        if mode == "meaning":
            raise SearchError("mode", f"Searching by meaning is not possible now: {error} Use mode=words.") from error
        return None, "words", (*notes, "The embedding model is away: these passages were found by their words alone.")


def _spoken(said: SpokenBy | None, filters: Filters) -> Q:
    if said is None:
        return Q()
    condition = Q(politician_id__in=said.members)
    if said.held and not (filters.date_from or filters.date_to):
        condition = while_held(said.held)
    if said.first and not filters.date_from:
        condition &= Q(date__gte=said.first)
    if said.last and not filters.date_to:
        condition &= Q(date__lte=said.last)
    return condition
