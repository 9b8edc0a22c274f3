"""How the queues stood: drawn from when their entries came and were done, all that is kept of it.

What is drawn is the most of each stretch of time, so that a queue that fills and empties within a
minute is seen too.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from memory.dashboard import lists
from memory.domain import queueing
from memory.models import Episode
from memory.outbox import KEEP_DONE

MOST_READ = 2_000
WIDTH, HEIGHT = 480.0, 72.0
DAY, STRETCHES = timedelta(hours=24), 96
OUTBOX_STRETCHES = 60  # of the time for which the outbox keeps what is done
DONE = (Episode.State.DONE, Episode.State.FAILED)


def of_turns(episodes: lists.Rows, now: datetime, late: timedelta) -> dict[str, Any] | None:
    """Return the lines of the turns that waited to be read, over a day; None without any."""
    recent = episodes.filter(Q(created_at__gte=now - DAY) | ~Q(state__in=DONE))
    rows = list(
        recent.order_by("-pk").values_list("created_at", "finished_at", "state")[: MOST_READ + 1]
    )
    spans = [(came, end if state in DONE else None) for came, end, state in rows]
    return _lines(spans, now - DAY, now, STRETCHES, late)


def of_outbox(operations: lists.Rows, now: datetime, late: timedelta) -> dict[str, Any] | None:
    """Return the lines of the changes that waited for the index, as far back as they are kept."""
    rows = operations.order_by("-pk").values_list("created_at", "done_at")[: MOST_READ + 1]
    return _lines(list(rows), now - KEEP_DONE, now, OUTBOX_STRETCHES, late)


def _lines(
    spans: Sequence[queueing.Span],
    start: datetime,
    now: datetime,
    stretches: int,
    late: timedelta,
) -> dict[str, Any] | None:
    if not spans:
        return None
    is_cut = len(spans) > MOST_READ
    step = (now - start) / stretches
    moments = [start + step * n for n in range(stretches + 1)]
    if is_cut:  # nothing is known of the time before the oldest that was read
        first = min(came for came, _end in spans)
        moments = [moment for moment in moments if moment >= first]
        if len(moments) < 2:
            return None
    found = queueing.standings(spans[:MOST_READ], moments)
    ages = [standing.oldest.total_seconds() for standing in found]
    deepest = max(found, key=lambda standing: standing.depth)
    oldest = max(found, key=lambda standing: standing.oldest)
    return {
        "deepest": deepest,
        "oldest": oldest,
        "is_cut": is_cut,
        "most_read": MOST_READ,
        "start": moments[0],
        "pictures": [
            _picture(_("Waiting at once, at most"), [s.depth for s in found], None),
            _picture(_("Longest wait"), ages, late.total_seconds()),
        ],
        "rows": [standing for standing in found if standing.depth],
    }


def _picture(label: str, values: Sequence[float], limit: float | None) -> dict[str, Any]:
    """Return one line with its own axis, which begins at 0; `limit` is drawn across it."""
    top = max([*values, limit or 0, 1]) * 1.1
    step = WIDTH / len(values)
    points = [
        point
        for n, value in enumerate(values)
        for point in ((n * step, _y(value, top)), ((n + 1) * step, _y(value, top)))
    ]
    return {
        "label": label,
        "path": "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points),
        "limit_y": None if limit is None else round(_y(limit, top), 1),
        "most": max(values),
        "is_time": limit is not None,
        "limit": limit,
        "width": WIDTH,
        "height": HEIGHT,
    }


def _y(value: float, top: float) -> float:
    return HEIGHT - 1 - (HEIGHT - 2) * value / top
