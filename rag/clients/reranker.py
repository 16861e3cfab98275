"""How well passages answer a query, read together with it: a cross-encoder, here or behind an endpoint."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import httpx

from rag.clients.cross_encoder import CrossEncoderError, CrossEncoderModel, logistic

ENDPOINT = "cohere:"


class RerankerError(RuntimeError):
    """The model could not be loaded, or its endpoint did not answer; the message says what to check."""


class Reranker(Protocol):
    """Judges passages against a query."""

    name: str

    def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        """For each passage how surely it is relevant, in [0, 1]. Raises RerankerError."""
        ...


class CrossEncoderReranker:
    """A cross-encoder with one output, such as BAAI/bge-reranker-v2-m3."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._model = CrossEncoderModel(name, "RERANKER_MODEL")

    def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        if not passages:
            return []
        try:
            logits = self._model.logits([(query, passage) for passage in passages])
        except CrossEncoderError as error:
            raise RerankerError(str(error)) from error
        if logits.ndim > 1:
            raise RerankerError(f"{self.name!r} has {logits.shape[1]} outputs; a reranker has one.")
        return [float(value) for value in logistic(logits)]


class EndpointReranker:
    """A model behind an endpoint that speaks as Cohere's: POST {base}/rerank with model, query and documents."""

    def __init__(self, name: str, base_url: str, api_key: str, seconds: float) -> None:
        self.name = name
        self._client = httpx.Client(
            base_url=base_url, timeout=seconds, headers={"Authorization": f"Bearer {api_key}"} if api_key else {}
        )

    def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        if not passages:
            return []
        asked = {"model": self.name.removeprefix(ENDPOINT), "query": query, "documents": list(passages)}
        try:
            answer = self._client.post("rerank", json={**asked, "top_n": len(passages)})
            answer.raise_for_status()
            scores = {int(one["index"]): float(one["relevance_score"]) for one in answer.json()["results"]}
            return [scores[place] for place in range(len(passages))]
        except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
            raise RerankerError(
                f"The reranking endpoint did not answer as it should ({error or type(error).__name__}). Check "
                "RERANKER_BASE_URL, RERANKER_API_KEY and the model's name in RERANKER_MODEL."
            ) from error


@lru_cache(maxsize=4)
def open_reranker(name: str, base_url: str, api_key: str, seconds: float) -> Reranker:
    """The one client of this process for a model: `cohere:MODEL` is behind an endpoint, any other runs here."""
    if name.startswith(ENDPOINT):
        return EndpointReranker(name, base_url, api_key, seconds)
    return CrossEncoderReranker(name)
