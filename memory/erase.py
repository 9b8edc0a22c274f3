"""Erasure through every layer: one item, some messages, a conversation, a user, a tenant.

Rows go in one transaction; the index and working memory after it. Then every layer is read back,
and the receipt says what was asked for, what went and what was left. What is left is tried again
by `settle_erasures`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import connection, transaction
from django.db.models import Q

from memory.audit import Author
from memory.changes import Change, changing
from memory.erasure import items as item_rows
from memory.erasure import owners, projections
from memory.erasure.counts import Counts, Sought
from memory.models import ErasureReceipt, MemoryItem, Namespace, Tenant
from memory.signals import erasing, reading_back

Remove = Callable[[Change, Sought, Counts], None]
RETRIED = 100  # unclean receipts that are tried again in one run


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Who asked for an erasure, why and when."""

    author: Author
    reason: str
    now: datetime


def erase_items(namespace: Namespace, item_ids: Sequence[int], order: Order) -> ErasureReceipt:
    """Erase items with everything that quotes them; their sources cannot bring them back.

    Raises MemoryItem.DoesNotExist when one of them is not of the namespace.
    """
    found = list(MemoryItem.objects.of(namespace).filter(pk__in=item_ids))
    if not found or len(found) != len(set(item_ids)):
        raise MemoryItem.DoesNotExist("no such item in this namespace")
    ref = found[0].pk if len(found) == 1 else None
    sought = item_rows.sought(namespace, found)
    return _carry_out("item", ref, order, sought, item_rows.remove)


def erase_within(change: Change, items: Sequence[MemoryItem], *, reason: str) -> ErasureReceipt:
    """Erase items as part of a change; the layers outside the database follow its commit.

    The exchange in which it was asked is silenced too: it names what is to be forgotten.
    """
    order = Order(author=change.author, reason=reason, now=change.now)
    sought = item_rows.sought(change.namespace, items, asked_in=change.episode)
    ref = items[0].pk if len(items) == 1 else None
    receipt = _new_receipt("item", ref, order, change.namespace)
    counts = Counts()
    _remove_rows(change, "item", receipt, sought, item_rows.remove, counts)
    transaction.on_commit(partial(_complete, receipt, "item", sought, counts, change.now))
    return receipt


def erase_messages(
    namespace: Namespace, message_ids: Sequence[int], order: Order
) -> ErasureReceipt:
    """Erase what only came from some messages: they were deleted, or no longer say it."""
    said = Q(message_id__in=message_ids)
    recorded = Q(user_message_id__in=message_ids)
    sought = owners.of_sources(namespace, said, recorded, message_ids=tuple(message_ids))

    def remove(change: Change, found: Sought, counts: Counts) -> None:
        owners.remove_sources(change, found, said, counts)

    return _carry_out("messages", None, order, sought, remove)


def erase_conversation(namespace: Namespace, conversation_id: int, order: Order) -> ErasureReceipt:
    """Erase a conversation and what only came from it; items with other sources keep those."""
    sought = owners.conversation(namespace, conversation_id)
    return _carry_out("conversation", conversation_id, order, sought, owners.remove_conversation)


def erase_user(namespace: Namespace, order: Order) -> ErasureReceipt:
    """Erase everything that is kept of a user, their conversations too; the account stays."""
    if namespace.user_id is None:
        raise ValueError("this namespace has no user: erase the tenant instead")
    sought = owners.everything(namespace)
    return _carry_out("user", namespace.user_id, order, sought, owners.remove_all)


def erase_tenant(tenant: Tenant, order: Order) -> list[ErasureReceipt]:
    """Erase the memory of every user of a tenant and what they share; one receipt each."""
    namespaces = tenant.namespaces.select_related("user", "tenant").order_by("pk")
    return [
        _carry_out("tenant", tenant.pk, order, owners.everything(namespace), owners.remove_all)
        for namespace in namespaces
    ]


def settle_erasures(*, now: datetime) -> int:
    """Try the unclean erasures again; return how many became clean."""
    unclean = ErasureReceipt.objects.exclude(state=ErasureReceipt.State.CLEAN).order_by("pk")
    settled = 0
    for receipt in unclean[:RETRIED]:
        counts = Counts.of(receipt)
        projections.remove_strays(receipt.namespace_ref, counts)
        if receipt.scope in ("user", "tenant"):
            projections.clear_working(receipt.namespace_ref, counts)
        settled += _finish(receipt, counts, now) == ErasureReceipt.State.CLEAN
    return settled


def _carry_out(
    scope: str, scope_ref: int | None, order: Order, sought: Sought, remove: Remove
) -> ErasureReceipt:
    namespace = sought.namespace
    receipt = _new_receipt(scope, scope_ref, order, namespace)
    counts = Counts()
    with changing(namespace, author=order.author, now=order.now, reason=order.reason) as change:
        _remove_rows(change, scope, receipt, sought, remove, counts)
    _complete(receipt, scope, sought, counts, order.now)
    return receipt


def _new_receipt(
    scope: str, scope_ref: int | None, order: Order, namespace: Namespace
) -> ErasureReceipt:
    return ErasureReceipt.objects.create(
        tenant_id=namespace.tenant_id,
        namespace_ref=namespace.pk,
        user_name=namespace.user.get_username() if namespace.user else "",
        scope=scope,
        scope_ref=scope_ref,
        asked_by=order.author.user,
        reason=order.reason,
        created_at=order.now,
    )


def _remove_rows(
    change: Change,
    scope: str,
    receipt: ErasureReceipt,
    sought: Sought,
    remove: Remove,
    counts: Counts,
) -> None:
    remove(change, sought, counts)
    _ask_others(sought, scope, counts)
    change.event(
        f"{scope}.erased",
        object_type=scope,
        object_id=receipt.scope_ref,
        after={"receipt": receipt.pk},
        reason=receipt.reason,
    )


def _complete(
    receipt: ErasureReceipt, scope: str, sought: Sought, counts: Counts, now: datetime
) -> None:
    """Go through the layers outside the database, and read every layer back."""
    projections.remove_vectors(sought, counts)
    projections.scrub_working(sought, scope, counts)
    _read_back(sought, scope, counts)
    _finish(receipt, counts, now)


def _ask_others(sought: Sought, scope: str, counts: Counts) -> None:
    """Let other apps remove what they keep (conversations, summaries)."""
    for _receiver, answer in erasing.send(sender=None, sought=sought, scope=scope):
        layers: dict[str, tuple[int, int]] = answer  # type: ignore[assignment]
        for layer, (requested, removed) in layers.items():
            counts.add(layer, requested, removed)


def _read_back(sought: Sought, scope: str, counts: Counts) -> None:
    for layer, remaining in item_rows.remaining(sought, scope):
        counts.left(layer, remaining)
    for _receiver, answer in reading_back.send(sender=None, sought=sought, scope=scope):
        layers: dict[str, int] = answer  # type: ignore[assignment]
        for layer, remaining in layers.items():
            counts.left(layer, remaining)
    projections.read_back(sought, scope, counts)


def _finish(receipt: ErasureReceipt, counts: Counts, now: datetime) -> str:
    """Store the counts; on SQLite also empty the write-ahead log, which still holds the rows."""
    states = ErasureReceipt.State
    receipt.layers = counts.layers
    receipt.state = states.CLEAN if counts.is_clean else states.MISMATCH
    receipt.finished_at = now
    receipt.save(update_fields=["layers", "state", "finished_at"])
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return str(receipt.state)
