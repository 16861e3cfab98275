"""Writes a document that was read to its tables: pages, and chunks with both indexes."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.conf import settings
from django.db import connection
from django.utils import timezone

from guardian.documents.document import Document, mend_text
from guardian.models import Bylaw, BylawPage, Chunk
from rag.chunks.index import active_model, register_model
from rag.chunks.models import EmbeddingModel
from rag.clients.embedder import Vectors
from rag.retrieval.embedding import configured_embedder
from rag.text.language import detect_language
from rag.text.spans import Span
from rag.text.split import Profile

# Average number of words in a chunk and its header over five real sets of bylaws: the constant in BM25's length norm.
AVERAGE_LENGTH = 50

_INSERT = f"""
INSERT INTO guardian_chunk (scheme_id, bylaw_id, model_id, index, section, "start", "end", header, language,
    embedding, terms, weights)
SELECT %(scheme)s, %(bylaw)s, %(model)s, d.index, d.section, d.first, d.last, d.header, %(language)s,
    d.vector::halfvec, p.terms, p.weights
FROM unnest(%(indexes)s::integer[], %(sections)s::integer[], %(starts)s::integer[], %(ends)s::integer[],
        %(headers)s::text[], %(bodies)s::text[], %(vectors)s::text[])
        AS d(index, section, first, last, header, body, vector),
    rag_postings(%(config)s::regconfig, d.header || E'\\n' || d.body, {AVERAGE_LENGTH}) AS p
"""


@dataclass(frozen=True, slots=True)
class Draft:
    """A chunk before it is written. `header` is the path of its section, `body` the text that is searched."""

    section: int
    span: Span
    header: str
    body: str

    @property
    def passage(self) -> str:
        """The text that is embedded."""
        return f"{self.header}\n{self.body}"


def drafts_of(document: Document) -> list[Draft]:
    """The chunks of a document, in order."""
    pieces = document.pieces(Profile(**settings.CHUNK_PROFILES["bylaws"]))
    return [
        Draft(
            piece.section,
            piece.span,
            document.sections[piece.section].name,
            mend_text(" ".join([document.sections[piece.section].stem, piece.span.of(document.text)])),
        )
        for piece in pieces
    ]


def embed_drafts(drafts: Sequence[Draft]) -> tuple[EmbeddingModel, Vectors]:
    """The model that searches use, and one vector per chunk. Raises EmbedderError."""
    model = active_model() or register_model(configured_embedder().spec)
    passages = [draft.passage for draft in drafts]
    return model, configured_embedder(model.name).embed_passages(passages)


def write_document(
    bylaw: Bylaw,
    document: Document,
    drafts: Sequence[Draft],
    vectors: Vectors,
    model: EmbeddingModel,
    to_machines: Sequence[Span] = (),
) -> None:
    """Write a whole document, which is then ready. Inside the scheme's scope. Replaces what was read of it before."""
    Chunk.objects.filter(bylaw=bylaw).delete()
    BylawPage.objects.filter(bylaw=bylaw).delete()
    bylaw.keep_sections(document.sections)
    bylaw.text, bylaw.page_count, bylaw.pages_read = document.text, len(document.pages), len(document.pages)
    bylaw.hidden_words, bylaw.to_machines = document.hidden, [list(span) for span in to_machines]
    bylaw.language, bylaw.model = detect_language(document.text), model
    bylaw.status, bylaw.processed_at = Bylaw.Status.READY, timezone.now()
    bylaw.save()
    BylawPage.objects.bulk_create(
        BylawPage(
            scheme_id=bylaw.scheme_id, bylaw=bylaw, number=page.number, width=page.width, height=page.height,
            start=page.start, end=page.end, places=page.places,
        )
        for page in document.pages
    )  # fmt: skip
    _write_chunks(bylaw, drafts, vectors, model)


def _write_chunks(bylaw: Bylaw, drafts: Sequence[Draft], vectors: Vectors, model: EmbeddingModel) -> None:
    values: dict[str, Any] = {
        "scheme": bylaw.scheme_id,
        "bylaw": bylaw.pk,
        "model": model.pk,
        "language": bylaw.language,
        "config": f"rag_{bylaw.language}",
        "indexes": list(range(len(drafts))),
        "sections": [draft.section for draft in drafts],
        "starts": [draft.span.start for draft in drafts],
        "ends": [draft.span.end for draft in drafts],
        "headers": [draft.header for draft in drafts],
        "bodies": [draft.body for draft in drafts],
        "vectors": [json.dumps(vector) for vector in np.round(vectors.astype(np.float64), 5).tolist()],
    }
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, values)
