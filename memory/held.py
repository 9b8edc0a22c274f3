"""How strongly items are held: the rows as forgetting sees them, under the parameters in force."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import F, Q, QuerySet

from memory.domain import decay, forgetting
from memory.domain.forgetting import Held
from memory.domain.policy import in_arm
from memory.domain.types import Kind
from memory.models import Experiment, ForgettingSettings, MemoryItem, Namespace

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
