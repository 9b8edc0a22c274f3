"""Puts relevant candidates into the order of the configured reranker; without one, or when it
fails, their own order stands and the recall says what was missing."""

import dataclasses
from collections.abc import Sequence

from memory.backends import reranker
from memory.backends.base import BackendError
from memory.candidates import Candidate
from memory.domain.policy import Policy

RERANKED = 50  # candidates that are sent


def reranked(
    candidates: Sequence[Candidate], query: str, policy: Policy
) -> tuple[list[Candidate], tuple[str, ...]]:
    """Return the candidates in their final order, and what was missing."""
    model = reranker()
    passing = [
        candidate
        for candidate in candidates
        if candidate.verdict is None and candidate.score.relevance >= policy.threshold
    ][:RERANKED]
    if model is None or not passing:
        return list(candidates), ()
    try:
        scores = model.rerank(query, [candidate.item.text for candidate in passing])
    except BackendError as error:
        return list(candidates), (f"reranker: {error}",)
    by_item = {c.item.pk: score for c, score in zip(passing, scores, strict=True)}
    told = [dataclasses.replace(c, reranked=by_item.get(c.item.pk)) for c in candidates]
    return sorted(told, key=lambda candidate: candidate.order), ()
