"""What people do to memory: atomic, audited, with a reason. Who may do it is the caller's check.

Each takes the namespace and an id, so that an id of another namespace finds nothing
(`MemoryItem.DoesNotExist`). `revision`, where given, is the one that the person saw: a newer one
raises `StaleItem`, and nothing is changed.
"""

from memory.actions.acting import ActionRefused, StaleItem
from memory.actions.conflicts import mark_asked, next_question, settle_conflict
from memory.actions.items import (
    archive_item,
    confirm_item,
    deprecate_item,
    edit_item,
    pin_item,
    protect_item,
    restore_item,
    set_expiry,
    set_importance,
)
from memory.actions.merges import merge_items
from memory.actions.reviews import approve_item, reject_item

__all__ = [
    "ActionRefused",
    "StaleItem",
    "approve_item",
    "archive_item",
    "confirm_item",
    "deprecate_item",
    "edit_item",
    "mark_asked",
    "merge_items",
    "next_question",
    "pin_item",
    "protect_item",
    "reject_item",
    "restore_item",
    "set_expiry",
    "set_importance",
    "settle_conflict",
]
