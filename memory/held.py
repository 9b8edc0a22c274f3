"""How strongly items are held: the rows as forgetting sees them, under the parameters in force."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from memory.domain import decay, forgetting
from memory.domain.forgetting import Held
from memory.domain.policy import in_arm
from memory.domain.types import Kind, Status
from memory.models import DecayState, Experiment, ForgettingSettings, MemoryItem, Namespace

_COLUMNS = (
    *("pk", "kind", "importance", "pinned", "decay__protected", "decay__half_life_hours"),
    *("decay__last_accessed_at", "expires_at", "valid_to", "decay__exempt_until"),
)
BATCH = 500


def settings_for(namespace: Namespace) -> decay.DecaySettings:
    """Return the parameters in force: of a running experiment's arm, the tenant's, the shipped."""
    running = Experiment.objects.filter(
        tenant=namespace.tenant_id, state=Experiment.State.RUNNING
    ).exclude(forgetting=None)
    for experiment in running.select_related("forgetting").order_by("pk"):
        if in_arm(experiment.name, namespace.pk, experiment.share) and experiment.forgetting:
            return decay.DecaySettings.from_values(experiment.forgetting.values)
    return settings_of(namespace.tenant_id)


def settings_of(tenant_id: int) -> decay.DecaySettings:
    """Return the parameters of a tenant; arms of experiments may have others."""
    row = newest_settings(tenant_id)
    return decay.DecaySettings.from_values(row.values) if row else decay.DEFAULT


def newest_settings(tenant_id: int) -> ForgettingSettings | None:
    """Return the row in force for a tenant: its own newest, else the newest for all; or None."""
    rows = ForgettingSettings.objects.filter(Q(tenant=tenant_id) | Q(tenant=None)).exclude(
        pk__in=Experiment.objects.exclude(forgetting=None).values("forgetting")
    )
    newest = rows.select_related("author").order_by(F("tenant").asc(nulls_last=True), "-pk")
    return newest.first()


def held(item: MemoryItem) -> Held:
    """Return an item with its decay state (selected with it) as forgetting sees it."""
    state = getattr(item, "decay", None)
    return Held(
        item_id=item.pk,
        kind=Kind(item.kind),
        importance=item.importance,
        pinned=item.pinned,
        protected=bool(state and state.protected),
        half_life=state.half_life_hours if state else None,
        last_accessed_at=state.last_accessed_at if state else item.said_at,
        expires_at=item.expires_at,
        valid_to=item.valid_to,
        exempt_until=state.exempt_until if state else None,
    )


def retention_of(item: MemoryItem, now: datetime) -> float:
    return forgetting.retention_of(held(item), now)


def held_of(rows: QuerySet[MemoryItem]) -> Iterable[Held]:
    """Yield items as forgetting sees them, without loading their words (one query)."""
    for row in rows.exclude(decay=None).values_list(*_COLUMNS).iterator(BATCH):
        yield _held(*row)


def read_held(rows: QuerySet[MemoryItem], *, cap: int) -> list[Held]:
    """Return items as forgetting sees them, those longest not used first, at most `cap`."""
    columns = rows.order_by("decay__last_accessed_at").values_list(*_COLUMNS)
    return [_held(*row) for row in columns[:cap]]


def _held(
    item_id: int,
    kind: str,
    importance: float,
    pinned: bool,
    protected: bool,
    half_life: float | None,
    last_accessed_at: datetime,
    *limits: datetime | None,
) -> Held:
    expires_at, valid_to, exempt_until = limits
    return Held(
        item_id=item_id,
        kind=Kind(kind),
        importance=importance,
        pinned=pinned,
        protected=protected,
        half_life=half_life,
        last_accessed_at=last_accessed_at,
        expires_at=expires_at,
        valid_to=valid_to,
        exempt_until=exempt_until,
    )


def fading(
    rows: QuerySet[MemoryItem], rules: decay.DecaySettings, until: datetime
) -> QuerySet[MemoryItem]:
    """Narrow active items to those that can be due by `until`; the rules then judge each.

    What is at least of weak importance fades no sooner than half-life · log2(weak / threshold)
    after its last access, so that most of what is in use is never read.
    """
    share = rules.weak_importance / rules.threshold if rules.threshold else 1.0
    half_lives = math.log2(share) if share > 1 else 0.0
    lives = DecayState.objects.filter(item__in=rows).exclude(half_life_hours=None)
    wanted = Q(expires_at__lte=until) | Q(importance__lt=rules.weak_importance)
    wanted |= Q(decay__last_accessed_at__lte=until - timedelta(days=rules.unused_days))
    for hours in lives.order_by().values_list("half_life_hours", flat=True).distinct()[:20]:
        if hours:
            latest = until - timedelta(hours=hours * half_lives)
            wanted |= Q(decay__half_life_hours=hours, decay__last_accessed_at__lte=latest)
    return rows.filter(wanted, status=Status.ACTIVE).exclude(decay=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """An item that will be archived at `at`, for `reason`, if nothing happens."""

    item_id: int
    held: Held
    at: datetime
    reason: forgetting.ForgetReason


def due_by(
    rows: QuerySet[MemoryItem], rules: decay.DecaySettings, until: datetime, *, cap: int
) -> tuple[list[Due], bool]:
    """Return what is due by `until`, soonest first, and whether more than `cap` rows were read."""
    read = read_held(fading(rows, rules, until), cap=cap + 1)
    found = []
    for this in read[:cap]:
        due = forgetting.due_at(this, rules)
        if due is not None and due[0] <= until:
            found.append(Due(item_id=this.item_id, held=this, at=due[0], reason=due[1]))
    return sorted(found, key=lambda one: (one.at, one.item_id)), len(read) > cap
