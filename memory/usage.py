"""After the reply: which recalled entries it relies on, and what that changes.

Recall never shortens a life: a use only moves `last_accessed_at` forward and raises the count.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest

from memory.domain.ontology import normalise_value
from memory.domain.types import Outcome, RecalledItem, Status
from memory.models import (
    DecayState,
    MemoryEvent,
    MemoryItem,
    Namespace,
    RecallCandidate,
    RecallTrace,
    VectorOperation,
)
from memory.places import obstacles
from memory.redaction import redact_value
from memory.terms import terms
from memory.traces import await_trace, take_in

SHARED_WORDS = 0.6  # of the words of an entry that a reply has when it relies on it
IN_PROMPT = (Outcome.INJECTED, Outcome.REVIVED)


def complete_trace(
    *,
    trace_id: str,
    tokens: Mapping[str, int],
    messages: Sequence[Mapping[str, Any]],
    steps: Sequence[Mapping[str, Any]] = (),
    recall_start_ms: float = 0.0,
    full_history_tokens: int = 0,
) -> None:
    """Add what only the turn knows: the tokens of each part, the messages as sent (redacted here)
    and the other steps.

    `steps` count from the start of the turn; those of recall, which are there already, counted
    from its own and are moved by `recall_start_ms`.
    """
    await_trace(trace_id)
    trace = (
        RecallTrace.objects.filter(trace_id=trace_id).select_related("namespace__tenant").first()
    )
    if trace is None:  # a temporary conversation keeps none
        return
    trace.tokens = {**trace.tokens, **tokens}
    trace.messages = redact_value(list(messages), trace.namespace.tenant)
    recalled = [
        {**step, "start_ms": round(float(step["start_ms"]) + recall_start_ms, 3)}
        for step in trace.steps
    ]
    trace.steps = sorted(
        [*recalled, *(dict(step) for step in steps)],
        key=lambda step: float(step.get("start_ms", 0.0)),
    )
    trace.full_history_tokens = full_history_tokens
    trace.save(update_fields=["tokens", "messages", "steps", "full_history_tokens"])


def mark_used(
    *,
    trace_id: str,
    reply: str,
    now: datetime,
    looked_up: Sequence[RecalledItem] = (),
    told: Sequence[RecalledItem] = (),
) -> list[int]:
    """Record which entries the reply relies on and return the ids of those candidates.

    `looked_up` reached the reply besides what recall brought; `told` are those that it is known to
    be made of. An archived item that was used becomes active again, and the audit says so.
    """
    await_trace(trace_id)
    sure = {entry.key for entry in told}
    with transaction.atomic():
        trace = RecallTrace.objects.filter(trace_id=trace_id).first()
        if trace is not None and looked_up:
            take_in(trace, looked_up)
        candidates = list(
            RecallCandidate.objects.filter(trace__trace_id=trace_id, outcome__in=IN_PROMPT)
            .select_related("item", "trace")
            .order_by("id")
        )
        used = [c for c in candidates if c.key in sure or relies_on(reply, c)]
        for candidate in candidates:
            candidate.is_used = candidate in used
        RecallCandidate.objects.bulk_update(candidates, ["is_used"])
        items = [candidate.item for candidate in used if candidate.item]
        _touch([item.pk for item in items], [c.experience_id for c in used], now)
        revived = [item for item in items if item.status == Status.ARCHIVED]
        if revived:
            _revive(revived, candidates[0].trace, now)
    return [candidate.pk for candidate in used]


def relies_on(reply: str, candidate: RecallCandidate) -> bool:
    """Tell whether a reply has the value of an entry, or most of its words."""
    value = normalise_value(candidate.item.value) if candidate.item else ""
    if len(value) > 1 and value in normalise_value(reply):
        return True
    words = set(terms(candidate.text))
    return bool(words) and len(words & set(terms(reply))) >= SHARED_WORDS * len(words)


def _touch(item_ids: Sequence[int], experience_ids: Sequence[int | None], now: datetime) -> None:
    for lookup in (
        {"item__in": item_ids},
        {"experience__in": [pk for pk in experience_ids if pk]},
    ):
        DecayState.objects.filter(**lookup).update(
            recall_count=F("recall_count") + 1, last_accessed_at=Greatest("last_accessed_at", now)
        )


def _revive(items: Sequence[MemoryItem], trace: RecallTrace, now: datetime) -> None:
    namespace = trace.namespace
    held = obstacles(namespace, items, now=now)  # what was archived may have been said anew
    for item in items:
        if item.pk in held:
            continue
        changed = MemoryItem.objects.filter(pk=item.pk, revision=item.revision).update(
            status=Status.ACTIVE,
            status_reason="recalled_and_used",
            status_changed_at=now,
            revision=F("revision") + 1,
            updated_at=now,
        )
        if changed:
            _record_revival(item, namespace, trace, now)
    Namespace.objects.filter(pk=namespace.pk).update(generation=F("generation") + 1)


def _record_revival(
    item: MemoryItem, namespace: Namespace, trace: RecallTrace, now: datetime
) -> None:
    VectorOperation.objects.create(
        namespace_id=namespace.pk, op=VectorOperation.Op.UPSERT, key=f"item:{item.pk}"
    )
    MemoryEvent.objects.create(
        namespace=namespace,
        tenant_id=namespace.tenant_id,
        action="item.restored",
        item=item,
        object_type="item",
        object_id=item.pk,
        before={"status": Status.ARCHIVED, "status_reason": item.status_reason},
        after={"status": Status.ACTIVE},
        reason="recalled from the archive and used in a reply",
        trace_id=trace.trace_id,
        created_at=now,
    )
