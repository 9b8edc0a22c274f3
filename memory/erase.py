"""Erasure through every layer: one item, some messages, a conversation, a user, a tenant.

Rows go in one transaction; the index and working memory after it. Then every layer is read back,
and the receipt says what was asked for, what went and what was left. What is left is tried again
by `settle_erasures`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from memory.audit import SYSTEM, Author, person
from memory.changes import Change, changing
from memory.erasure import items as item_rows
from memory.erasure import owners, projections
from memory.erasure.counts import Counts, Sought
from memory.inbox import requeue_with_text
from memory.models import Episode, ErasureReceipt, MemoryItem, Namespace, Tenant, User
from memory.redaction import redact_text
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
    _remove_rows(change, receipt, sought, item_rows.remove)
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


def forget_item(
    *, namespace: Namespace, item_id: int, acting_user: User, reason: str
) -> ErasureReceipt:
    """Erase one item because a person asked. Raises MemoryItem.DoesNotExist."""
    return erase_items(namespace, [item_id], _asked_by(acting_user, reason))


def erase(
    *,
    namespace: Namespace,
    scope: str,
    acting_user: User,
    reason: str,
    ref: int | None = None,
) -> ErasureReceipt:
    """Erase an item or a conversation (`ref` is its id), or all of a user, as a person asked."""
    order = _asked_by(acting_user, reason)
    if scope == "user":
        return erase_user(namespace, order)
    if ref is None:
        raise ValueError(f"which {scope}? give its id")
    if scope == "item":
        return erase_items(namespace, [ref], order)
    if scope == "conversation":
        return erase_conversation(namespace, ref, order)
    raise ValueError(f"unknown scope {scope!r}: item, conversation or user")


def messages_changed(
    *, namespace: Namespace, message_ids: Sequence[int], deleted: bool, text: str = ""
) -> None:
    """Re-check what was derived from messages that were deleted, or from one that says `text` now.

    What only a deleted message said goes. Of an edited one goes what it no longer says, and it is
    read again.
    """
    order = Order(author=SYSTEM, reason="message_deleted", now=timezone.now())
    if deleted:
        erase_messages(namespace, message_ids, order)
        return
    episodes = Episode.objects.filter(namespace=namespace, user_message_id__in=message_ids)
    for episode in episodes:
        _reread(episode, redact_text(text, namespace.tenant).text, order)


@transaction.atomic
def _reread(episode: Episode, text: str, order: Order) -> None:
    said_here = MemoryItem.objects.of(episode.namespace).filter(
        message_id=episode.user_message_id, evidence=None
    )
    unsaid = [item for item in said_here if item.quote and item.quote not in text]
    if unsaid:
        edited = replace(order, reason="message_edited")
        erase_items(episode.namespace, [item.pk for item in unsaid], edited)
    requeue_with_text(episode, text)


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
    """Erase in a transaction of its own, or as part of the caller's: then the receipt is finished
    when that one commits."""
    receipt = _new_receipt(scope, scope_ref, order, sought.namespace)
    with changing(
        sought.namespace, author=order.author, now=order.now, reason=order.reason
    ) as change:
        _remove_rows(change, receipt, sought, remove)
    return receipt


def _asked_by(user: User, reason: str) -> Order:
    return Order(author=person(user), reason=reason, now=timezone.now())


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


def _remove_rows(change: Change, receipt: ErasureReceipt, sought: Sought, remove: Remove) -> None:
    scope, counts = receipt.scope, Counts()
    remove(change, sought, counts)
    _ask_others(sought, scope, counts)
    for ref in sought.item_ids if scope == "item" else (receipt.scope_ref,):
        change.event(
            f"{scope}.erased",
            object_type=scope,
            object_id=ref,
            after={"receipt": receipt.pk},
            reason=receipt.reason,
        )
    transaction.on_commit(partial(_complete, receipt, sought, counts, change.now))


def _complete(receipt: ErasureReceipt, sought: Sought, counts: Counts, now: datetime) -> None:
    """Go through the layers outside the database, and read every layer back."""
    projections.remove_vectors(sought, counts)
    projections.scrub_working(sought, receipt.scope, counts)
    _read_back(sought, receipt.scope, counts)
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
