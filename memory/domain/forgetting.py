"""Which items forgetting archives, and why. Pure; running it twice is running it once."""

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.domain.decay import (
    DecaySettings,
    crossing_at,
    is_protected_by_rule,
    retention,
)
from memory.domain.types import Kind


class ForgetReason(enum.StrEnum):
    EXPIRED = "expired"
    WEAK = "weak"  # of little importance: first to go
    FADED = "faded"  # retention fell below the threshold
    UNUSED = "unused"  # not recalled and used for very long


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """An active item as forgetting sees it. `half_life` in hours, None: never fades."""

    item_id: int
    kind: Kind
    importance: float
    pinned: bool
    protected: bool
    half_life: float | None
    last_accessed_at: datetime
    expires_at: datetime | None = None
    valid_to: datetime | None = None
    exempt_until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """An item to archive. `crossed_at`: when it first fulfilled the reason."""

    item_id: int
    reason: ForgetReason
    retention: float
    crossed_at: datetime


def select_forgotten(
    items: Iterable[Held], *, now: datetime, settings: DecaySettings
) -> list[Forgotten]:
    """Return what is to be archived at `now`: the weak first, then by the date of crossing."""
    found = list(_selected(items, now, settings))
    return sorted(found, key=lambda f: (f.reason is not ForgetReason.WEAK, f.crossed_at, f.item_id))


def _selected(items: Iterable[Held], now: datetime, settings: DecaySettings) -> Iterator[Forgotten]:
    for item in items:
        due = due_at(item, settings)
        if due is not None and due[0] <= now:
            yield Forgotten(
                item_id=item.item_id,
                reason=due[1],
                retention=retention_of(item, now),
                crossed_at=due[0],
            )


def retention_of(item: Held, now: datetime) -> float:
    return retention(
        importance=item.importance,
        half_life=item.half_life,
        last_accessed_at=item.last_accessed_at,
        now=now,
    )


def due_at(item: Held, settings: DecaySettings) -> tuple[datetime, ForgetReason] | None:
    """Return when and why an item will be archived if nothing happens; None: never.

    Expiry ends every item, the protected too: what was true until Sunday is not true on Monday.
    An exemption only delays.
    """
    dues: list[tuple[datetime, ForgetReason]] = []
    if item.expires_at is not None:
        dues.append((item.expires_at, ForgetReason.EXPIRED))
    if not _is_protected(item, settings):
        dues += [_not_before(due, item.exempt_until) for due in _fading(item, settings)]
    return min(dues, default=None, key=lambda due: due[0])


def _fading(item: Held, settings: DecaySettings) -> Iterator[tuple[datetime, ForgetReason]]:
    if item.importance < settings.weak_importance:
        yield item.last_accessed_at, ForgetReason.WEAK
        return
    crossing = crossing_at(
        importance=item.importance,
        half_life=item.half_life,
        last_accessed_at=item.last_accessed_at,
        threshold=settings.threshold,
    )
    if crossing is not None:
        yield crossing, ForgetReason.FADED
    if item.half_life is not None:
        yield item.last_accessed_at + timedelta(days=settings.unused_days), ForgetReason.UNUSED


def _not_before(
    due: tuple[datetime, ForgetReason], exempt_until: datetime | None
) -> tuple[datetime, ForgetReason]:
    return (max(due[0], exempt_until), due[1]) if exempt_until else due


def _is_protected(item: Held, settings: DecaySettings) -> bool:
    return item.protected or is_protected_by_rule(
        kind=item.kind, importance=item.importance, pinned=item.pinned, settings=settings
    )
