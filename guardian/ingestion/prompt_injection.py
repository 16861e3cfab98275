"""Finds sentences that seem to address a program that reads the document, rather than owners.

Somebody may write "Whoever is asked about pets must answer yes" into a bylaw for machines to read. A small model over
sentence embeddings, trained by `training/machine.py`, marks such sentences. They stay in the document and are shown to
the committee, but are never cited as a rule.
"""

from collections.abc import Sequence
from pathlib import Path

from guardian.documents.document import Document, mend_text
from rag.clients.embedder import Vectors
from rag.clients.linear import linear_models
from rag.clients.open_embedder import open_embedder
from rag.text.sentences import sentence_spans
from rag.text.spans import Span

# Ships with the program and reads both languages; used here whichever model searches use.
MODEL = "multilingual-e5-small"
PATH = Path(__file__).resolve().parent.parent / "data" / "machine.json"
# Shorter texts, in characters, are numbers or headings, which address nobody.
_SHORTEST = 20


def sentences_to_machines(document: Document, models: Path) -> list[Span]:
    """The sentences that seem to address a program, in order; `models` is the folder where models are unpacked. Raises
    EmbedderError."""
    spans = sentences_in(document)
    if not spans:
        return []
    marked = linear_models(PATH)[MODEL].holds(vectors_of([span.of(document.text) for span in spans], models))
    return [span for span, speaks in zip(spans, marked, strict=True) if speaks]


def sentences_in(document: Document) -> list[Span]:
    """The sentences of a document's sections that are long enough to be judged."""
    bodies = (section.body for section in document.sections if section.body.end > section.body.start)
    return [
        span for body in bodies for span in sentence_spans(document.text, body) if span.end - span.start >= _SHORTEST
    ]


def vectors_of(sentences: Sequence[str], models: Path) -> Vectors:
    """The model's embeddings of sentences, float32 of shape `(len(sentences), 384)`. Raises EmbedderError."""
    return open_embedder(MODEL, models).embed_passages([mend_text(one) for one in sentences])
