"""Marks on what waits for a decision: a flag with its reason, and who takes it."""

from typing import Any

from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from memory import audit
from memory.audit import person
from memory.models import (
    Conflict,
    Experience,
    MemoryItem,
    Namespace,
    QueueMark,
    ReviewProposal,
    User,
)

KINDS: dict[type[Model], str] = {
    MemoryItem: "item",
    Conflict: "conflict",
    Experience: "experience",
    ReviewProposal: "proposal",
}
Waiting = MemoryItem | Conflict | Experience | ReviewProposal


def flag(*, waiting: Waiting, acting_user: User, reason: str) -> QueueMark:
    """Point something out to the others who work the queue; an empty reason takes the flag away."""
    return _mark(
        waiting,
        acting_user,
        "queue.flagged" if reason else "queue.unflagged",
        reason,
        flag_reason=reason[:300],
        flagged_by=acting_user if reason else None,
    )


def take(*, waiting: Waiting, acting_user: User) -> QueueMark:
    """Take the decision of something upon oneself; others can still take it over, or decide."""
    return _mark(waiting, acting_user, "queue.taken", "", assigned_to=acting_user)


def release(*, waiting: Waiting, acting_user: User) -> QueueMark:
    """Give it back to everybody."""
    return _mark(waiting, acting_user, "queue.released", "", assigned_to=None)


def marked(rows: QuerySet[Any], choice: str, user: User) -> QuerySet[Any]:
    """Narrow things that wait: flagged, mine (taken by the user), others, free."""
    mine = Q(mark__assigned_to=user)
    wanted = {
        "flagged": ~Q(mark__flag_reason="") & Q(mark__isnull=False),
        "mine": mine,
        "others": Q(mark__assigned_to__isnull=False) & ~mine,
        "free": Q(mark__assigned_to__isnull=True),
    }
    return rows.filter(wanted[choice]) if choice in wanted else rows.none()


@transaction.atomic
def _mark(
    waiting: Waiting, acting_user: User, action: str, reason: str, **values: Any
) -> QueueMark:
    now = timezone.now()
    kind = KINDS[type(waiting)]
    owner: dict[str, Any] = {kind: waiting}
    mark, _ = QueueMark.objects.update_or_create(defaults={**values, "updated_at": now}, **owner)
    namespace: Namespace = waiting.namespace
    audit.record_event(
        namespace=namespace,
        action=action,
        author=person(acting_user),
        now=now,
        item=waiting if isinstance(waiting, MemoryItem) else None,
        object_type=kind,
        object_id=waiting.pk,
        reason=reason,
    )
    return mark
