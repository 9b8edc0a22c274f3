"""What an answer to conflicts would lead to: done for real, looked at, and rolled back.

The items alone are changed; the projections, which follow at the end of a real change, are not.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from memory.actions import ActionRefused
from memory.actions.conflicts import settle_within
from memory.audit import person
from memory.changes import Change
from memory.models import Conflict, MemoryItem, User
from memory.ontology import ontology_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What becomes of one side. `ends`: when it stops (or stopped) to hold, None for never."""

    side: str  # old, new
    item_id: int
    text: str
    language: str
    was: str  # statuses, see memory.domain.types.Status
    status: str
    ends: datetime | None
    hides_until: datetime | None  # while it lasts, the other side is not recalled


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """The result of one answer to one conflict. `closes`: other conflicts that it settles too."""

    conflict_id: int
    state: str
    fates: tuple[Fate, ...] = ()
    closes: tuple[int, ...] = ()
    refused: str = ""


class _Rollback(Exception):
    """Leaves the transaction of a preview."""


@contextmanager
def _rolled_back() -> Iterator[None]:
    try:
        with transaction.atomic():
            yield
            raise _Rollback
    except _Rollback:
        return


def preview_settlements(
    *,
    conflicts: Sequence[Conflict],
    acting_user: User,
    state: str,
    until: datetime | None = None,
) -> list[Outlook]:
    """Return what the same answer to all of these would lead to, one after the other.

    They are answered in this order in one transaction that is rolled back, so that an answer which
    settles a later one of them too is seen. `until` is for `temporary`, see memory.settling.
    """
    with _rolled_back():
        return [_preview(conflict, acting_user, state, until) for conflict in conflicts]


def _preview(conflict: Conflict, acting_user: User, state: str, until: datetime | None) -> Outlook:
    namespace = conflict.namespace
    change = Change(
        namespace=namespace,
        ontology=ontology_of(namespace.tenant),
        author=person(acting_user),
        now=timezone.now(),
    )
    before = MemoryItem.objects.in_bulk([conflict.old_item_id, conflict.new_item_id])
    try:
        settled = settle_within(change, conflict.pk, state, until=until)
    except ActionRefused as error:
        return Outlook(conflict_id=conflict.pk, state=state, refused=str(error))
    at_once = Conflict.objects.filter(namespace=namespace, settled_at=settled.settled_at)
    sides = (("old", settled.old_item), ("new", settled.new_item))
    return Outlook(
        conflict_id=conflict.pk,
        state=state,
        fates=tuple(_fate(side, item, before[item.pk]) for side, item in sides),
        closes=tuple(at_once.exclude(pk=conflict.pk).order_by("pk").values_list("pk", flat=True)),
    )


def _fate(side: str, item: MemoryItem, before: MemoryItem) -> Fate:
    ends = [moment for moment in (item.valid_to, item.expires_at) if moment is not None]
    return Fate(
        side=side,
        item_id=item.pk,
        text=item.text,
        language=item.language,
        was=before.status,
        status=item.status,
        ends=min(ends, default=None),
        hides_until=item.expires_at if item.overrides_id else None,
    )
