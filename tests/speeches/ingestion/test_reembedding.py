"""Another model takes over while searches go on."""

import pytest
from django.core.management import call_command

from rag.chunks.index import active_model
from rag.chunks.models import EmbeddingModel
from rag.clients.embedder import EmbeddingSpec, Vectors
from rag.clients.local_embedder import LocalEmbedder
from rag.retrieval import embedding as configured
from speeches.ingestion import embedding, reembedding
from speeches.ingestion.ingest import ingest_content
from speeches.models import Chunk
from speeches.search.engine import SearchRequest, search

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("committed_record")]


class Halved:
    """A model of 192 dimensions: the first half of MiniLM's vectors."""

    spec = EmbeddingSpec("halved", 192)

    def __init__(self, whole: LocalEmbedder) -> None:
        self._whole = whole

    def embed_passages(self, passages: list[str]) -> Vectors:
        half = self._whole.embed_passages(passages)[:, :192]
        scaled: Vectors = half / (half**2).sum(axis=1, keepdims=True) ** 0.5
        return scaled

    def embed_query(self, query: str) -> Vectors:
        vector: Vectors = self.embed_passages([query])[0]
        return vector


@pytest.fixture
def halved(monkeypatch: pytest.MonkeyPatch) -> Halved:
    """EMBEDDING_MODEL=halved, while the default model's vectors are still there."""
    assert embedding.current_model().name == "record-minilm"
    real = configured.configured_embedder
    model = Halved(real("record-minilm"))  # type: ignore[arg-type]

    def choose(name: str | None = None) -> object:
        return real(name) if name == "record-minilm" else model

    monkeypatch.setattr(configured, "configured_embedder", choose)
    monkeypatch.setattr(embedding, "configured_embedder", choose)
    return model


def file(number: int, text: str) -> bytes:
    return (
        f'{{"speeches": [{{"speech_id": "s{number}", "speaker": "Ada Smith", "date": "2023-03-14", '
        f'"chamber": "Senate", "text": "{text}"}}]}}'
    ).encode()


def test_the_record_switches_when_the_new_index_is_complete(halved: Halved, capsys: pytest.CaptureFixture[str]) -> None:
    ingest_content(file(1, "Wombats dig burrows."), "a.json")
    embedding.embed_pending(embedding.current_model())
    assert embedding.current_model().name == "record-minilm"

    call_command("reembed")

    assert "halved is active; 1 chunks" in capsys.readouterr().out
    assert EmbeddingModel.objects.get(active=True).name == "halved"
    assert [len(vector or []) for vector in Chunk.objects.values_list("embedding", flat=True)] == [192]
    assert search(SearchRequest("burrowing wombats")).results[0].speech_id == "s1"


def test_what_is_ingested_meanwhile_is_taken_along(halved: Halved, monkeypatch: pytest.MonkeyPatch) -> None:
    ingest_content(file(1, "Wombats dig burrows."), "a.json")
    embed = embedding.embed_pending
    interrupted: list[object] = []

    def embed_and_ingest(*arguments: object) -> int:
        if not interrupted:
            interrupted.append(ingest_content(file(2, "Quolls climb trees."), "b.json"))
            assert search(SearchRequest("quolls")).results[0].speech_id == "s2"
        return embed(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(reembedding, "embed_pending", embed_and_ingest)
    reembedding.reembed()
    active = active_model()
    assert active is not None
    assert set(Chunk.objects.values_list("speech_id", "model_id")) == {("s1", active.pk), ("s2", active.pk)}


def test_the_same_model_again_does_nothing() -> None:
    ingest_content(file(1, "Wombats dig burrows."), "a.json")
    model, count = reembedding.reembed()
    assert (model.name, count) == ("record-minilm", 0)
