"""Reorders the best candidates by a model that reads each of them together with the query."""

import logging
from collections.abc import Sequence
from dataclasses import replace

from django.conf import settings

from rag.clients.reranker import Reranker, RerankerError, open_reranker
from speeches.search.hits import Dressing, Scored, words_of

logger = logging.getLogger(__name__)

# So many of the best are reranked; the rest keep their order behind them.
DEPTH = 40


class RerankerCurve:
    """The curve for a reranker's scores, which are relevance already."""

    def relevance(self, score: float) -> float:
        return score


def configured_reranker() -> Reranker | None:
    """The model of the setting RERANKER_MODEL; None if it is empty."""
    if not settings.RERANKER_MODEL:
        return None
    return open_reranker(
        settings.RERANKER_MODEL,
        settings.RERANKER_BASE_URL,
        settings.RERANKER_API_KEY,
        settings.RERANKER_TIMEOUT_SECONDS,
    )


def rerank(query: str, ordered: Sequence[Scored], dressing: Dressing) -> tuple[list[Scored], Dressing]:
    """The candidates in the order of the configured reranker, and a dressing with the curve of its scores.

    Unchanged if there is no reranker, or if it fails, which is logged.
    """
    reranker = configured_reranker()
    if reranker is None or not ordered:
        return list(ordered), dressing
    first, rest = ordered[:DEPTH], ordered[DEPTH:]
    try:
        scores = reranker.scores(query, words_of([candidate.row for candidate, _ in first]))
    except RerankerError as error:
        logger.warning("Going on without the reranker: %s", error)
        return list(ordered), dressing
    judged = sorted(
        ((candidate, score) for (candidate, _), score in zip(first, scores, strict=True)), key=lambda pair: -pair[1]
    )
    lowest = judged[-1][1]
    behind = [(candidate, min(lowest, dressing.curve.relevance(score))) for candidate, score in rest]
    return [*judged, *behind], replace(dressing, curve=RerankerCurve())
