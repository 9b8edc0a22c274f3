"""What people say of the recall of a real turn: which items belonged into its context."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from memory import audit
from memory.audit import person
from memory.models import Judgement, MemoryItem, RecallTrace, Tenant, User


class NotOfThisTurn(ValueError):
    """The item is of somebody else than the turn, and no shared knowledge either."""


@transaction.atomic
def judge(
    *, trace: RecallTrace, item: MemoryItem, is_wanted: bool | None, acting_user: User
) -> Judgement | None:
    """Say that an item belongs into the context of a turn, or not; None takes it back."""
    shared = (
        item.namespace.user_id is None and item.namespace.tenant_id == trace.namespace.tenant_id
    )
    if item.namespace_id != trace.namespace_id and not shared:
        raise NotOfThisTurn(f"item {item.pk} is not of the user of this turn")
    now = timezone.now()
    before = Judgement.objects.filter(trace=trace, item=item).first()
    if is_wanted is None:
        Judgement.objects.filter(trace=trace, item=item).delete()
        judgement = None
    else:
        judgement, _new = Judgement.objects.update_or_create(
            trace=trace,
            item=item,
            defaults={"is_wanted": is_wanted, "author": acting_user, "created_at": now},
        )
    audit.record_event(
        namespace=trace.namespace,
        action="turn.judged",
        author=person(acting_user),
        now=now,
        item=item,
        before={"is_wanted": before.is_wanted if before else None},
        after={"is_wanted": is_wanted},
        trace_id=trace.trace_id,
    )
    return judgement


def judged_traces(tenant: Tenant) -> Any:
    """Return the turns of a tenant of which at least one item was judged, newest first."""
    traces = RecallTrace.objects.filter(namespace__tenant=tenant)
    return traces.exclude(judgements=None).distinct().order_by("-created_at").defer("messages")
