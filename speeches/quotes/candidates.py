"""Finds speeches that may contain a claim, by its rarest words."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from rag.chunks.models import EmbeddingModel
from rag.chunks.queryset import ChunkQuerySet, Words
from rag.retrieval.terms import essential, query_terms
from rag.text.align import words_of
from rag.text.language import detect_language
from speeches.models import Chunk, Speech, TermCount
from speeches.quotes.claim import Claim
from speeches.search.phrases import holds, words_pattern

# Chunks examined and speeches read per search.
_DEPTH, _SPEECHES = 60, 16
# A claim with at most `_SHORT` words is also searched as a phrase, and with each word left out; `_NEAR_EACH` speeches
# are taken per word left out.
_SHORT, _NEAR_EACH = 12, 4
# The most rows that the rarest terms may bring in for scoring.
_LOOKUP = 4_000
_TERMS_TABLE = TermCount._meta.db_table


def candidate_speeches(text: str, models: Sequence[EmbeddingModel], view: Q, narrowed: Q | None) -> list[Speech]:
    """Speeches in `view` with the most of the rare words of `text`, best first: first within `narrowed`, then
    anywhere."""
    language = detect_language(text)
    keys: dict[str, None] = {}
    for model in models:
        terms = query_terms(text, _TERMS_TABLE, model.pk, language)
        words = Words(terms.weights, [term.dimension for term in essential(terms.occurring(), _LOOKUP)])
        chunks = Chunk.objects.embedded_with(model.pk).filter(view)
        for condition in (narrowed, Q()) if narrowed else (Q(),):
            keys |= dict.fromkeys(_best(words, chunks.filter(condition))[:_SPEECHES])
    return _load_speeches(keys)


def phrase_speeches(claim: Claim, models: Sequence[EmbeddingModel], view: Q) -> list[Speech]:
    """Speeches that contain a short claim's first stretch verbatim, since its words may be too common to rank high."""
    stretch = claim.stretches[0]
    text = claim.text[stretch[0].start : stretch[-1].end]
    keys: dict[str, None] = {}
    for model in models:
        terms = [term.dimension for term in query_terms(text, _TERMS_TABLE, model.pk, detect_language(text)).terms]
        if not terms or len(stretch) > _SHORT:
            continue
        pattern = words_pattern([text[word.start : word.end] for word in words_of(text)])
        holding = Q(terms__contains=terms) & holds(pattern, len(text))
        found = Chunk.objects.embedded_with(model.pk).filter(view, holding).values_list("speech_id", flat=True)
        keys |= dict.fromkeys(found[:_DEPTH])
    return _load_speeches(keys)


def near_speeches(claim: Claim, models: Sequence[EmbeddingModel], view: Q) -> list[Speech]:
    """Speeches with all words of a short claim but one, since the word that was changed may be the rarest."""
    language = detect_language(claim.text)
    keys: dict[str, None] = {}
    for model in models:
        terms = query_terms(claim.text, _TERMS_TABLE, model.pk, language)
        found = [term.dimension for term in terms.occurring()]
        if not 2 <= len(found) <= _SHORT:
            continue
        chunks = Chunk.objects.embedded_with(model.pk).filter(view)
        for left_out in found:
            rest = [term for term in found if term != left_out]
            keys |= dict.fromkeys(_best(Words(terms.weights, rest), chunks.filter(terms__contains=rest))[:_NEAR_EACH])
    return _load_speeches(keys)


def _load_speeches(keys: dict[str, None]) -> list[Speech]:
    found = Speech.objects.select_related("party", "chamber", "parliament").in_bulk(list(keys))
    return [found[key] for key in keys if key in found]


def _best(words: Words, chunks: ChunkQuerySet) -> list[str]:
    rows: list[dict[str, Any]] = chunks.score_rows(chunks.best_by_words(words, _DEPTH), words, None, 0, ["speech_id"])
    ordered = sorted(rows, key=lambda row: -row["score"])
    return list(dict.fromkeys(row["speech_id"] for row in ordered))
