"""Keeps why a turn got what it got: the trace of a recall and its candidates."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from memory.domain.policy import Policy
from memory.domain.types import Layer, RecalledItem, RecallResult
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
    """Write the trace and its candidates: two statements, however many candidates there are."""
    with transaction.atomic():
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
        _insert_candidates(trace, (*result.injected, *result.dropped))


def _insert_candidates(trace: RecallTrace, items: Sequence[RecalledItem]) -> None:
    """Insert with one statement; `bulk_create` needs more the more rows there are."""
    if not items:
        return
    columns = [field for field in RecallCandidate._meta.concrete_fields if not field.primary_key]
    names = ", ".join(connection.ops.quote_name(str(field.column)) for field in columns)
    marks = ", ".join(["%s"] * len(columns))
    table = connection.ops.quote_name(RecallCandidate._meta.db_table)
    detail = RecallCandidate._meta.get_field("detail")
    rows = []
    for item in items:
        values = _values(trace, item)
        values["detail"] = detail.get_db_prep_save(values["detail"], connection)
        rows.append([values.get(field.attname) for field in columns])
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)


def _values(trace: RecallTrace, item: RecalledItem) -> dict[str, Any]:
    """Return a candidate by column; what is left out is null."""
    return {
        "trace_id": trace.pk,
        "layer": str(item.layer),
        "item_id": item.item_id if item.layer in ITEM_LAYERS else None,
        "episode_id": item.item_id if item.layer == Layer.HISTORY else None,
        "experience_id": item.item_id if item.layer == Layer.EXPERIENCE else None,
        "text": item.text,
        "semantic": item.semantic,
        "lexical": item.lexical,
        "relevance": item.relevance,
        "recency": item.recency,
        "importance": item.importance,
        "boost": item.boost,
        "score": item.score,
        "rank": item.rank,
        "tokens": item.tokens,
        "outcome": str(item.outcome),
        "reason": str(item.reason),
        "detail": dict(item.detail),
    }
