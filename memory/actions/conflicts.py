"""Conflicts as people settle them, and the one question that each puts to the user."""

from datetime import datetime

from django.utils.translation import gettext as _

from memory.actions.acting import ActionRefused, acting
from memory.changes import Change
from memory.models import Conflict, Namespace, User
from memory.redaction import redact_text
from memory.settling import settle


def settle_conflict(
    *,
    namespace: Namespace,
    conflict_id: int,
    acting_user: User,
    state: str,
    reason: str = "",
    until: datetime | None = None,
    answer: str = "",
) -> Conflict:
    """Say which of two contradicting items is right: new_wins, old_wins, both_true, temporary."""
    with acting(namespace, acting_user, reason) as change:
        return settle_within(change, conflict_id, state, until=until, answer=answer)


def settle_within(
    change: Change,
    conflict_id: int,
    state: str,
    *,
    until: datetime | None = None,
    answer: str = "",
) -> Conflict:
    """Settle a conflict as a part of a change. Raises ActionRefused."""
    conflict = Conflict.objects.select_related("old_item", "new_item").get(
        namespace=change.namespace, pk=conflict_id
    )
    if conflict.state != Conflict.State.OPEN:
        raise ActionRefused(_("the conflict is settled already"))
    conflict.answer = redact_text(answer, change.namespace.tenant).text
    try:
        return settle(change, conflict, state, reason=change.reason or "settled", until=until)
    except ValueError as error:
        raise ActionRefused(str(error)) from error


def next_question(*, namespace: Namespace) -> Conflict | None:
    """Return the oldest open conflict that the user was not asked about yet."""
    waiting = Conflict.objects.filter(namespace=namespace, state=Conflict.State.OPEN, asked_at=None)
    return waiting.select_related("old_item", "new_item").order_by("pk").first()


def mark_asked(
    *, namespace: Namespace, conflict_id: int, turn_id: int | None, now: datetime
) -> bool:
    """Note that a turn asks the question; False when it was asked before: it is asked once."""
    fresh = Conflict.objects.filter(namespace=namespace, pk=conflict_id, asked_at=None)
    return fresh.update(asked_at=now, asked_turn_id=turn_id) == 1
