"""Keeps why a turn got what it got: the trace of a recall and its candidates.

A prompt does not wait for its trace: a thread of its own writes it while the model is being asked
(docs/adr/0009). Inside a caller's transaction it is written there and then, as part of it.
"""

import logging
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import DatabaseError, IntegrityError, connection, transaction

from memory.domain.policy import Policy
from memory.domain.types import ITEM_LAYERS, Layer, Outcome, RecalledItem, RecallResult
from memory.models import Episode, Experience, MemoryItem, Namespace, RecallCandidate, RecallTrace
from memory.questions import Question
from memory.redaction import redact_text

logger = logging.getLogger(__name__)
MOST_WAITING = 32  # traces; the recall after so many writes its own, so that none pile up
PATIENCE_SECONDS = 30.0  # for the thread to write one trace, as long as SQLite waits for its lock

_writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recall-traces")
_waiting: dict[str, "Future[None]"] = {}


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What a trace is made of, beside the result itself."""

    result: RecallResult
    namespace: Namespace  # with its tenant
    question: Question
    policy: Policy
    arm: str
    now: datetime
    steps: Sequence[dict[str, Any]]
    is_cold: bool
    considered: int
    conversation_id: int | None
    turn_id: int | None


def keep_trace(kept: Kept) -> None:
    """Store a trace: in the caller's transaction when there is one, else at once, but apart."""
    if connection.in_atomic_block or len(_waiting) >= MOST_WAITING:
        _store(kept)
        return
    trace_id = kept.result.trace_id
    _waiting[trace_id] = written = _writer.submit(_store_apart, kept)
    written.add_done_callback(lambda _: _waiting.pop(trace_id, None))


def await_trace(trace_id: str) -> None:
    """Return when the trace is in the database, if this process has still to write it.

    Not to be called within a transaction: SQLite's writers wait for each other.
    """
    written = _waiting.get(trace_id)
    if written is not None:
        wait([written], timeout=PATIENCE_SECONDS)


def await_traces() -> None:
    """Return when every trace of this process is in the database."""
    wait(list(_waiting.values()), timeout=PATIENCE_SECONDS)


def _store_apart(kept: Kept) -> None:
    """Store a trace in the thread that has nothing else to do. A failure harms no reply."""
    try:
        _store(kept)
    except DatabaseError:
        logger.exception("the trace %s was not kept", kept.result.trace_id)
    finally:
        connection.close()


def _store(kept: Kept) -> None:
    """Write the trace and its candidates: one statement each, however many candidates there are.

    Nothing is written for an owner who was erased since the recall, nor of rows that were: their
    keys are missed at the commit, and so not within a caller's transaction.
    """
    entries = (*kept.result.injected, *kept.result.dropped)
    try:
        _insert(kept, entries)
    except IntegrityError:
        if connection.in_atomic_block:
            raise
        if Namespace.objects.filter(pk=kept.namespace.pk).exists():
            _insert(kept, _still_there(entries))


def _insert(kept: Kept, entries: Sequence[RecalledItem]) -> None:
    with transaction.atomic(savepoint=False):
        trace = _insert_trace(kept)
        _insert_candidates(trace, entries)


def take_in(trace: RecallTrace, entries: Sequence[RecalledItem]) -> None:
    """Count among what a trace injected what the reply looked up besides, in the caller's
    transaction. The figures of the trace go along with its candidates."""
    fresh: list[RecalledItem] = []
    moved: Counter[str] = Counter()
    for entry in entries:
        row = trace.candidates.filter(**_owners(entry), outcome=Outcome.DROPPED).first()
        if row is None:
            fresh.append(entry)
            continue
        moved[row.reason] += 1
        row.outcome, row.reason, row.detail = entry.outcome, entry.reason, dict(entry.detail)
        row.save(update_fields=["outcome", "reason", "detail"])
    there = _still_there(fresh)
    _insert_candidates(trace, there)
    trace.injected += len(there) + moved.total()
    trace.dropped = Counter(trace.dropped) - moved
    trace.save(update_fields=["injected", "dropped"])


def _still_there(entries: Sequence[RecalledItem]) -> tuple[RecalledItem, ...]:
    """Return the entries whose rows were not erased since they were read."""
    there = {
        "item_id": _existing(MemoryItem, entries, "item_id"),
        "episode_id": _existing(Episode, entries, "episode_id"),
        "experience_id": _existing(Experience, entries, "experience_id"),
    }
    return tuple(
        entry
        for entry in entries
        if all(row_id is None or row_id in there[name] for name, row_id in _owners(entry).items())
    )


def _existing(model: Any, entries: Sequence[RecalledItem], name: str) -> set[int]:
    ids = {_owners(entry)[name] for entry in entries} - {None}
    return set(model.objects.filter(pk__in=ids).values_list("pk", flat=True)) if ids else set()


def _owners(entry: RecalledItem) -> dict[str, int | None]:
    """Return the row that an entry tells, by the column that refers to it."""
    return {
        "item_id": entry.item_id if entry.layer in ITEM_LAYERS else None,
        "episode_id": entry.item_id if entry.layer == Layer.HISTORY else None,
        "experience_id": entry.item_id if entry.layer == Layer.EXPERIENCE else None,
    }


def _insert_trace(kept: Kept) -> RecallTrace:
    result, namespace = kept.result, kept.namespace
    return RecallTrace.objects.create(
        namespace=namespace,
        trace_id=result.trace_id,
        conversation_id=kept.conversation_id,
        turn_id=kept.turn_id,
        query=redact_text(result.query, namespace.tenant).text,
        rewritten_query=redact_text(result.rewritten_query, namespace.tenant).text,
        rewriter=kept.question.rewritten.rewriter[:40],
        policy=kept.policy.name,
        policy_values={**kept.policy.values(), "version": kept.policy.version},
        experiment_arm=kept.arm,
        as_of=kept.now,
        steps=list(kept.steps),
        tokens={"profile": result.profile_tokens, "recalled": result.recalled_tokens},
        degraded=list(result.degraded),
        is_cold=kept.is_cold,
        considered=kept.considered,
        injected=len(result.injected),
        dropped=Counter(str(entry.reason) for entry in result.dropped) + Counter(result.unlisted),
        created_at=kept.now,
    )


def _insert_candidates(trace: RecallTrace, entries: Sequence[RecalledItem]) -> None:
    """Insert with one statement; `bulk_create` needs more the more rows there are."""
    if not entries:
        return
    columns = [field for field in RecallCandidate._meta.concrete_fields if not field.primary_key]
    names = ", ".join(connection.ops.quote_name(str(field.column)) for field in columns)
    marks = ", ".join(["%s"] * len(columns))
    table = connection.ops.quote_name(RecallCandidate._meta.db_table)
    detail = RecallCandidate._meta.get_field("detail")
    rows = []
    for entry in entries:
        values = _values(trace, entry)
        values["detail"] = detail.get_db_prep_save(values["detail"], connection)
        rows.append([values.get(field.attname) for field in columns])
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)


def _values(trace: RecallTrace, entry: RecalledItem) -> dict[str, Any]:
    """Return a candidate by column; what is left out is null."""
    return {
        "trace_id": trace.pk,
        "layer": str(entry.layer),
        **_owners(entry),
        "text": entry.text,
        "semantic": entry.semantic,
        "lexical": entry.lexical,
        "relevance": entry.relevance,
        "recency": entry.recency,
        "importance": entry.importance,
        "boost": entry.boost,
        "score": entry.score,
        "rank": entry.rank,
        "tokens": entry.tokens,
        "outcome": str(entry.outcome),
        "reason": str(entry.reason),
        "detail": dict(entry.detail),
    }
