"""What becomes of two items once it is settled which is right."""

from datetime import datetime

from django.utils.translation import gettext as _

from memory.changes import Change, close_conflict, deprecate, hide_instead, update_item
from memory.domain.types import Status
from memory.domain.validity import end_of_day, is_history
from memory.models import Conflict, MemoryItem


def settle(
    change: Change,
    conflict: Conflict,
    state: str,
    *,
    reason: str,
    until: datetime | None = None,
) -> Conflict:
    """Close a conflict and leave exactly what its state says: one, both, or one for a while.

    `until` ends what is temporary; without it, the user's day does. Raises ValueError for a state
    that settles nothing.
    """
    if state not in Conflict.State.values or state == Conflict.State.OPEN:
        raise ValueError(f"{state!r} settles no conflict")
    close_conflict(change, conflict, state, reason=reason)
    old, new = conflict.old_item, conflict.new_item
    if state == Conflict.State.NEW_WINS:
        _let_new_win(change, old, new, reason)
    elif state == Conflict.State.OLD_WINS:
        deprecate(change, new, reason="old_wins")
        update_item(change, old, "item.restored", status=Status.ACTIVE, status_reason="old_wins")
    elif state == Conflict.State.TEMPORARY:
        _make_temporary(change, conflict, until)
    return conflict


def _let_new_win(change: Change, old: MemoryItem, new: MemoryItem, reason: str) -> None:
    """The old one ends when the new one was said; the new one continues its chain."""
    deprecate(change, old, reason="new_wins", valid_to=new.said_at)
    update_item(change, new, "item.restored", status=Status.ACTIVE, status_reason="new_wins")
    hide_instead(change, old, new)
    if new.supersedes_id is None and not is_history(new, change.now):
        update_item(
            change,
            new,
            "item.linked",
            reason=reason,
            supersedes=old,
            chain=old.chain,
            version=old.version + 1,
        )


def _make_temporary(change: Change, conflict: Conflict, until: datetime | None) -> None:
    new = conflict.new_item
    user = change.namespace.user
    ends = until or end_of_day(change.now, user.time_zone if user else "UTC")
    if ends <= change.now:
        raise ValueError(_("what is temporary ends in the future"))
    conflict.temporary_until = ends
    conflict.save(update_fields=["temporary_until"])
    update_item(
        change,
        new,
        "item.overridden",
        status=Status.ACTIVE,
        expires_at=ends,
        overrides=conflict.old_item,
    )
