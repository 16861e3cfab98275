"""Embedding models that run in this process on OpenVINO.

Models that come with the install need only the tokenizer and the graph. Any other name is opened by
sentence-transformers with all its dependencies. Either kind is exported once and kept beside the data.
"""

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from rag.clients.embedder import EmbedderError, EmbeddingSpec, Vectors, prefixes_of
from rag.clients.graphs import ExportError, cores, export_once, openvino
from rag.clients.lazy import Once
from rag.clients.streams import Encode, Streams
from rag.clients.trained import Model, digest_of, open_tokenizer
from rag.clients.wheels import DIMENSIONS, INSTALLED, TUNED, TUNED_WEIGHTS
from rag.clients.words import Words, open_words

# Passages use as many streams as there are cores, up to this many.
_STREAMS = 4


class LocalEmbedder:
    """A model by name, loaded on first use. Thread-safe.

    Queries have a stream of their own: a query is one short text and must not wait for a batch of passages.
    """

    def __init__(self, name: str, cache_folder: Path) -> None:
        self.name = name
        self._loaded = Once(lambda: _load(name, cache_folder))

    @property
    def spec(self) -> EmbeddingSpec:
        return EmbeddingSpec(self.name, self._dimensions(), *prefixes_of(self.name))

    def embed_passages(self, passages: Sequence[str]) -> Vectors:
        prefix = self.spec.passage_prefix
        for_passages, _ = self._loaded.get()
        return for_passages.encode([prefix + passage for passage in passages])

    def embed_query(self, query: str) -> Vectors:
        _, for_queries = self._loaded.get()
        vector: Vectors = for_queries.encode([self.spec.query_prefix + query])[0]
        return vector

    def _dimensions(self) -> int:
        if self.name in INSTALLED:
            return DIMENSIONS  # Known without loading the model, which keeps a process small that embeds nothing.
        return self._loaded.get()[0].dimensions


def _load(name: str, cache_folder: Path) -> tuple[Streams, Streams]:
    """Returns the streams for passages and those for queries."""
    try:
        if name in INSTALLED:
            streams = min(cores(), _STREAMS)
            *for_passages, for_queries = encoders(name, cache_folder, streams + 1)
            return Streams(for_passages, DIMENSIONS), Streams([for_queries], DIMENSIONS)
        folder = export_once(cache_folder / f"{name.replace('/', '--')}-openvino-half", "embedder", name)
        library, dimensions = _open_with_library(folder)
    except (OSError, ImportError, ValueError, RuntimeError, ExportError) as error:
        raise EmbedderError(
            f"The embedding model {name!r} could not be loaded ({error}). Check EMBEDDING_MODEL: without a "
            f"network only {', '.join(INSTALLED)} is there; with one, any sentence-transformers name works."
        ) from error
    both = Streams([library], dimensions)
    return both, both


def encoders(name: str, cache_folder: Path, streams: int) -> list[Encode]:
    """Returns `streams` encode functions on one compiled model, for parallel use. Each returns the mean of a text's
    token states, scaled to length one."""
    words = open_words(TUNED.get(name, name), cache_folder)
    folder = f"{name}-embedder" + (f"-{digest_of(TUNED_WEIGHTS / f'{name}.npz')}" if name in TUNED else "")
    model = Model(export_once(cache_folder / folder, "embedder", name), words, streams)
    return [_encode(model, words)] * streams


def _encode(model: Model, words: Words) -> Encode:
    tokenizer, (_, end, padding, _) = open_tokenizer(words.tokenizer)

    def encode(texts: list[str]) -> Vectors:
        read = [one.ids for one in tokenizer.encode_batch(texts)]
        read = [ids if len(ids) <= words.longest else [*ids[: words.longest - 1], end] for ids in read]
        mask = np.array([len(ids) for ids in read])[:, None] > np.arange(max(map(len, read)))
        tokens = np.full(mask.shape, padding, np.int64)
        tokens[mask] = [token for ids in read for token in ids]
        (states,) = model.infer(tokens, np.zeros_like(tokens), mask.astype(np.int64))
        # The mean is scaled to length one anyway, so the sum will do.
        vectors: Vectors = np.einsum("ntd,nt->nd", states, mask.astype(np.float32))
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors

    return encode


def _open_with_library(folder: Path) -> tuple[Encode, int]:
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from sentence_transformers import SentenceTransformer

    openvino.get()
    settings = {"ENABLE_CPU_PINNING": "NO", "INFERENCE_NUM_THREADS": str(cores())}
    model = SentenceTransformer(str(folder), backend="openvino", model_kwargs={"device": "CPU", "ov_config": settings})

    def encode(texts: list[str]) -> Vectors:
        vectors: Vectors = model.encode(texts, normalize_embeddings=True, show_progress_bar=False)
        return vectors

    return encode, int(model.get_embedding_dimension() or 0)
