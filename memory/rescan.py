"""Looks for secrets in what is stored already, and takes them out: for rules that came later."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet
from django.utils import timezone

from memory.audit import SYSTEM
from memory.changes import changing
from memory.models import (
    Decision,
    Episode,
    Experience,
    ItemEvidence,
    MemoryEvent,
    MemoryItem,
    Namespace,
    RecallCandidate,
    RecallTrace,
    WorkingSnapshot,
)
from memory.profile import rebuild_profile
from memory.redaction import redact_value

BATCH = 500
Rows = Callable[[Namespace], QuerySet[Any]]
# Every column that holds words of a person, by table.
_COLUMNS: tuple[tuple[str, Rows, tuple[str, ...]], ...] = (
    ("item", lambda n: MemoryItem.objects.filter(namespace=n), ("text", "value", "quote")),
    ("evidence", lambda n: ItemEvidence.objects.filter(item__namespace=n), ("quote",)),
    ("episode", lambda n: Episode.objects.filter(namespace=n), ("user_text", "reply_text")),
    ("decision", lambda n: Decision.objects.filter(namespace=n), ("text", "value")),
    (
        "trace",
        lambda n: RecallTrace.objects.filter(namespace=n),
        ("query", "rewritten_query", "messages"),
    ),
    ("candidate", lambda n: RecallCandidate.objects.filter(trace__namespace=n), ("text",)),
    ("snapshot", lambda n: WorkingSnapshot.objects.filter(namespace=n), ("before", "after")),
    ("event", lambda n: MemoryEvent.objects.filter(namespace=n), ("before", "after", "reason")),
    ("experience", lambda n: Experience.objects.filter(namespace=n), ("task", "solution")),
)
_INDEXED = ("item", "episode", "experience")


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """A row in which a secret was found. Holds no word of it."""

    namespace_id: int
    table: str
    row_id: int
    columns: tuple[str, ...]


def rescan(namespace: Namespace, *, dry_run: bool) -> list[Leak]:
    """Return the rows of a namespace that hold secrets; without `dry_run` they hold none after."""
    leaks: list[Leak] = []
    changed: dict[str, list[Model]] = {}
    for table, rows, columns in _COLUMNS:
        for row in rows(namespace).only("pk", *columns).iterator(BATCH):
            dirty = _redact(row, columns, namespace)
            if dirty:
                leaks.append(
                    Leak(namespace_id=namespace.pk, table=table, row_id=row.pk, columns=dirty)
                )
                changed.setdefault(table, []).append(row)
    if leaks and not dry_run:
        _store(namespace, changed)
    return leaks


def _redact(row: Model, columns: tuple[str, ...], namespace: Namespace) -> tuple[str, ...]:
    dirty = []
    for name in columns:
        before = getattr(row, name)
        after = redact_value(before, namespace.tenant)
        if after != before:
            setattr(row, name, after)
            dirty.append(name)
    return tuple(dirty)


def _store(namespace: Namespace, changed: dict[str, list[Model]]) -> None:
    with changing(namespace, author=SYSTEM, now=timezone.now(), reason="rescan") as change:
        for table, _rows, columns in _COLUMNS:
            rows = changed.get(table, [])
            if rows:
                type(rows[0])._default_manager.bulk_update(rows, columns, batch_size=100)
            if table in _INDEXED:
                change.indexed |= {f"{table}:{row.pk}" for row in rows}
        rebuild_profile(change.namespace, change.now)
        counts = {table: len(rows) for table, rows in changed.items()}
        change.event("secrets.removed", after=counts)
