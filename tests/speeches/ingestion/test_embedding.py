"""Waiting chunks are embedded once each, with others of similar length, except those that another process has taken."""

import json

import numpy as np
import psycopg
import pytest

from rag.clients.embedder import EmbeddingSpec, Vectors
from speeches.ingestion import embedding
from speeches.ingestion.ingest import ingest_content
from speeches.models import Chunk
from tests.browser import test_database_url

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("committed_record")]


class Noting:
    """An embedder that keeps the lengths of the texts it was asked for. Each text's vector tells its length."""

    spec = EmbeddingSpec("all-MiniLM-L6-v2", 384)

    def __init__(self) -> None:
        self.asked: list[list[int]] = []

    def embed_passages(self, passages: list[str]) -> Vectors:
        self.asked.append([len(passage) for passage in passages])
        vectors = np.zeros((len(passages), 384), dtype=np.float32)
        vectors[:, 0], vectors[:, 1] = 1, self.asked[-1]
        return vectors

    def embed_query(self, query: str) -> Vectors:
        vector: Vectors = self.embed_passages([query])[0]
        return vector


@pytest.fixture
def noting(monkeypatch: pytest.MonkeyPatch) -> Noting:
    """Forty speeches wait, short and long mixed, and are taken eight at a time."""
    words = [(place * 17) % 40 + 1 for place in range(40)]
    speeches = [
        {"speech_id": f"s{place:02}", "speaker": "Ada Smith", "date": "2023-03-14", "chamber": "Senate",
         "text": "Wombats. " * number} for place, number in enumerate(words)
    ]  # fmt: skip
    assert ingest_content(json.dumps({"speeches": speeches}).encode(), "s.json").chunks_created == 40
    embedder = Noting()
    monkeypatch.setattr(embedding, "configured_embedder", lambda name=None: embedder)
    monkeypatch.setattr(embedding, "BATCH", 8)
    return embedder


def test_texts_of_like_length_are_embedded_together(noting: Noting) -> None:
    assert embedding.embed_pending(embedding.current_model()) == 40
    lengths = [length for part in sorted(noting.asked, reverse=True) for length in part]
    assert len(lengths) == 40
    assert lengths == sorted(lengths, reverse=True)
    assert embedding.pending_count() == 0


def test_every_chunk_gets_the_vector_of_its_own_text(noting: Noting) -> None:
    embedding.embed_pending(embedding.current_model())
    for chunk in Chunk.objects.select_related("speech"):
        assert chunk.embedding[1] == len(f"{chunk.header}\n{chunk.speech.text[chunk.start : chunk.end]}")


def test_what_another_has_taken_is_left_to_it(noting: Noting) -> None:
    with psycopg.connect(test_database_url()) as another:
        another.execute("SELECT 1 FROM speeches_chunk WHERE speech_id < 's08' FOR UPDATE")
        assert embedding.embed_pending(embedding.current_model()) == 32
    assert set(Chunk.objects.pending().values_list("speech_id", flat=True)) == {f"s{place:02}" for place in range(8)}
    assert embedding.embed_pending(embedding.current_model()) == 8
