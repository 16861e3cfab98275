"""The one search of a scheme's bylaws. It is exact: it compares every chunk of the bylaw in force by meaning and by
words."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from guardian.models import Bylaw, Chunk
from guardian.search.expansion import expand_question
from rag.chunks.queryset import Meaning, Words
from rag.clients.embedder import Vectors
from rag.retrieval.embedding import query_vector
from rag.retrieval.fuse import Candidate, fuse_rows
from rag.retrieval.terms import query_terms_among

_COLUMNS = ("index", "section", "start", "end", "header")
# More chunks than a bylaw of five hundred pages has.
_ALL = 20_000
# The weight of meaning in the score, and how far the question's vector moves towards the words of bylaws. Measured
# (docs/bylaws.md).
_MEANING, _MOVED = 0.45, 0.5


@dataclass(frozen=True, slots=True)
class Query:
    """A question prepared for search: its own words, the bylaws' words for them, and its vector."""

    text: str
    related: Mapping[str, tuple[str, ...]]
    vector: Vectors

    @property
    def related_words(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for words in self.related.values() for word in words))


def make_query(text: str, model_name: str) -> Query:
    """Prepare a question for search. Needs no scheme's scope: call it outside, since it embeds the question. Raises
    EmbedderError."""
    related = expand_question(text)
    own = query_vector(text, model_name)
    query = Query(text, related, own)
    if not related:
        return query
    moved = own + _MOVED * query_vector(f"{text} {' '.join(query.related_words)}", model_name)
    return replace(query, vector=np.asarray(moved / np.linalg.norm(moved), dtype=np.float32))


def rank_chunks(query: Query, bylaw: Bylaw) -> list[Candidate]:
    """All chunks of the bylaw with their scores, best first. Inside the scheme's scope."""
    chunks = Chunk.objects.filter(scheme_id=bylaw.scheme_id, bylaw_id=bylaw.pk)
    terms = query_terms_among(query.text, query.related_words, chunks, bylaw.language)
    words = Words(terms.weights, [])
    rows = chunks.score_rows([], words, Meaning(query.vector.tolist(), exactly=True), _ALL, _COLUMNS)
    return fuse_rows(rows, terms.ceiling, _MEANING)
