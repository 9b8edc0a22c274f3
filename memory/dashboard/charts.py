"""Geometry of the pictures that the dashboard draws as SVG. Values come from the core."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from memory.dashboard.held import archive_date_of, half_life_of, retention_at, threshold_of
from memory.models import MemoryItem

WIDTH, HEIGHT = 640, 200
LEFT, RIGHT, TOP, BOTTOM = 34, 12, 12, 26
SAMPLES = 48


def decay_curve(
    item: MemoryItem, *, used_at: Sequence[tuple[datetime, str]], now: datetime
) -> dict[str, Any] | None:
    """Return the curve of an item's retention from its first day to two half-lives from now.

    `used_at`: (time, trace id) of the recalls that renewed it. None when it has no decay state.
    """
    decay = getattr(item, "decay", None)
    if decay is None:
        return None
    half_life = half_life_of(item)
    start = min([item.created_at, decay.last_accessed_at, *[at for at, _trace in used_at]])
    ahead = timedelta(hours=2 * half_life) if half_life else timedelta(days=60)
    archive_at = archive_date_of(item, now)
    end = max(now + ahead, (archive_at or now) + timedelta(days=1))
    x = _scale(start, end)
    accesses = sorted({start, *[at for at, _trace in used_at], decay.last_accessed_at})
    tomorrow = now + timedelta(days=1)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "past": _past(item, accesses, now, x),
        "future": _path(item, decay.last_accessed_at, now, end, x),
        "tomorrow": _path(item, tomorrow, tomorrow, end, x) if half_life else "",
        "now_x": x(now),
        "threshold_y": _y(threshold_of(item)),
        "threshold": threshold_of(item),
        "grid": [(_y(value), f"{value:g}") for value in (0.0, 0.5, 1.0)],
        "dots": [
            {
                "x": x(at),
                "y": _y(retention_at(item, accessed=at, now=at)),
                "trace_id": trace_id,
                "at": at,
            }
            for at, trace_id in used_at
        ],
        "ticks": [(x(start), start), (x(end), end)],
        "archive_at": archive_at,
        "archive_x": x(archive_at) if archive_at else None,
        "retention": retention_at(item, accessed=decay.last_accessed_at, now=now),
        "half_life_days": half_life / 24 if half_life else None,
        "tomorrow_archive_at": archive_date_of(item, now, accessed=tomorrow),
    }


def small_curve(item: MemoryItem, now: datetime) -> dict[str, Any] | None:
    """Return the curve of a list row: 96 × 24 units, from the last access to the archive date."""
    decay = getattr(item, "decay", None)
    half_life = half_life_of(item)
    if decay is None or not half_life:
        return None
    start = decay.last_accessed_at
    end = max(now, archive_date_of(item, now) or now) + timedelta(hours=half_life / 4)
    points = []
    for step in range(25):
        at = start + (end - start) * step / 24
        value = retention_at(item, accessed=start, now=at)
        points.append(f"{'L' if points else 'M'}{step * 4} {22 - 20 * min(value, 1):.1f}")
    now_x = 96 * ((now - start) / (end - start))
    return {
        "path": "".join(points),
        "threshold_y": f"{22 - 20 * threshold_of(item):.1f}",
        "now_x": f"{min(max(now_x, 0), 96):.1f}",
    }


def _scale(start: datetime, end: datetime) -> Callable[[datetime], float]:
    span = max((end - start).total_seconds(), 1.0)

    def x(at: datetime) -> float:
        share = (at - start).total_seconds() / span
        return round(LEFT + (WIDTH - LEFT - RIGHT) * min(max(share, 0.0), 1.0), 1)

    return x


def _y(value: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(max(value, 0.0), 1.0)), 1)


def _path(
    item: MemoryItem,
    accessed: datetime,
    start: datetime,
    end: datetime,
    x: Callable[[datetime], float],
) -> str:
    points = []
    for step in range(SAMPLES + 1):
        at = start + (end - start) * step / SAMPLES
        y = _y(retention_at(item, accessed=accessed, now=at))
        points.append(f"{'L' if points else 'M'}{x(at)} {y}")
    return "".join(points)


def _past(
    item: MemoryItem,
    accesses: Sequence[datetime],
    now: datetime,
    x: Callable[[datetime], float],
) -> str:
    """Return the path up to now: from each access the curve falls until the next one lifts it."""
    known = [at for at in accesses if at <= now]
    ends = [*known[1:], now]
    return "".join(
        _path(item, accessed, accessed, end, x) for accessed, end in zip(known, ends, strict=True)
    )


def slope_lines(
    left: Sequence[int], right: Sequence[int], *, row_height: int = 28
) -> list[dict[str, Any]]:
    """Return a line for each thing that is in either ranking, between its two positions."""
    places_left = {key: index for index, key in enumerate(left)}
    places_right = {key: index for index, key in enumerate(right)}
    lines = []
    for key in dict.fromkeys([*left, *right]):
        a, b = places_left.get(key), places_right.get(key)
        lines.append(
            {
                "key": key,
                "y1": None if a is None else row_height * a + row_height / 2,
                "y2": None if b is None else row_height * b + row_height / 2,
            }
        )
    return lines
