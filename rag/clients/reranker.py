"""A reranker scores how well passages answer a query: a cross-encoder, here or behind an endpoint."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from rag.clients.cross_encoder import CrossEncoderError, CrossEncoderModel, logistic

ENDPOINT = "cohere:"


class RerankerError(RuntimeError):
    """The model could not be loaded, or its endpoint did not answer. The message says what to check."""


class Reranker(Protocol):
    """Judges passages against a query."""

    name: str

    def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        """Returns each passage's relevance, in [0, 1]. Raises RerankerError."""
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


@lru_cache(maxsize=4)
def open_reranker(name: str, base_url: str, api_key: str, seconds: float) -> Reranker:
    """Returns this process's only client for a model: `cohere:MODEL` is behind an endpoint, any other runs here."""
    if name.startswith(ENDPOINT):
        from rag.clients.endpoint_reranker import EndpointReranker

        return EndpointReranker(name, base_url, api_key, seconds)
    return CrossEncoderReranker(name)
