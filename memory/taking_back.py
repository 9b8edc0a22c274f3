"""A change taken back: items and conflicts get what the audit kept of them, in one transaction."""

import copy
import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import models
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from memory.actions.acting import ActionRefused, acting
from memory.changes import AUDITED, Change, update_item
from memory.domain.types import Status
from memory.models import (
    Conflict,
    DecayState,
    ItemEvidence,
    MemoryEvent,
    MemoryItem,
    Namespace,
    ReviewProposal,
    User,
)
from memory.places import obstacles

# Rows that a change may have besides those of fields; "item.added" makes something new instead.
REFUSED = ("item.added", "item.edited", "item.erased")


def take_back(
    *, namespace: Namespace, moment: datetime, acting_user: User, reason: str = ""
) -> list[MemoryItem]:
    """Undo the change of a namespace that was made at `moment`; return its items.

    What a change wrote has one time, that of its audit rows. Raises ActionRefused when there is no
    such change, when it made new rows, or when one of its items was changed again since then.
    """
    with acting(namespace, acting_user, reason) as change:
        rows = MemoryEvent.objects.filter(namespace=change.namespace, created_at=moment)
        events = list(rows.order_by("-pk"))
        if not events or any(event.action in REFUSED for event in events):
            raise ActionRefused(_("there is nothing that could be taken back"))
        items = MemoryItem.objects.of(change.namespace).in_bulk(
            {event.item_id for event in events if event.item_id}
        )
        for item in items.values():
            if item.updated_at > moment:
                raise ActionRefused(_("#%(id)d was changed again since then") % {"id": item.pk})
        _refuse_taken(change, items, events, moment)
        for event in sorted(events, key=lambda event: event.object_type == "proposal"):
            if event.action == "conflict.settled" and event.object_id is not None:
                _open_again(change, event.object_id)
            elif event.object_type == "proposal" and event.object_id is not None:
                _wait_again(change, event.object_id)
            elif event.item_id in items:
                _reverse(change, items[event.item_id], event)
        return list(items.values())


def _refuse_taken(
    change: Change,
    items: Mapping[int, MemoryItem],
    events: Sequence[MemoryEvent],
    moment: datetime,
) -> None:
    """Refuse where an item would come back to a place that another one has since."""
    first = {event.item_id: event for event in events}  # the oldest of several rows
    back = []
    for pk, item in items.items():
        event = first.get(pk)
        was_active = event is not None and event.before.get("status") == Status.ACTIVE
        if event is None or not was_active or item.status == Status.ACTIVE:
            continue
        item = copy.copy(item)
        for name in {"valid_to", "expires_at"} & {*event.before, *event.after}:
            setattr(item, name, _value(name, event.before.get(name)))
        back.append(item)
    held = obstacles(change.namespace, back, now=change.now, since=moment)
    taken = next((pk for pk, why in held.items() if why == "taken"), None)
    if taken is not None:
        raise ActionRefused(
            _("the place of #%(id)d is taken by something that was said since") % {"id": taken}
        )


def _reverse(change: Change, item: MemoryItem, event: MemoryEvent) -> None:
    if event.action == "item.confirmed":  # used since then: that holds
        state = DecayState.objects.filter(item=item, last_accessed_at=event.created_at)
        state.update(last_accessed_at=datetime.fromisoformat(event.before["last_accessed_at"]))
        return
    if event.action == "item.folded":
        _unfold(change, item, event.after)
        return
    values = {
        name: _value(name, event.before.get(name))
        for name in {*event.before, *event.after}
        if name in AUDITED
    }
    if values.get("supersedes_id", item.supersedes_id) is None and item.supersedes_id is not None:
        values["chain"] = uuid.uuid4()  # it was the first of its own before it was linked
    update_item(change, item, "item.taken_back", **values)


def _value(name: str, kept: Any) -> Any:
    """Return a field's value from the audit, which leaves out what is empty."""
    field = MemoryItem._meta.get_field(name.removesuffix("_id"))
    if kept is None:
        return None if getattr(field, "null", False) else field.get_default()  # type: ignore[union-attr]
    return parse_datetime(kept) if isinstance(field, models.DateTimeField) else kept


def _unfold(change: Change, item: MemoryItem, kept: dict[str, Any]) -> None:
    """Give an item the sources back that a merge made those of another one."""
    sources = ItemEvidence.objects.filter(item_id=kept["into"])
    sources.filter(pk=kept["made"]).delete()
    sources.filter(pk__in=kept["moved"]).update(item=item)


def _open_again(change: Change, conflict_id: int) -> None:
    conflict = Conflict.objects.get(namespace=change.namespace, pk=conflict_id)
    before = conflict.state
    conflict.state = Conflict.State.OPEN
    conflict.settled_by = conflict.settled_at = conflict.temporary_until = None
    conflict.settle_reason = ""
    conflict.save()
    change.touched |= {conflict.old_item_id, conflict.new_item_id}
    change.event(
        "conflict.reopened",
        object_type="conflict",
        object_id=conflict.pk,
        before={"state": before},
        after={"state": Conflict.State.OPEN},
    )


def _wait_again(change: Change, proposal_id: int) -> None:
    """Let a proposal wait as it did; it speaks of the items as they are now."""
    proposal = ReviewProposal.objects.get(namespace=change.namespace, pk=proposal_id)
    before = proposal.state
    for pair in proposal.payload.get("pairs", ()):
        item = MemoryItem.objects.of(change.namespace).filter(pk=pair["merged"]).first()
        pair["revision"] = item.revision if item else pair["revision"]
    proposal.state = ReviewProposal.State.WAITING
    proposal.decided_by = proposal.decided_at = None
    proposal.save()
    change.event(
        "proposal.reopened",
        object_type="proposal",
        object_id=proposal.pk,
        before={"state": before},
        after={"state": proposal.state},
    )
