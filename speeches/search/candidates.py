"""Finds the candidates of a query in every index, by meaning and by words, with scores on one scale."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext

from rag.chunks.models import EmbeddingModel
from rag.chunks.queryset import Meaning, Words
from rag.clients.embedder import EmbedderError, Scale, Vectors, scale_of
from rag.retrieval.bridge import carried_vector
from rag.retrieval.embedding import query_vector
from rag.retrieval.fuse import FUSIONS, Candidate
from rag.retrieval.replicas import read_anywhere
from rag.retrieval.terms import QueryTerms, essential, query_terms
from speeches.models import BY_WORDS, IN_ENGLISH, PRINTED, Chunk, EntryChunk, RecordChunk, SourceType, TermCount
from speeches.search.errors import SearchError
from speeches.search.filters import Filters, Scope, speeches_on, while_held
from speeches.search.languages import LANGUAGES
from speeches.search.phrases import must_hold, must_not_hold
from speeches.search.query import BoxQuery
from speeches.search.results import DEPTH
from speeches.search.roster import Tenure

# For the same query in other words.
_OTHERS_DEPTH = 25
# How many rows the rarest terms may bring in to be scored. A long question of common words is cut short here.
_LOOKUP = 2_500
# Below so many filtered rows, comparing each is exact, and faster than walking the index past the others.
_EXACT_BELOW = 12_000
# A turn of fewer characters ("I move.") says nothing by itself. It is found by its exact words only.
_SHORTEST = 12
# Of two turns that fit equally well, the longer one says more. An empty turn would lose this share of its score; one of
# this length loses nothing. Measured (docs/search.md).
_WHOLE, _MOST_LOST = 200, 0.4
# Embeds the query while the database looks up its words.
_EMBEDDING = ThreadPoolExecutor(max_workers=4, thread_name_prefix="embed-query")
_SHARED = (
    "model_id", "language", "index", "start", "end", "kind", "source_type", "parliament_id", "chamber_id",
    "politician_id", "party_id", "date", "state", "electorate", "debate_type", "topics",
)  # fmt: skip
COLUMNS = ("speech_id", *_SHARED)
_ENTRY_COLUMNS = ("entry_id", *_SHARED)
_OF_A_PERSON = (SourceType.POLITICIAN, SourceType.VOTE_MEMBER, SourceType.CANDIDACY)
_TERMS_TABLE = TermCount._meta.db_table

# Gains of a passage in the language of the query, of the kind of record asked for, and of the days asked for; and the
# gain of the newest candidate over the oldest. Measured (docs/search.md).
_OWN_LANGUAGE = 0.03
_KIND_ASKED_FOR = 0.06
_DAY_ASKED_FOR = 0.03
_NEWEST = 0.01
# A row of a dozen words holds each term once: even with all of them BM25 reaches at most two thirds of its ceiling.
_SHORT = 1.3


@dataclass(frozen=True, slots=True)
class Speakers:
    """Whose words are wanted: the members, and when they held the office or seat, if the query names them by it."""

    members: tuple[int, ...]
    held: tuple[Tenure, ...] = ()


@dataclass(frozen=True, slots=True)
class CandidateQuery:
    """What to look for: the parsed query, and the filters as the tables know them."""

    box: BoxQuery
    filters: Filters
    scope: Scope
    whose: Speakers | None
    mode: str
    source_types: tuple[str, ...]
    bills: tuple[int, ...] = ()
    parties: tuple[int, ...] = ()
    # Words to search for instead of the query's own, if the query says more than its subject.
    words: str = ""
    # Of records other than speeches, find only printed words, and none if somebody is meant to have spoken them.
    quotable: bool = False
    # The days that the query names, if no filter does.
    days: tuple[datetime.date, datetime.date] | None = None
    depth: int = DEPTH
    language: str = LANGUAGES[0]
    # What the query says in its own language, if its words are a translation. Its meaning is taken from that.
    original: str = ""
    # For a query in other words: the vectors of the first wording, because the meaning is the same.
    meant: Mapping[int, Vectors] | None = None

    def reword(self, text: str, meant: Mapping[int, Vectors]) -> "CandidateQuery":
        """The same search, in other words."""
        return replace(self, box=replace(self.box, text=text), words="", depth=_OTHERS_DEPTH, meant=meant)

    @property
    def other_records(self) -> bool:
        """Whether records other than speeches are searched."""
        return any(one != SourceType.HANSARD for one in self.source_types) and not (self.quotable and self.whose)

    @property
    def text(self) -> str:
        """The words to search for."""
        return self.words or self.box.text


@dataclass(frozen=True, slots=True)
class Candidates:
    """Candidates, and how the query was understood to find them."""

    candidates: list[Candidate]
    mode: str
    text: str
    filters: Filters
    whose: Speakers | None = None
    model: str = ""
    notes: tuple[str, ...] = ()
    literal: bool = False
    vectors: Mapping[int, Vectors] = field(default_factory=dict)
    language: str = LANGUAGES[0]

    def ranking(self) -> list[tuple[Candidate, float]]:
        """Candidates with the mode's score, best first. Those that score nothing are left out."""
        score = {"hybrid": "fused", "meaning": "cosine", "words": "coverage"}[self.mode]
        scored = [(candidate, float(getattr(candidate, score))) for candidate in self.candidates]
        return sorted((pair for pair in scored if pair[1] > 0), key=lambda pair: -pair[1])


def candidates_of(wanted: CandidateQuery, models: Sequence[EmbeddingModel]) -> Candidates:
    """The candidates of a query from every index, in one order, because their scores are on one scale."""
    found = [_find(model, wanted) for model in models]
    if len(found) == 1:
        return found[0]
    first = found[0]
    candidates = sorted((one for part in found for one in part.candidates), key=lambda one: -one.fused)
    # If one index had to do without its model, none counts as searched by meaning: the orders would not fit together.
    mode = next((part.mode for part in found if part.mode != first.mode), first.mode)
    vectors = {model: vector for part in found for model, vector in part.vectors.items()}
    notes = tuple(dict.fromkeys(note for part in found for note in part.notes))
    return replace(first, candidates=candidates, mode=mode, notes=notes, vectors=vectors)


def together(own: Sequence[Candidate], others: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """The candidates of a query and of its other wordings, each passage once with its best score."""
    best = {_key(one): one for one in own}
    for candidates in others:
        for one in candidates:
            if _key(one) not in best or best[_key(one)].fused < one.fused:
                best[_key(one)] = one
    return sorted(best.values(), key=lambda one: -one.fused)


def _key(one: Candidate) -> tuple[str, str, int]:
    return one.row["source_type"], one.row["speech_id"], one.row["index"]


def _find(model: EmbeddingModel, wanted: CandidateQuery) -> Candidates:
    text = wanted.text
    language = wanted.language if model.multilingual else LANGUAGES[0]
    embeds = wanted.mode != "words" and wanted.meant is None
    embedding = _EMBEDDING.submit(_vector_of, wanted, model.name) if embeds else None
    terms = query_terms(text, _TERMS_TABLE, model.pk, language)
    looking = _IndexSearch(model, wanted, language, terms, embedding)
    spoken = looking.speeches() if SourceType.HANSARD in wanted.source_types else []
    literal = bool(wanted.box.phrases)
    # For an answer, a short turn is read with the one that it replies to.
    whole = literal or wanted.quotable or wanted.mode == "words"
    candidates = spoken if whole else [_weigh_length(one) for one in spoken if _length(one) >= _SHORTEST]
    if wanted.other_records:
        candidates += looking.entries()
    candidates = _add_gains(candidates, wanted, language if model.multilingual else "")
    vectors = {} if looking.vector is None else {model.pk: looking.vector}
    notes = (*wanted.scope.notes, *looking.notes)
    return Candidates(
        candidates,
        looking.mode,
        text,
        wanted.filters,
        wanted.whose,
        model.name,
        notes,
        literal,
        vectors,
        wanted.language,
    )


def _vector_of(wanted: CandidateQuery, model: str) -> Vectors:
    """The vector of a query; of a translated one, that of the original, carried into the model's space if possible."""
    carried = None
    if wanted.original:
        with suppress(EmbedderError):
            carried = carried_vector(wanted.original, model)
    return query_vector(wanted.text, model) if carried is None else carried


class _IndexSearch:
    """One query on its way through the tables of one model's index."""

    def __init__(
        self,
        model: EmbeddingModel,
        wanted: CandidateQuery,
        language: str,
        terms: QueryTerms,
        embedding: Future[Vectors] | None,
    ) -> None:
        self.model, self.wanted, self.language, self.terms = model, wanted, language, terms
        self.mode = wanted.mode
        self.notes: tuple[str, ...] = ()
        self.vector = wanted.meant.get(model.pk) if wanted.meant else None
        self._embedding = embedding

    def speeches(self) -> list[Candidate]:
        """Candidates from the passages of speeches."""
        wanted = self.wanted
        condition = wanted.scope.condition & speaker_condition(wanted.whose)
        if wanted.scope.bills is not None:
            condition &= Q(speech_id__in=speeches_on(wanted.scope.bills))
        return self._look_up(Chunk, condition, self.terms, COLUMNS)

    def entries(self) -> list[Candidate]:
        """Candidates from other records. A person named in the query is a word to find there, not a speaker."""
        wanted = self.wanted
        condition = wanted.scope.condition & Q(source_type__in=wanted.source_types)
        if wanted.scope.bills is not None:
            condition &= Q(bill__in=wanted.scope.bills)
        elif wanted.bills:
            condition &= Q(bill__in=wanted.bills) | Q(bill=None)
        if wanted.quotable:
            condition &= Q(kind=PRINTED)
        if wanted.parties:
            condition &= ~Q(source_type=SourceType.VOTE_PARTY) | Q(party__in=wanted.parties)
        if wanted.whose:
            # A bill's sponsor is not the person who speaks about it.
            condition &= Q(politician__in=wanted.whose.members) | ~Q(source_type__in=_OF_A_PERSON)
        terms = self.terms
        if wanted.whose:
            terms = query_terms(wanted.box.text, _TERMS_TABLE, self.model.pk, self.language)
        found: list[Candidate] = []
        if self.model.multilingual and not wanted.filters.language:
            # Each record has an entry in each language. The one in the reader's language is enough, if there is one.
            readable = Q(language=self.language) | Q(source_type__in=IN_ENGLISH)
            found = self._look_up(EntryChunk, condition & readable, terms, _ENTRY_COLUMNS)
        found = found or self._look_up(EntryChunk, condition, terms, _ENTRY_COLUMNS)
        return [_as_speech(one) for one in found]

    def _look_up(
        self, table: type[RecordChunk], condition: Q, terms: QueryTerms, columns: Sequence[str]
    ) -> list[Candidate]:
        box, model = self.wanted.box, self.model
        condition &= must_hold(box.phrases, _TERMS_TABLE, model.pk, self.language, table)
        condition &= must_not_hold(box.excluded, _TERMS_TABLE, model.pk, self.language, table)
        words = None
        if self.wanted.mode != "meaning":
            # A term that no speech holds may be the only one that tells a record of another kind apart.
            looked_for = terms.occurring() if table is Chunk else terms.terms
            words = Words(terms.weights, [term.dimension for term in essential(looked_for, _LOOKUP)])

        def read(alias: str) -> list[dict[str, Any]]:
            chunks = table.objects.using(alias).embedded_with(model.pk)
            narrowed = chunks.filter(condition) if condition else chunks
            places = narrowed.best_by_words(words, self.wanted.depth) if words else []
            exactly = bool(condition) and self.wanted.mode != "words" and narrowed.estimate_count() < _EXACT_BELOW
            self._await_vector()
            # For a query in other words, the nearest in meaning were found already.
            nearest = 0 if self.wanted.meant is not None else self.wanted.depth
            meaning = Meaning(self.vector.tolist(), exactly) if self.vector is not None else None
            return narrowed.score_rows(places, words, meaning, nearest, columns)

        return FUSIONS[settings.SEARCH_FUSION](_rescale(read_anywhere(read), model), terms.ceiling)

    def _await_vector(self) -> None:
        """Wait for the query's vector, if the mode needs one.

        If the embedding model is away, a hybrid search goes on by words and says so. Raises SearchError in mode
        "meaning".
        """
        if self._embedding is None:
            return
        try:
            self.vector = self._embedding.result()
        except EmbedderError as error:
            if self.mode == "meaning":
                reason = gettext("Searching by meaning is not possible now: {error} Use mode=words.")
                raise SearchError("mode", reason.format(error=error)) from error
            self.mode = "words"
            note = gettext("The embedding model is away: these passages were found by their words alone.")
            self.notes = (note,)


def _as_speech(found: Candidate) -> Candidate:
    """An entry as a row of a speech, with its id as the `speech_id`.

    Kinds of record that have no vector by design are scored by their words alone.
    """
    row = {"speech_id": found.row["entry_id"], **found.row}
    fused = min(1.0, _SHORT * found.coverage) if row["source_type"] in BY_WORDS else found.fused
    return replace(found, row=row, fused=fused)


def _rescale(rows: list[dict[str, Any]], model: EmbeddingModel) -> list[dict[str, Any]]:
    scale = scale_of(model.name)
    if scale == Scale():
        return rows
    return [row | {"cosine": None if row["cosine"] is None else scale.of(row["cosine"])} for row in rows]


def _length(one: Candidate) -> int:
    return int(one.row["end"]) - int(one.row["start"])


def _weigh_length(one: Candidate) -> Candidate:
    lost = _MOST_LOST * max(0.0, 1 - _length(one) / _WHOLE)
    return replace(one, fused=(1 - lost) * one.fused)


def _add_gains(candidates: list[Candidate], wanted: CandidateQuery, language: str) -> list[Candidate]:
    """The candidates with their gains added, best first.

    Of passages that fit equally well, those in the reader's language, of the kind and days asked for, and the newer
    lead.
    """
    kind = wanted.source_types[0] if len(wanted.source_types) > 1 else ""
    days = None if wanted.filters.date_from or wanted.filters.date_to else wanted.days
    if not kind and not days and (not language or wanted.filters.language):
        return candidates
    newest = _newness(one.row["date"] for one in candidates)
    favoured = []
    for one in candidates:
        more = _OWN_LANGUAGE if language and not wanted.filters.language and one.row["language"] == language else 0.0
        more += _DAY_ASKED_FOR if days and one.row["date"] and days[0] <= one.row["date"] <= days[1] else 0.0
        more += _KIND_ASKED_FOR if kind and one.row["source_type"] == kind else 0.0
        more += _NEWEST * newest.get(one.row["date"], 0.0) if kind else 0.0
        favoured.append(replace(one, fused=one.fused + more))
    return sorted(favoured, key=lambda one: -one.fused)


def _newness(days: Iterable[Any]) -> dict[Any, float]:
    """How new each day is among all: 1 for the newest, 0 for the oldest."""
    known = sorted({day for day in days if day is not None})
    span = (known[-1] - known[0]).days if known else 0
    return {day: (day - known[0]).days / span for day in known} if span else {}


def speaker_condition(whose: Speakers | None) -> Q:
    """The passages by the members wanted, while they held the office or seat that names them; all, if none is named."""
    if whose is None:
        return Q()
    return while_held(whose.held) if whose.held else Q(politician_id__in=whose.members)
