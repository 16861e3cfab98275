"""A reranking model behind an endpoint."""

from collections.abc import Sequence

import httpx

from rag.clients.reranker import ENDPOINT, RerankerError


class EndpointReranker:
    """A model behind an endpoint that follows Cohere's API: POST {base}/rerank with model, query and documents."""

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
