"""Keeps why a turn got what it got: the trace of a recall and its candidates."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from memory.domain.policy import Policy
from memory.domain.types import Layer, Outcome, RecalledItem, RecallResult
from memory.models import Namespace, RecallCandidate, RecallTrace
from memory.questions import Question
from memory.redaction import redact_text

ITEM_LAYERS = (Layer.PROFILE, Layer.LONG_TERM, Layer.KNOWLEDGE, Layer.GRAPH)


class Stopwatch:
    """Milliseconds of the named steps of one recall."""

    def __init__(self) -> None:
        self._begun = time.perf_counter()
        self.steps: list[dict[str, Any]] = []

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        begun = time.perf_counter()
        yield
        self.steps.append(
            {
                "name": name,
                "start_ms": round((begun - self._begun) * 1000, 3),
                "ms": round((time.perf_counter() - begun) * 1000, 3),
            }
        )

    def milliseconds(self) -> dict[str, float]:
        spent = {str(step["name"]): float(step["ms"]) for step in self.steps}
        return {**spent, "total": round((time.perf_counter() - self._begun) * 1000, 3)}


def keep_trace(
    *,
    result: RecallResult,
    namespace: Namespace,
    question: Question,
    policy: Policy,
    arm: str,
    now: datetime,
    watch: Stopwatch,
    is_cold: bool,
    considered: int,
    conversation_id: int | None,
    turn_id: int | None,
) -> None:
    """Write the trace and its candidates (two statements)."""
    trace = RecallTrace.objects.create(
        namespace=namespace,
        trace_id=result.trace_id,
        conversation_id=conversation_id,
        turn_id=turn_id,
        query=redact_text(result.query, namespace.tenant).text,
        rewritten_query=redact_text(result.rewritten_query, namespace.tenant).text,
        rewriter=question.rewritten.rewriter,
        policy=policy.name,
        policy_values={**policy.values(), "version": policy.version},
        experiment_arm=arm,
        as_of=now,
        steps=watch.steps,
        tokens={"profile": result.profile_tokens, "recalled": result.recalled_tokens},
        degraded=list(result.degraded),
        is_cold=is_cold,
        considered=considered,
        injected=len(result.injected),
        created_at=now,
    )
    RecallCandidate.objects.bulk_create(
        [_row(trace, item) for item in (*result.injected, *result.dropped)]
    )


def _row(trace: RecallTrace, item: RecalledItem) -> RecallCandidate:
    return RecallCandidate(
        trace=trace,
        layer=item.layer,
        item_id=item.item_id if item.layer in ITEM_LAYERS else None,
        episode_id=item.item_id if item.layer == Layer.HISTORY else None,
        experience_id=item.item_id if item.layer == Layer.EXPERIENCE else None,
        text=item.text,
        semantic=item.semantic,
        lexical=item.lexical,
        relevance=item.relevance,
        recency=item.recency,
        importance=item.importance,
        boost=item.boost,
        score=item.score,
        rank=item.rank,
        tokens=item.tokens,
        outcome=Outcome(item.outcome),
        reason=item.reason,
        detail=dict(item.detail),
    )
