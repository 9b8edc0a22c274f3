"""How strongly items are held, by the rules of the core and the settings of the tenant."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from memory.domain import decay, forgetting
from memory.domain.types import Kind, Status
from memory.models import DecayState, Experiment, ForgettingSettings, MemoryItem


def settings_of(tenant_id: int) -> decay.DecaySettings:
    """Return the parameters of forgetting of a tenant; arms of experiments may have others."""
    row = newest_settings(tenant_id)
    return decay.DecaySettings.from_values(row.values) if row else decay.DEFAULT


def newest_settings(tenant_id: int) -> ForgettingSettings | None:
    rows = ForgettingSettings.objects.filter(tenant_id=tenant_id).exclude(
        pk__in=Experiment.objects.exclude(forgetting=None).values("forgetting")
    )
    return rows.select_related("author").order_by("-pk").first()


def held(item: MemoryItem) -> forgetting.Held:
    """Return an item with its decay state (selected with it) as forgetting sees it."""
    state = getattr(item, "decay", None)
    return forgetting.Held(
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
    held: forgetting.Held
    at: datetime
    reason: forgetting.ForgetReason


def read_held(rows: QuerySet[MemoryItem], *, cap: int) -> list[forgetting.Held]:
    """Return items as forgetting sees them, those longest not used first, at most `cap`."""
    columns = rows.order_by("decay__last_accessed_at").values_list(
        "pk", "kind", "importance", "pinned", "expires_at", "valid_to", "decay__protected",
        "decay__half_life_hours", "decay__last_accessed_at", "decay__exempt_until",
    )  # fmt: skip
    return [
        forgetting.Held(
            item_id=pk,
            kind=Kind(kind),
            importance=importance,
            pinned=pinned,
            protected=protected,
            half_life=half_life,
            last_accessed_at=accessed,
            expires_at=expires_at,
            valid_to=valid_to,
            exempt_until=exempt_until,
        )
        for (
            pk, kind, importance, pinned, expires_at, valid_to, protected, half_life, accessed,
            exempt_until,
        ) in columns[:cap]
    ]  # fmt: skip


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
