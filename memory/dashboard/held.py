"""How strongly items are held, by the pure rules of the core and the settings of the tenant."""

from datetime import datetime

from memory.domain import decay, forgetting
from memory.domain.types import Kind
from memory.models import ForgettingSettings, MemoryItem


def settings_of(tenant_id: int) -> decay.DecaySettings:
    """Return the parameters of forgetting in force for a tenant."""
    newest = ForgettingSettings.objects.filter(tenant_id=tenant_id).order_by("-pk").first()
    return decay.DecaySettings.from_values(newest.values) if newest else decay.DEFAULT


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
