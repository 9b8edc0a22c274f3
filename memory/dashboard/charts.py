"""Geometry of the pictures that the dashboard draws as SVG. The values come from the core."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from memory.domain import decay, forgetting
from memory.held import held
from memory.models import MemoryItem

WIDTH, HEIGHT = 640, 230
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 24, 34
ROW_WIDTH, ROW_HEIGHT = 96, 24
FRAME: dict[str, Any] = {
    "width": WIDTH,
    "height": HEIGHT,
    "left": LEFT,
    "right": WIDTH - RIGHT,
    "bottom": HEIGHT - BOTTOM,
}
Scale = Callable[[datetime], float]


def decay_curve(
    item: MemoryItem,
    settings: decay.DecaySettings,
    *,
    used_at: Sequence[tuple[datetime, str]],
    now: datetime,
) -> dict[str, Any]:
    """Return the curve of an item's retention from its first day to two half-lives from now.

    `used_at`: (time, trace id) of the recalls that renewed it.
    """
    this = held(item)
    ahead = timedelta(hours=2 * this.half_life) if this.half_life else timedelta(days=30)
    due = forgetting.due_at(this, settings)
    archive_at = due[0] if due else None
    accesses = sorted({item.said_at, *[at for at, _trace in used_at], this.last_accessed_at})
    start = accesses[0]
    end = max(now + ahead, (archive_at or now) + timedelta(days=1))
    x = _scale(start, end, LEFT, WIDTH - RIGHT)
    tomorrow = replace(this, last_accessed_at=now + timedelta(days=1))
    tomorrow_due = forgetting.due_at(tomorrow, settings)
    return FRAME | {
        "past": _path(_curve(this, [a for a in accesses if a <= now] or [start], now), x),
        "future": _path(_after(_curve(this, [this.last_accessed_at], end), now), x),
        "tomorrow": _path(_curve(this, [tomorrow.last_accessed_at], end), x)
        if this.half_life
        else "",
        "now_x": x(now),
        "threshold": settings.threshold,
        "threshold_y": _y(settings.threshold),
        "grid": [(_y(value), f"{value:g}") for value in (0.0, 0.5, 1.0)],
        "dots": [
            {"x": x(at), "y": _y(item.importance), "trace_id": trace_id, "at": at}
            for at, trace_id in used_at
        ],
        "start": start,
        "end": end,
        "archive_at": archive_at,
        "archive_reason": due[1].value if due else "",
        "archive_x": x(archive_at) if archive_at else None,
        "retention": forgetting.retention_of(this, now),
        "half_life_days": this.half_life / decay.HOURS_PER_DAY if this.half_life else None,
        "tomorrow_archive_at": tomorrow_due[0] if tomorrow_due else None,
        "points": _table(this, accesses, now, end),
    }


def small_curve(
    this: forgetting.Held, settings: decay.DecaySettings, now: datetime
) -> dict[str, str] | None:
    """Return the curve of a list row: from the last access to a little after the archive date."""
    due = forgetting.due_at(this, settings)
    if this.half_life is None or due is None:
        return None
    start = this.last_accessed_at
    end = max(now, due[0]) + timedelta(hours=this.half_life / 4)
    x = _scale(start, end, 0, ROW_WIDTH)
    points = [
        f"{'L' if index else 'M'}{x(at)} {_row_y(value)}"
        for index, (at, value) in enumerate(_curve(this, [start], end, points=24))
    ]
    return {
        "path": "".join(points),
        "threshold_y": str(_row_y(settings.threshold)),
        "now_x": str(x(now)),
    }


def _curve(
    this: forgetting.Held, accesses: Sequence[datetime], until: datetime, *, points: int = 60
) -> list[tuple[datetime, float]]:
    return decay.curve(
        importance=this.importance,
        half_life=this.half_life,
        accesses=accesses,
        until=max(until, accesses[0]),
        points=points,
    )


def _after(
    points: Sequence[tuple[datetime, float]], moment: datetime
) -> list[tuple[datetime, float]]:
    return [point for point in points if point[0] >= moment]


def _table(
    this: forgetting.Held, accesses: Sequence[datetime], now: datetime, end: datetime
) -> list[tuple[datetime, float]]:
    """Return the few values that the text twin of the curve names."""
    moments = [*accesses, now, now + (end - now) / 2, end]
    return [
        (
            at,
            forgetting.retention_of(
                replace(this, last_accessed_at=max((a for a in accesses if a <= at), default=at)),
                at,
            ),
        )
        for at in sorted(set(moments))
    ]


def _scale(start: datetime, end: datetime, left: float, right: float) -> Scale:
    span = max((end - start).total_seconds(), 1.0)

    def x(at: datetime) -> float:
        share = (at - start).total_seconds() / span
        return round(left + (right - left) * min(max(share, 0.0), 1.0), 1)

    return x


def _y(value: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(max(value, 0.0), 1.0)), 1)


def _row_y(value: float) -> float:
    return round(ROW_HEIGHT - 2 - (ROW_HEIGHT - 4) * min(max(value, 0.0), 1.0), 1)


def _path(points: Sequence[tuple[datetime, float]], x: Scale) -> str:
    return "".join(
        f"{'L' if index else 'M'}{x(at)} {_y(value)}" for index, (at, value) in enumerate(points)
    )
