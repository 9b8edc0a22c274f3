"""Forgetting: archives what has faded, expired or is weak, and purges old deprecated versions.

The rules are in memory.domain.forgetting; here they meet the rows. Running twice changes nothing
the second time.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from django.db.models import F

from memory.audit import SYSTEM, Author
from memory.changes import Change, changing, open_conflicts_of, update_item
from memory.domain.decay import DecaySettings
from memory.domain.forgetting import (
    ForgetReason,
    Forgotten,
    Held,
    select_forgotten,
)
from memory.domain.types import Kind, Status
from memory.erasure.items import relink
from memory.held import held_of, settings_for
from memory.models import (
    DecayState,
    Experience,
    JobRun,
    MemoryEvent,
    MemoryItem,
    Namespace,
    Tenant,
)

BATCH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Archival:
    """One item that was (or would be) archived."""

    item_id: int
    namespace_id: int
    text: str
    reason: ForgetReason
    retention: float
    crossed_at: datetime


def run_forgetting(
    *, now: datetime, dry_run: bool = False, tenant: Tenant | None = None, author: Author = SYSTEM
) -> list[Archival]:
    """Archive what is due in every namespace (of one tenant) and return what, the weak first."""
    namespaces = Namespace.objects.select_related("tenant").order_by("pk")
    if tenant is not None:
        namespaces = namespaces.filter(tenant=tenant)
    archived: list[Archival] = []
    for namespace in namespaces.iterator(BATCH):
        archived += forget_namespace(namespace, now=now, dry_run=dry_run, author=author)
    return archived


def forget_namespace(
    namespace: Namespace, *, now: datetime, dry_run: bool = False, author: Author = SYSTEM
) -> list[Archival]:
    """Archive what is due in one namespace; a run that does something is kept as a JobRun."""
    settings = settings_for(namespace)
    active = held_of(MemoryItem.objects.of(namespace).active())
    chosen = select_forgotten(active, now=now, settings=settings)
    planned = list(_described(namespace, chosen))
    if dry_run:
        return planned
    purged = _purge(namespace, now, author)
    faded = _archive_experiences(namespace, now, settings)
    if not (planned or purged or faded):
        return []
    run = JobRun.objects.create(
        job="forget", namespace=namespace, started_at=now, parameters=settings.as_values()
    )
    done = _archive(namespace, planned, now=now, author=author, run=run)
    run.counts = {"archived": len(done), "purged": purged, "experiences": faded}
    run.finished_at = now
    run.save(update_fields=["counts", "finished_at"])
    return done


def exempt_item(
    change: Change, item: MemoryItem, *, until: datetime | None, reason: str
) -> DecayState:
    """Keep an item from fading until a date; without one the exemption ends."""
    decay = item.decay
    before = decay.exempt_until
    decay.exempt_until = until
    decay.exempt_reason = reason[:200]
    decay.save(update_fields=["exempt_until", "exempt_reason"])
    change.touched.add(item.pk)
    change.event(
        "item.exempted",
        item,
        before={"exempt_until": before.isoformat() if before else None},
        after={"exempt_until": until.isoformat() if until else None},
        reason=reason,
    )
    return decay


def _described(namespace: Namespace, chosen: Sequence[Forgotten]) -> Iterator[Archival]:
    for start in range(0, len(chosen), BATCH):
        batch = chosen[start : start + BATCH]
        texts = dict(
            MemoryItem.objects.filter(pk__in=[one.item_id for one in batch]).values_list(
                "pk", "text"
            )
        )
        for one in batch:
            yield Archival(
                item_id=one.item_id,
                namespace_id=namespace.pk,
                text=texts.get(one.item_id, ""),
                reason=one.reason,
                retention=one.retention,
                crossed_at=one.crossed_at,
            )


def _archive(
    namespace: Namespace, planned: Sequence[Archival], *, now: datetime, author: Author, run: JobRun
) -> list[Archival]:
    done: list[Archival] = []
    for start in range(0, len(planned), BATCH):
        batch = planned[start : start + BATCH]
        with changing(namespace, author=author, now=now) as change:
            done += _archive_batch(change, batch, run)
    return done


def _archive_batch(change: Change, batch: Sequence[Archival], run: JobRun) -> list[Archival]:
    """Archive in few statements; what was changed since the plan was made is left alone."""
    plans = {one.item_id: one for one in batch}
    still = {item.item_id: item for item in _reread(change.namespace, plans)}
    rules = DecaySettings.from_values(run.parameters)
    due = {one.item_id for one in select_forgotten(still.values(), now=change.now, settings=rules)}
    disputed = {pk for c in open_conflicts_of(change, due) for pk in (c.old_item_id, c.new_item_id)}
    for item in MemoryItem.objects.filter(pk__in=due & disputed):
        _archive_one(change, item, plans[item.pk])
    quiet = sorted(due - disputed)
    by_reason = sorted(quiet, key=lambda pk: plans[pk].reason)
    for reason, ids in groupby(by_reason, key=lambda pk: plans[pk].reason):
        MemoryItem.objects.filter(pk__in=list(ids)).update(
            status=Status.ARCHIVED,
            status_reason=reason,
            status_changed_at=change.now,
            updated_at=change.now,
            revision=F("revision") + 1,
        )
    MemoryEvent.objects.bulk_create([_event(change, plans[pk], run) for pk in quiet])
    change.touched |= set(quiet)
    change.indexed |= {f"item:{pk}" for pk in quiet}
    return [one for one in batch if one.item_id in due]


def _archive_one(change: Change, item: MemoryItem, plan: Archival) -> None:
    update_item(
        change,
        item,
        "item.archived",
        reason=plan.reason,
        status=Status.ARCHIVED,
        status_reason=plan.reason,
    )


def _reread(namespace: Namespace, ids: Iterable[int]) -> Iterable[Held]:
    return held_of(MemoryItem.objects.of(namespace).active().filter(pk__in=list(ids)))


def _event(change: Change, plan: Archival, run: JobRun) -> MemoryEvent:
    return MemoryEvent(
        namespace=change.namespace,
        tenant_id=change.namespace.tenant_id,
        action="item.archived",
        actor_kind=change.author.kind,
        actor=change.author.user,
        actor_name=change.author.name,
        item_id=plan.item_id,
        object_type="item",
        object_id=plan.item_id,
        before={"status": Status.ACTIVE},
        after={
            "status": Status.ARCHIVED,
            "retention": round(plan.retention, 6),
            "crossed_at": plan.crossed_at.isoformat(),
            "run": run.pk,
        },
        reason=plan.reason,
        created_at=change.now,
    )


def _purge(namespace: Namespace, now: datetime, author: Author) -> int:
    """Delete versions that have been deprecated for longer than the tenant keeps them."""
    kept = timedelta(days=namespace.tenant.deprecated_retention_days)
    old = MemoryItem.objects.of(namespace).filter(
        status=Status.DEPRECATED, status_changed_at__lt=now - kept, pinned=False
    )
    ids = list(old.values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        with changing(namespace, author=author, now=now) as change:
            relink(batch)
            MemoryItem.objects.filter(pk__in=batch).delete()
            MemoryEvent.objects.filter(object_type="item", object_id__in=batch).update(
                before={}, after={}
            )
            change.touched |= set(batch)
            change.removed |= {f"item:{pk}" for pk in batch}
            change.event("items.purged", after={"count": len(batch)})
    return len(ids)


def _archive_experiences(namespace: Namespace, now: datetime, settings: DecaySettings) -> int:
    """Archive experiences that nobody used for long; the same curve as for items."""
    active = Experience.objects.filter(
        namespace=namespace, state=Experience.State.ACTIVE
    ).select_related("decay")
    faded = [
        experience for experience in active if _experience_has_faded(experience, now, settings)
    ]
    if not faded:
        return 0
    with changing(namespace, author=SYSTEM, now=now) as change:
        for experience in faded:
            experience.state = Experience.State.ARCHIVED
            experience.version += 1
            experience.updated_at = now
            experience.save(update_fields=["state", "version", "updated_at"])
            change.removed.add(f"experience:{experience.pk}")
            change.event("experience.archived", object_type="experience", object_id=experience.pk)
    return len(faded)


def _experience_has_faded(experience: Experience, now: datetime, settings: DecaySettings) -> bool:
    decay = getattr(experience, "decay", None)
    if decay is None or decay.protected:
        return False
    item = Held(
        item_id=experience.pk,
        kind=Kind.FACT,
        importance=experience.importance,
        pinned=False,
        protected=False,
        half_life=decay.half_life_hours,
        last_accessed_at=decay.last_accessed_at,
        exempt_until=decay.exempt_until,
    )
    return bool(select_forgotten([item], now=now, settings=settings))
