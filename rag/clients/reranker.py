"""How well passages answer a query, read together with it: a cross-encoder, here or behind an endpoint."""

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

import httpx

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
    """A sentence-transformers cross-encoder with one output, such as BAAI/bge-reranker-v2-m3."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = threading.Lock()
        self._model: Any = None

    def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        if not passages:
            return []
        import torch

        with self._lock:
            values = self._loaded().predict(
                [(query, passage) for passage in passages], show_progress_bar=False, activation_fn=torch.nn.Sigmoid()
            )
        return [float(value) for value in values]

    def _loaded(self) -> Any:
        if self._model is None:
            from sentence_transformers import CrossEncoder

            try:
                model = CrossEncoder(self.name)
            except (OSError, ValueError) as error:
                raise RerankerError(
                    f"The model {self.name!r} could not be loaded ({error}). Check RERANKER_MODEL, or leave it empty."
                ) from error
            if model.config.num_labels != 1:
                raise RerankerError(f"{self.name!r} has {model.config.num_labels} outputs; a reranker has one.")
            self._model = model
        return self._model


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
