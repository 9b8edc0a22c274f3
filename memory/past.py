"""Items as they were at a moment: what came later is not there, later changes are undone.

Rests on the audit (each change keeps what it changed) and on the traces (each use keeps its time).
What was erased or purged since is gone for good, and the weights of words are those of today: see
`limits`.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from memory.domain.types import Status
from memory.item_rows import ItemRow, Reader, read_rows
from memory.models import ErasureReceipt, MemoryEvent, MemoryItem, Namespace, RecallCandidate

ROWS_READ = 5_000  # of a namespace, the most relevant ones
_MOMENTS = ("valid_from", "valid_to", "expires_at")
_UNDONE = (
    *("text", "subject", "attribute", "value", "kind", "status", "status_reason", "importance"),
    *("pinned", "supersedes_id", "overrides_id", *_MOMENTS),
)
_EMPTY: dict[str, Any] = {"status_reason": "", "value": "", "attribute": "", "pinned": False}
_RENEWING = ("item.confirmed", "item.restored", "item.reinforced")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How the memory of now differs from that of then: items that came later or changed since.

    Erasures and old versions purged since cannot be undone.
    """

    younger: int
    changed: int
    erasures: int
    purged: int

    @property
    def is_exact(self) -> bool:
        return not (self.erasures or self.purged)


def reader_at(at: datetime) -> Reader:
    """Return a function that reads items as `read_rows` does, as they were at `at`."""
    return partial(_read, at)


def _read(at: datetime, namespace_ids: Sequence[int], ids: Sequence[int]) -> list[ItemRow]:
    existed = set(
        MemoryItem.objects.filter(namespace__in=namespace_ids, created_at__lte=at).values_list(
            "pk", flat=True
        )
    )
    rows = [row for row in read_rows(namespace_ids, ids) if row.pk in existed]
    undone = _undone(_changes_since(at, namespace_ids))
    uses, renewals = _uses(namespace_ids), _renewals(at, namespace_ids)
    return [
        _accessed(_rewound(row, undone.get(row.pk, {}), at), at, uses[row.pk], renewals[row.pk])
        for row in rows
    ]


def _changes_since(at: datetime, namespace_ids: Sequence[int]) -> Iterable[tuple[Any, ...]]:
    rows = MemoryEvent.objects.filter(
        namespace__in=namespace_ids, created_at__gt=at, item__isnull=False
    )
    return rows.order_by("-created_at", "-pk").values_list("item_id", "before", "after")


def _undone(changes: Iterable[tuple[Any, ...]]) -> dict[int, dict[str, Any]]:
    """Return the fields of each item that changed since with their values then. The changes come
    newest first, so that the oldest one has the last word. A field that was empty is left out of
    `before`, and named by `after` alone."""
    found: dict[int, dict[str, Any]] = defaultdict(dict)
    for item_id, before, after in changes:
        names = {name for name in (*before, *after) if name in _UNDONE}
        found[item_id] |= {name: before.get(name, _EMPTY.get(name)) for name in names}
    return found


def _rewound(row: ItemRow, values: dict[str, Any], at: datetime) -> ItemRow:
    if not values:
        return row
    moments = {
        name: datetime.fromisoformat(values[name])
        for name in _MOMENTS
        if isinstance(values.get(name), str)
    }
    rewound = row._replace(**(values | moments))
    if "status" in values and row.status_changed_at and row.status_changed_at > at:
        reason = "" if values["status"] == Status.ACTIVE else rewound.status_reason
        rewound = rewound._replace(status_changed_at=None, status_reason=reason)
    return rewound


def _accessed(
    row: ItemRow, at: datetime, uses: Sequence[datetime], renewals: Sequence[datetime]
) -> ItemRow:
    """Return a row with its last access and its uses up to then."""
    if row.last_accessed_at is None:
        return row
    later = sum(moment > at for moment in uses)
    accessed = row.last_accessed_at
    if accessed > at:
        earlier = [moment for moment in (row.said_at, *uses, *renewals) if moment <= at]
        accessed = max(earlier, default=at)
    return row._replace(
        last_accessed_at=accessed, recall_count=max((row.recall_count or 0) - later, 0)
    )


def _uses(namespace_ids: Sequence[int]) -> dict[int, list[datetime]]:
    rows = RecallCandidate.objects.filter(item__namespace__in=namespace_ids, is_used=True)
    found: dict[int, list[datetime]] = defaultdict(list)
    for item_id, moment in rows.order_by().values_list("item_id", "trace__created_at"):
        found[item_id or 0].append(moment)
    return found


def _renewals(at: datetime, namespace_ids: Sequence[int]) -> dict[int, list[datetime]]:
    rows = MemoryEvent.objects.filter(
        namespace__in=namespace_ids, created_at__lte=at, action__in=_RENEWING
    )
    found: dict[int, list[datetime]] = defaultdict(list)
    for item_id, moment in rows.order_by().values_list("item_id", "created_at"):
        found[item_id or 0].append(moment)
    return found


def limits(namespace: Namespace, at: datetime) -> Limits:
    """Say what of a namespace is other than at `at`, and what cannot be brought back."""
    events = MemoryEvent.objects.filter(namespace=namespace, created_at__gt=at)
    items = MemoryItem.objects.of(namespace)
    old = items.filter(created_at__lte=at).values("pk")
    purged = events.filter(action="items.purged").values_list("after", flat=True)
    return Limits(
        younger=items.filter(created_at__gt=at).count(),
        changed=len(_undone(events.filter(item__in=old).values_list("item_id", "before", "after"))),
        erasures=ErasureReceipt.objects.filter(
            namespace_ref=namespace.pk, created_at__gt=at
        ).count(),
        purged=sum(int(after.get("count", 0)) for after in purged),
    )
