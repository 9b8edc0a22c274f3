"""When and why items will be archived, said in SQL: the rule of memory.domain.forgetting for lists.

The run judges rows one by one in Python; a page counts, orders and cuts a hundred thousand of them
in the database. A test holds both against each other.
"""

import math
from datetime import UTC, datetime
from typing import Any

from django.db.models import (
    Case,
    CharField,
    F,
    FloatField,
    Func,
    IntegerField,
    Q,
    QuerySet,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce, Floor, Greatest, Least, Ln, Power
from django.db.models.sql.compiler import SQLCompiler

from memory.domain.decay import DecaySettings, half_life_hours
from memory.domain.forgetting import ForgetReason
from memory.domain.types import Kind, Status
from memory.models import MemoryItem

HOUR, DAY = 3600.0, 86400.0
# Beyond every date: of what is never archived. A number and not NULL, which LEAST and MIN take
# differently.
NEVER = 1e12
STORED = F("decay__half_life_hours")
MOST_HALF_LIVES = 200.0  # 0.5 ** 200 is nothing; PostgreSQL refuses a power that underflows


class Epoch(Func):
    """Seconds since 1970 of a moment, as a float: exact to the microsecond."""

    arity = 1
    output_field = FloatField()

    def as_postgresql(self, compiler: SQLCompiler, connection: Any, **more: Any) -> Any:
        template = "CAST(EXTRACT(EPOCH FROM %(expressions)s) AS double precision)"
        return super().as_sql(compiler, connection, template=template, **more)

    def as_sqlite(self, compiler: SQLCompiler, connection: Any, **more: Any) -> Any:
        """Take the fraction from the text: SQLite's own dates have milliseconds only."""
        template = (
            "(unixepoch(substr(%(expressions)s, 1, 19))"
            " + CAST('0' || substr(%(expressions)s, 20) AS REAL))"
        )
        sql, params = super().as_sql(compiler, connection, template=template, **more)
        return sql, [*params, *params]


def half_lives_by(rules: DecaySettings) -> Any:
    """Return the expression of the half-life, in hours, that an item would have by these rules."""
    return Case(
        When(decay__half_life_hours=None, then=None),
        *(When(kind=kind, then=Value(hours)) for kind, hours in _hours_by_kind(rules)),
        default=Value(half_life_hours(Kind.FACT, settings=rules)),
        output_field=FloatField(),
    )


def _hours_by_kind(rules: DecaySettings) -> list[tuple[Kind, float | None]]:
    return [(kind, half_life_hours(kind, settings=rules)) for kind in (*Kind,) if kind != Kind.FACT]


def with_due(
    rows: QuerySet[MemoryItem], rules: DecaySettings, half_life: Any = STORED
) -> QuerySet[Any]:
    """Annotate active items with `due_at`, epoch seconds (NEVER for never), and `due_reason`.

    It is memory.domain.forgetting.due_at, to the microsecond. `half_life`: an expression, in hours.
    """
    return (
        rows.filter(status=Status.ACTIVE)
        .exclude(decay=None)
        .alias(
            used=Epoch("decay__last_accessed_at"),
            exempt=Coalesce(Epoch("decay__exempt_until"), -NEVER),
            ends=Coalesce(Epoch("expires_at"), NEVER),
            fades_after=_seconds_to_threshold(rules, half_life),
        )
        .alias(fades=_fades(rules))
        .annotate(due_at=Least("ends", "fades"), due_reason=_reason(rules))
    )


def _seconds_to_threshold(rules: DecaySettings, half_life: Any) -> Any:
    if rules.threshold <= 0:
        return Value(NEVER)
    halvings = Ln(F("importance") / rules.threshold) / math.log(2)
    return Case(
        When(importance__lte=rules.threshold, then=0.0),
        default=half_life * HOUR * halvings,
        output_field=FloatField(),
    )


def _fades(rules: DecaySettings) -> Any:
    """When an item is weak, faded or unused, and its exemption is over."""
    is_protected = (
        Q(decay__protected=True)
        | Q(pinned=True)
        | Q(kind__in=(Kind.CONSTRAINT, Kind.KNOWLEDGE))
        | Q(importance__gte=rules.protected_importance)
    )
    never = Value(NEVER)
    due = F("used") + Least(F("fades_after"), Value(rules.unused_days * DAY))
    return Case(
        When(is_protected, then=never),
        When(importance__lt=rules.weak_importance, then=Greatest("used", "exempt")),
        When(decay__half_life_hours=None, then=never),
        default=Greatest(due, "exempt"),
        output_field=FloatField(),
    )


def _reason(rules: DecaySettings) -> Any:
    """Of reasons that come at the same moment the first counts, as in the rule."""
    has_faded = Q(fades_after__lte=rules.unused_days * DAY) | Q(
        exempt__gte=F("used") + F("fades_after")
    )
    return Case(
        When(ends__lte=F("fades"), then=Value(ForgetReason.EXPIRED)),
        When(importance__lt=rules.weak_importance, then=Value(ForgetReason.WEAK)),
        When(has_faded, then=Value(ForgetReason.FADED)),
        default=Value(ForgetReason.UNUSED),
        output_field=CharField(),
    )


def due_by(
    rows: QuerySet[MemoryItem], rules: DecaySettings, until: datetime, half_life: Any = STORED
) -> QuerySet[Any]:
    """Return what will be archived by `until` if nothing happens, the soonest first."""
    return (
        with_due(rows, rules, half_life)
        .filter(due_at__lte=until.timestamp())
        .order_by("due_at", "pk")
    )


def moment(seconds: float) -> datetime:
    """Return the moment that `due_at` names."""
    return datetime.fromtimestamp(seconds, tz=UTC)


def retention_at(now: datetime, half_life: Any = STORED) -> Any:
    """Return the expression of an item's retention, as memory.domain.decay.retention has it."""
    age = Greatest(Value(now.timestamp()) - Epoch("decay__last_accessed_at"), Value(0.0))
    halvings = Least(age / (half_life * HOUR), Value(MOST_HALF_LIVES))
    return Case(
        When(decay__half_life_hours=None, then=F("importance")),
        default=F("importance") * Power(Value(0.5), halvings),
        output_field=FloatField(),
    )


def bin_of(value: Any, *, start: float, end: float, bins: int) -> Any:
    """Return the expression of the bin, 0 to `bins` - 1, of `start` to `end` for a float."""
    number = Floor((value - Value(start)) * Value(bins / (end - start)))
    return Cast(Least(Greatest(number, Value(0.0)), Value(bins - 1.0)), IntegerField())
