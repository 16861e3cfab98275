"""Merges two scores into one order."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

# The share of the cosine in the fused score; BM25 has the rest. Measured (docs/search.md).
MEANING = 0.55
RRF_K = 60


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk with its cosine, its share of the best BM25 score possible for the query, and its fused score."""

    row: Mapping[str, Any]
    cosine: float
    coverage: float
    fused: float


def fuse_rows(rows: Iterable[Mapping[str, Any]], ceiling: float, meaning: float = MEANING) -> list[Candidate]:
    """Returns candidates by `meaning` × cosine + (1 - `meaning`) × BM25 / ceiling, best first.

    Both parts are on a scale that means the same in every query, unlike scores stretched to [0, 1] within one. A query
    that nothing answers therefore gets low scores throughout.
    """
    candidates = []
    for row in rows:
        cosine = max(0.0, float(row["cosine"] or 0.0))
        coverage = float(row["score"] or 0.0) / ceiling if ceiling else 0.0
        candidates.append(Candidate(row, cosine, coverage, meaning * cosine + (1 - meaning) * coverage))
    return _sort_candidates(candidates)


def reciprocal(rows: Sequence[Mapping[str, Any]], ceiling: float) -> list[Candidate]:
    """Returns candidates in the order of reciprocal rank fusion of the two scores (Cormack et al., 2009), best first.

    The first gets the best weighted score, the second the second best, and so on. A rank does not say how well a query
    is answered, and other lists must be able to merge with this one by score.
    """
    candidates = fuse_rows(rows, ceiling)
    ranks: dict[int, float] = dict.fromkeys(range(len(candidates)), 0.0)
    for score in ("cosine", "coverage"):
        order = sorted(range(len(candidates)), key=lambda index: -getattr(candidates[index], score))
        for rank, index in enumerate(order, 1):
            if getattr(candidates[index], score) > 0:
                ranks[index] += 1 / (RRF_K + rank)
    by_rank = sorted(ranks, key=lambda index: -ranks[index])
    return [replace(candidates[index], fused=scored.fused) for index, scored in zip(by_rank, candidates, strict=True)]


FUSIONS = {"weighted": fuse_rows, "rrf": reciprocal}


def _sort_candidates(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: -candidate.fused)
