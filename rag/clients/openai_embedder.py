"""Embedding models behind an OpenAI-compatible endpoint (OpenAI, Ollama, vLLM, llama.cpp's server)."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import openai

from rag.clients.embedder import EmbedderError, EmbeddingSpec, Vectors

# The endpoint takes at most this many texts per request.
_BATCH = 128
_DIMENSIONS = {
    "text-embedding-3-small": 1536,
    "text-embedding-3-large": 3072,
    "text-embedding-ada-002": 1536,
}


class OpenAIEmbedder:
    """A remote model, `openai:MODEL` in EMBEDDING_MODEL. Retries once on a network error; 30 seconds per request."""

    def __init__(self, name: str, api_key: str, base_url: str | None = None) -> None:
        self.name = name
        self._client = openai.OpenAI(api_key=api_key, base_url=base_url, timeout=30, max_retries=1)

    @cached_property
    def spec(self) -> EmbeddingSpec:
        model = self.name.removeprefix("openai:")
        dimensions = _DIMENSIONS.get(model) or self._request(["dimensions"]).shape[1]
        return EmbeddingSpec(self.name, dimensions)

    def embed_passages(self, passages: Sequence[str]) -> Vectors:
        batches = [self._request(passages[i : i + _BATCH]) for i in range(0, len(passages), _BATCH)]
        return np.concatenate(batches) if batches else np.zeros((0, self.spec.dimensions), np.float32)

    def embed_query(self, query: str) -> Vectors:
        vector: Vectors = self._request([query])[0]
        return vector

    def _request(self, texts: Sequence[str]) -> Vectors:
        try:
            answer = self._client.embeddings.create(
                model=self.name.removeprefix("openai:"), input=list(texts), encoding_format="float"
            )
        except openai.OpenAIError as error:
            raise EmbedderError(
                f"The embeddings endpoint did not answer ({error}). Check EMBEDDING_BASE_URL, EMBEDDING_API_KEY "
                f"and the model's name in EMBEDDING_MODEL."
            ) from error
        vectors = np.asarray([item.embedding for item in answer.data], dtype=np.float32)
        norms: Vectors = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(norms, 1e-12), dtype=np.float32)
