"""What people do to a single item."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from memory import changes
from memory.actions.acting import ActionRefused, acting, as_candidate, item_of, make_room
from memory.backends.local.rereading import told_value
from memory.domain.normalise import content_hash, normalise_attribute
from memory.domain.types import Mode, Status
from memory.domain.validity import has_ended
from memory.models import DecayState, MemoryItem, Namespace, User
from memory.redaction import redact_value

CERTAIN = 0.95  # of what a person wrote or confirmed
EDITABLE = ("text", "value", "attribute", "subject", "kind", "importance")


def edit_item(
    *,
    namespace: Namespace,
    item_id: int,
    acting_user: User,
    reason: str,
    revision: int | None = None,
    now: datetime | None = None,
    **values: Any,
) -> MemoryItem:
    """Change what an item says: a new version, the old one kept as history with its author.

    `values` may be text, value, attribute, subject, kind and importance. What is the person's own
    word counts as certain. Where only the text is given and tells another value of the same
    attribute, the value follows it; a text that is not understood leaves the value as it is.
    """
    unknown = set(values) - set(EDITABLE)
    if unknown:
        raise TypeError(f"not editable: {sorted(unknown)}")
    with acting(namespace, acting_user, reason, now) as change:
        item = item_of(change, item_id, revision)
        safe: dict[str, Any] = redact_value(values, change.namespace.tenant)
        if "attribute" in safe:
            aliases = change.ontology.aliases
            safe["attribute"] = normalise_attribute(safe["attribute"], aliases)
        if "text" in safe and not {"value", "attribute", "subject"} & safe.keys():
            told = told_value(as_candidate(item), safe["text"], now=change.now)
            safe |= {"value": told} if told else {}
        edited = replace(as_candidate(item), confidence=CERTAIN, **safe)
        if all(getattr(item, name) == value for name, value in safe.items()):
            return item
        make_room(change, edited, besides=item)
        status = Status(item.status) if item.status == Status.PENDING else Status.ACTIVE
        changes.deprecate(change, item, reason="edited", valid_to=item.valid_to or change.now)
        return changes.add_item(
            change,
            edited,
            source="edit" if acting_user.pk == namespace.user_id else "operator",
            said_at=change.now,
            status=status,
            supersedes=item,
            overrides=item.overrides,
            action="item.edited",
            status_reason="edited",
            pinned=item.pinned,
            mention_count=item.mention_count,
        )


def pin_item(
    *, namespace: Namespace, item_id: int, acting_user: User, reason: str = "", pinned: bool = True
) -> MemoryItem:
    """Pin an item (or take the pin away): it is boosted, never fades and is never displaced."""
    with acting(namespace, acting_user, reason) as change:
        item = item_of(change, item_id)
        action = "item.pinned" if pinned else "item.unpinned"
        return changes.update_item(change, item, action, pinned=pinned)


def protect_item(
    *,
    namespace: Namespace,
    item_id: int,
    acting_user: User,
    reason: str = "",
    protected: bool = True,
) -> MemoryItem:
    """Protect an item from forgetting and from being displaced, or end that."""
    with acting(namespace, acting_user, reason) as change:
        item = item_of(change, item_id)
        decay = DecayState.objects.get(item=item)
        if decay.protected != protected:
            decay.protected = protected
            decay.save(update_fields=["protected"])
            change.touched.add(item.pk)
            change.event(
                "item.protected" if protected else "item.unprotected",
                item,
                before={"protected": not protected},
                after={"protected": protected},
            )
        return item


def deprecate_item(
    *,
    namespace: Namespace,
    item_id: int,
    acting_user: User,
    reason: str,
    revision: int | None = None,
) -> MemoryItem:
    """Mark an item as no longer right; it stays as history."""
    with acting(namespace, acting_user, reason) as change:
        item = item_of(change, item_id, revision)
        return changes.deprecate(change, item, reason="judged_wrong", valid_to=change.now)


def restore_item(
    *,
    namespace: Namespace,
    item_id: int,
    acting_user: User,
    reason: str = "",
    revision: int | None = None,
) -> MemoryItem:
    """Make an archived or deprecated item, of any version, active again.

    Whatever holds its place now is deprecated in the same transaction: never neither, never both.
    """
    with acting(namespace, acting_user, reason) as change:
        item = item_of(change, item_id, revision)
        if item.status == Status.ACTIVE:
            return item
        candidate = as_candidate(item)
        is_over = candidate.mode == Mode.TEMPORARY and has_ended(item, change.now)
        if is_over:  # restored for good, not until a time that is past
            candidate = replace(candidate, mode=Mode.STANDING, expires_at=None)
        make_room(change, candidate, besides=item)
        if is_over:
            item.content_hash = content_hash(candidate)
        changes.update_item(
            change,
            item,
            "item.restored",
            status=Status.ACTIVE,
            status_reason="restored",
            valid_to=candidate.valid_to,
            expires_at=candidate.expires_at,
            overrides=None if is_over else item.overrides,
        )
        DecayState.objects.filter(item=item).update(last_accessed_at=change.now)
        return item


def archive_item(
    *, namespace: Namespace, item_id: int, acting_user: User, reason: str = ""
) -> MemoryItem:
    """Take an item out of recall; it can be restored."""
    with acting(namespace, acting_user, reason) as change:
        item = item_of(change, item_id)
        return changes.update_item(
            change, item, "item.archived", status=Status.ARCHIVED, status_reason="by_hand"
        )


def set_importance(
    *, namespace: Namespace, item_id: int, acting_user: User, importance: float, reason: str = ""
) -> MemoryItem:
    if not 0 <= importance <= 1:
        raise ActionRefused(_("importance lies between 0 and 1"))
    with acting(namespace, acting_user, reason) as change:
        item = item_of(change, item_id)
        return changes.update_item(change, item, "item.weighed", importance=importance)


def set_expiry(
    *,
    namespace: Namespace,
    item_id: int,
    acting_user: User,
    expires_at: datetime | None,
    reason: str = "",
) -> MemoryItem:
    """Let an item end at a time, or (None) for good hold."""
    if expires_at is not None and expires_at.tzinfo is None:
        raise ValueError("expires_at must be aware")
    with acting(namespace, acting_user, reason) as change:
        item = item_of(change, item_id)
        if expires_at is None and item.expires_at is not None and item.status == Status.ACTIVE:
            make_room(change, replace(as_candidate(item), mode=Mode.STANDING), besides=item)
            return changes.update_item(
                change, item, "item.expiry_changed", expires_at=None, overrides=None
            )
        return changes.update_item(change, item, "item.expiry_changed", expires_at=expires_at)


def confirm_item(
    *,
    namespace: Namespace,
    item_id: int,
    acting_user: User,
    reason: str = "",
    now: datetime | None = None,
) -> MemoryItem:
    """ "Still right": renew it, so that it begins to fade anew."""
    with acting(namespace, acting_user, reason, now) as change:
        item = item_of(change, item_id)
        state = DecayState.objects.get(item=item)
        before, state.last_accessed_at = state.last_accessed_at, change.now
        state.save(update_fields=["last_accessed_at"])
        change.touched.add(item.pk)
        change.event(
            "item.confirmed",
            item,
            before={"last_accessed_at": before.isoformat()},
            after={"last_accessed_at": change.now.isoformat()},
        )
        return changes.update_item(
            change, item, "item.reinforced", confidence=max(item.confidence, CERTAIN)
        )
