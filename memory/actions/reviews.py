"""The decision about an item that waits in review."""

from django.utils.translation import gettext as _

from memory import changes
from memory.actions.acting import ActionRefused, acting, as_candidate, item_of, make_room
from memory.domain.types import Status
from memory.models import MemoryItem, Namespace, User


def approve_item(
    *, namespace: Namespace, item_id: int, acting_user: User, reason: str = ""
) -> MemoryItem:
    """Let an item out of review; what it contradicts gives way."""
    with acting(namespace, acting_user, reason) as change:
        item = item_of(change, item_id)
        if item.status != Status.PENDING:
            raise ActionRefused(_("the item is not in review"))
        make_room(change, as_candidate(item), besides=item)
        return changes.update_item(
            change, item, "item.approved", status=Status.ACTIVE, status_reason="approved"
        )


def reject_item(
    *, namespace: Namespace, item_id: int, acting_user: User, reason: str = ""
) -> MemoryItem:
    """Refuse an item in review; it stays as history and is not recalled."""
    with acting(namespace, acting_user, reason) as change:
        item = item_of(change, item_id)
        if item.status != Status.PENDING:
            raise ActionRefused(_("the item is not in review"))
        return changes.update_item(
            change, item, "item.rejected", status=Status.DEPRECATED, status_reason="rejected"
        )
