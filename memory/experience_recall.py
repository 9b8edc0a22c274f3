"""Experiences as candidates of a recall: approved solutions of the tenant for similar tasks."""

import dataclasses
from collections.abc import Callable
from datetime import datetime

import numpy as np

from memory.domain import rendering
from memory.domain.policy import Policy
from memory.domain.scoring import recency
from memory.domain.types import DropReason, Layer, Outcome, RecalledItem
from memory.index import segment_of
from memory.models import Experience, Namespace
from memory.questions import Question, Relevance, relevance
from memory.sources import EXPERIENCES, hours

MAX_INJECTED = 2  # a reference, not a manual
CONSIDERED = 10


def find_experiences(
    question: Question,
    policy: Policy,
    now: datetime,
    shared: Namespace,
    budget: int,
    count_tokens: Callable[[str], int],
    *,
    as_then: bool = False,
) -> tuple[list[RecalledItem], list[RecalledItem], int]:
    """Return what is injected, what is left out, and how many were considered (one query).
    With `as_then` what was approved only after `now` is not there.

    The task must be as near as an item that answers a question: a solution to another task only
    misleads.
    """
    segment = segment_of(EXPERIENCES, shared.pk, (shared.generation,))
    if not len(segment):
        return [], [], 0
    found = relevance(question, segment)
    best = np.lexsort((segment.ids, -found.fused))[:CONSIDERED]
    ids = [int(segment.ids[row]) for row in best]
    rows = (
        Experience.objects.filter(namespace=shared, pk__in=ids, state=Experience.State.ACTIVE)
        .select_related("decay")
        .in_bulk()
    )
    if as_then:
        rows = {pk: row for pk, row in rows.items() if not (row.approved_at or now) > now}
    entries = [
        _entry(rows[pk], found, int(row), rank, policy, now, count_tokens)
        for rank, (pk, row) in enumerate(zip(ids, best, strict=True), start=1)
        if pk in rows
    ]
    near = [entry for entry in entries if (entry.relevance or 0.0) >= policy.enough]
    far = [entry for entry in entries if (entry.relevance or 0.0) < policy.enough]
    fitting, over = rendering.within_budget(near[:MAX_INJECTED], budget, count_tokens)
    dropped = [
        *(_left_out(entry, DropReason.OVER_BUDGET) for entry in over),
        *(_left_out(entry, DropReason.OUTRANKED) for entry in near[MAX_INJECTED:]),
        *(_left_out(entry, DropReason.BELOW_THRESHOLD) for entry in far),
    ]
    return fitting, dropped, len(segment)


def _entry(
    experience: Experience,
    found: Relevance,
    row: int,
    rank: int,
    policy: Policy,
    now: datetime,
    count_tokens: Callable[[str], int],
) -> RecalledItem:
    decay = getattr(experience, "decay", None)
    accessed = decay.last_accessed_at if decay else experience.updated_at
    fresh = recency(
        np.array([hours(now) - hours(accessed)]),
        np.array([float(decay.recall_count if decay else 0)]),
        np.array([policy.tau_hours]),
    )
    near = float(found.fused[row])
    score = (
        policy.w_relevance * near
        + policy.w_recency * float(fresh[0])
        + policy.w_importance * experience.importance
    )
    entry = RecalledItem(
        item_id=experience.pk,
        layer=Layer.EXPERIENCE,
        text=f"{experience.general_task} → {experience.general_solution}",
        outcome=Outcome.INJECTED,
        reason="similar_task",
        score=round(score, 6),
        relevance=round(near, 6),
        semantic=round(float(found.semantic[row]), 6),
        lexical=round(float(found.lexical[row]), 6),
        recency=round(float(fresh[0]), 6),
        importance=experience.importance,
        boost=0.0,
        rank=rank,
        language=experience.language,
        said_at=experience.created_at,
    )
    return dataclasses.replace(entry, tokens=count_tokens(rendering.line_of(entry) + "\n"))


def _left_out(entry: RecalledItem, reason: DropReason) -> RecalledItem:
    return dataclasses.replace(entry, outcome=Outcome.DROPPED, reason=reason)
