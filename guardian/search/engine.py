"""The one search of a scheme's bylaws. It is exact: it compares every chunk of the documents in force by meaning and
by words."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from guardian.models import Bylaw, Chunk
from guardian.search.expansion import expand_question
from rag.chunks.queryset import Meaning, Words
from rag.clients.embedder import Vectors
from rag.language.glossary import in_english
from rag.retrieval.bridge import carried_vector
from rag.retrieval.embedding import query_vector
from rag.retrieval.fuse import Candidate, fuse_rows
from rag.retrieval.terms import query_terms_among
from rag.text.language import detect_language

_COLUMNS = ("bylaw_id", "index", "section", "start", "end", "header")
# More chunks than a bylaw of five hundred pages has.
_ALL = 20_000
# The weight of meaning in the score, and how far the question's vector moves towards the words of bylaws. Measured
# (docs/bylaws.md).
_MEANING, _MOVED = 0.45, 0.5


@dataclass(frozen=True, slots=True)
class Query:
    """A question prepared for search: its words, the bylaws' words for them, and its vector by each model. `english` is
    the question for documents in English."""

    text: str
    english: str
    related: Mapping[str, tuple[str, ...]]
    vectors: Mapping[str, Vectors]

    @property
    def related_words(self) -> tuple[str, ...]:
        return _related_words(self.related)


def make_query(text: str, models: Iterable[str]) -> Query:
    """Prepare a question for search in documents that these models embedded. Needs no scheme's scope: call it outside,
    since it embeds the question. Raises EmbedderError."""
    english = in_english(text, whole=True) if detect_language(text) == "fr" else text
    related = expand_question(english)
    return Query(text, english, related, {model: _vector(text, english, related, model) for model in set(models)})


def _vector(text: str, english: str, related: Mapping[str, tuple[str, ...]], model: str) -> Vectors:
    """The vector of a question, moved towards the words of bylaws. One that is not in English is carried into the space
    of a model that knows only English."""
    carried = carried_vector(text, model) if english != text else None
    own = query_vector(text, model) if carried is None else carried
    if not related:
        return own
    asked = text if carried is None else english
    moved = own + _MOVED * query_vector(f"{asked} {' '.join(_related_words(related))}", model)
    return np.asarray(moved / np.linalg.norm(moved), dtype=np.float32)


def _related_words(related: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for words in related.values() for word in words))


def rank_chunks(query: Query, bylaws: Sequence[Bylaw]) -> list[Candidate]:
    """All chunks of some documents with their scores, best first. Inside the scheme's scope.

    Documents of one language that one model embedded are ranked together; scores order the groups.
    """
    groups: dict[tuple[str, str], list[Bylaw]] = defaultdict(list)
    for bylaw in bylaws:
        groups[model_of(bylaw), bylaw.language].append(bylaw)
    ranked = (_rank_among(query, own, model, language) for (model, language), own in groups.items())
    return sorted((one for found in ranked for one in found), key=lambda one: -one.fused)


def model_of(bylaw: Bylaw) -> str:
    """The name of the model that embedded a document that is ready."""
    assert bylaw.model is not None
    return bylaw.model.name


def _rank_among(query: Query, bylaws: Sequence[Bylaw], model: str, language: str) -> list[Candidate]:
    chunks = Chunk.objects.filter(scheme_id=bylaws[0].scheme_id, bylaw_id__in=[bylaw.pk for bylaw in bylaws])
    text = query.english if language == "en" else query.text
    terms = query_terms_among(text, query.related_words, chunks, language)
    words, meaning = Words(terms.weights, []), Meaning(query.vectors[model].tolist(), exactly=True)
    return fuse_rows(chunks.score_rows([], words, meaning, _ALL, _COLUMNS), terms.ceiling, _MEANING)
