"""How strongly a memory is held, and when it falls out of recall. Pure; `now` is an argument.

Retention follows Ebbinghaus' exponential forgetting curve with a half-life by kind.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from typing import Any

from memory.domain.ontology import AttributeSpec
from memory.domain.types import Kind

HOURS_PER_DAY = 24.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DecaySettings:
    """Parameters of forgetting; a tenant may change them (`ForgettingSettings.values`)."""

    threshold: float = 0.2  # retention below it: archived
    protected_importance: float = 0.8  # at or above it: never archived by decay
    weak_importance: float = 0.3  # below it: archived first, at once
    unused_days: float = 180.0
    episodic_days: float = 3.0
    fact_days: float = 30.0
    preference_days: float = 180.0

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> "DecaySettings":
        """Return the settings with the given values; raises ValueError for a bad one."""
        known = {f.name for f in fields(cls)}
        unknown = set(values) - known
        if unknown:
            raise ValueError(f"unknown forgetting setting: {', '.join(sorted(unknown))}")
        settings = cls(**{name: float(value) for name, value in values.items()})
        settings.check()
        return settings

    def check(self) -> None:
        """Raise ValueError for a setting out of its range."""
        for name in ("threshold", "protected_importance", "weak_importance"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be between 0 and 1")
        for name in ("unused_days", "episodic_days", "fact_days", "preference_days"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be above 0")

    def as_values(self) -> dict[str, float]:
        return asdict(self)


DEFAULT = DecaySettings()


def half_life_hours(
    kind: Kind, spec: AttributeSpec | None = None, settings: DecaySettings = DEFAULT
) -> float | None:
    """Return the half-life of a kind in hours; None for what never fades."""
    if kind in (Kind.CONSTRAINT, Kind.KNOWLEDGE) or (spec is not None and spec.is_identity):
        return None
    days = {
        Kind.EPISODE_CHUNK: settings.episodic_days,
        Kind.PREFERENCE: settings.preference_days,
    }.get(kind, settings.fact_days)
    return days * HOURS_PER_DAY


def is_protected_by_rule(
    *, kind: Kind, importance: float, pinned: bool, settings: DecaySettings = DEFAULT
) -> bool:
    """Tell whether forgetting never touches such an item, whatever its age."""
    return (
        pinned
        or kind in (Kind.CONSTRAINT, Kind.KNOWLEDGE)
        or importance >= settings.protected_importance
    )


def retention(
    *, importance: float, half_life: float | None, last_accessed_at: datetime, now: datetime
) -> float:
    """Return importance · 0.5 ^ (age / half-life), in [0, 1]; `half_life` in hours.

    A moment before the last access counts as no age, so that a clock that is set back never
    raises retention above the importance.
    """
    if half_life is None:
        return importance
    age = max(0.0, (now - last_accessed_at).total_seconds() / 3600)
    return float(importance * math.pow(0.5, age / half_life))


def crossing_at(
    *, importance: float, half_life: float | None, last_accessed_at: datetime, threshold: float
) -> datetime | None:
    """Return when retention falls to the threshold; None when it never does.

    It is last access + half-life · log2(importance / threshold).
    """
    if half_life is None or threshold <= 0:
        return None
    if importance <= threshold:
        return last_accessed_at
    return last_accessed_at + timedelta(hours=half_life * math.log2(importance / threshold))


def curve(
    *,
    importance: float,
    half_life: float | None,
    accesses: Sequence[datetime],
    until: datetime,
    points: int = 120,
) -> list[tuple[datetime, float]]:
    """Return the retention over time as (moment, value), rising again at each access.

    `accesses` are in order, the first is the making of the item.
    """
    start, span = accesses[0], until - accesses[0]
    moments = sorted({start + span * (i / points) for i in range(points + 1)} | set(accesses))
    drawn: list[tuple[datetime, float]] = []
    last = start
    for moment in moments:
        if moment in accesses[1:]:
            before = retention(
                importance=importance, half_life=half_life, last_accessed_at=last, now=moment
            )
            drawn.append((moment, before))
        last = max(access for access in accesses if access <= moment)
        value = retention(
            importance=importance, half_life=half_life, last_accessed_at=last, now=moment
        )
        drawn.append((moment, value))
    return drawn
