"""What memory tells the rest: sent after the commit of any change of a namespace's items."""

from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.dispatch import Signal

# Sent with `namespace_id`, `tenant_id`, `user_id` (None for what a tenant shares),
# `item_ids`, `by` (the name of the person who made the change, "" for the product itself).
memory_changed = Signal()


def announce(
    *,
    namespace_id: int,
    tenant_id: int,
    user_id: int | None,
    item_ids: Iterable[int],
    by: str = "",
) -> None:
    """Send `memory_changed` once the transaction is committed; a failing receiver is logged."""
    transaction.on_commit(
        partial(
            memory_changed.send_robust,
            sender=None,
            namespace_id=namespace_id,
            tenant_id=tenant_id,
            user_id=user_id,
            item_ids=sorted(set(item_ids)),
            by=by,
        )
    )


# Sent inside the transaction of an erasure, with `sought` (memory.erasure.counts.Sought) and
# `scope`: a receiver removes what it keeps and returns {layer: (requested, removed)}.
erasing = Signal()
# Sent after it: a receiver returns {layer: how many are left}.
reading_back = Signal()
# Sent by verify_memory with `now`: a receiver returns the differences (memory.verify.Difference) of
# the projections that it keeps.
verifying = Signal()
