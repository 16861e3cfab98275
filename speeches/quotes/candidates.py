"""The speeches in which a claim may stand, by its rarest words."""

from typing import Any

from django.db.models import Q

from rag.chunks.models import EmbeddingModel
from rag.chunks.queryset import Words
from rag.retrieval.terms import essential, query_terms
from rag.text.language import detect_language
from speeches.models import Chunk, Speech, TermCount

# Chunks looked at, and speeches read, for each way of looking.
_DEPTH, _SPEECHES = 60, 16
# Rows that the rarest terms may bring in to be scored.
_LOOKUP = 4_000
_TERMS_TABLE = TermCount._meta.db_table


def candidate_speeches(text: str, model: EmbeddingModel, narrowed: Q | None) -> list[Speech]:
    """Speeches with the most of the rare words of `text`, best first: within `narrowed`, and anywhere."""
    language = detect_language(text)
    terms = query_terms(text, _TERMS_TABLE, model.pk, language)
    words = Words(terms.weights, [term.dimension for term in essential(terms.found(), _LOOKUP)])
    keys: dict[str, None] = {}
    for condition in (narrowed, Q()) if narrowed else (Q(),):
        keys |= dict.fromkeys(_best(words, model, condition))
    related = ("party", "chamber", "parliament")
    found = Speech.objects.select_related(*related).in_bulk(list(keys))
    return [found[key] for key in keys if key in found]


def _best(words: Words, model: EmbeddingModel, condition: Q) -> list[str]:
    chunks = Chunk.objects.embedded_with(model.pk).filter(condition)
    rows: list[dict[str, Any]] = chunks.scored(chunks.by_words(words, _DEPTH), words, None, 0, ["speech_id"])
    ordered = sorted(rows, key=lambda row: -row["score"])
    return list(dict.fromkeys(row["speech_id"] for row in ordered))[:_SPEECHES]
