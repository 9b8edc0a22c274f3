"""The profile over time: for each attribute one line with a bar for every value it ever had."""

from collections import defaultdict
from datetime import datetime
from typing import Any

from django.urls import reverse

from memory.dashboard.items import STATUSES
from memory.domain.ontology import attribute_spec
from memory.domain.types import Status
from memory.models import MemoryItem, Namespace
from memory.ontology import attribute_label

ITEMS_READ = 400
LANE = 20  # pixels from one lane to the next
LEAST_WIDTH = 0.8  # per cent: a bar that is there can be seen and clicked


def timelines(namespace: Namespace, *, now: datetime) -> dict[str, Any]:
    """Return a row for each attribute of the profile with its bars, positions in per cent of the
    time from the first value to `now`; one query. Temporary values are marked, as they only hide
    another one for a while."""
    held = MemoryItem.objects.of(namespace).about_user().exclude(attribute="")
    read = list(held.exclude(status=Status.PENDING).order_by("-said_at", "-pk")[: ITEMS_READ + 1])
    items = [i for i in read[:ITEMS_READ] if attribute_spec(i.attribute).is_profile]
    begun = min((begin(item) for item in items), default=now)
    rows: dict[str, list[MemoryItem]] = defaultdict(list)
    for item in sorted(items, key=lambda item: (item.attribute, begin(item), item.pk)):
        rows[item.attribute].append(item)
    return {
        "rows": [
            _row(attribute_label(attribute), values, begun, now)
            for attribute, values in rows.items()
        ],
        "start": begun,
        "end": now,
        "is_cut": len(read) > ITEMS_READ,
    }


def _row(label: str, values: list[MemoryItem], start: datetime, now: datetime) -> dict[str, Any]:
    """Return the bars of one attribute; those that overlap in time lie in lanes of their own."""
    bars = [_bar(item, start, now) for item in values]
    ends: list[float] = []  # of the last bar of each lane
    for bar in sorted(bars, key=lambda bar: bar["x"]):
        lane = next((n for n, end in enumerate(ends) if end <= bar["x"] + 0.05), len(ends))
        ends[lane : lane + 1] = [bar["x"] + bar["width"]]
        bar["y"] = 2 + LANE * lane
    return {
        "label": label,
        "bars": bars,
        "height": 4 + LANE * max(len(ends), 1),
        "now": [bar for bar in bars if bar["until"] is None],
    }


def begin(item: MemoryItem) -> datetime:
    return min(item.valid_from, item.said_at) if item.valid_from else item.said_at


def end(item: MemoryItem, now: datetime) -> datetime:
    """Return until when a value counted: its end in the world, or when it left the profile."""
    ends = [moment for moment in (item.valid_to, item.expires_at) if moment is not None]
    if item.status != Status.ACTIVE and item.status_changed_at is not None and not ends:
        ends.append(item.status_changed_at)
    return max(min([now, *ends]), begin(item))


def _bar(item: MemoryItem, start: datetime, now: datetime) -> dict[str, Any]:
    span = max((now - start).total_seconds(), 1.0)
    left, right = (
        100 * (moment - start).total_seconds() / span for moment in (begin(item), end(item, now))
    )
    width = max(right - left, LEAST_WIDTH)
    is_temporary = item.expires_at is not None
    holds = item.status == Status.ACTIVE and end(item, now) >= now
    return {
        "item": item,
        "words": item.value or item.text,
        "url": reverse("dashboard:item", args=[item.pk]),
        "x": min(left, 100 - width),
        "width": width,
        "from": begin(item),
        "until": None if holds else end(item, now),
        "kind": "temporary" if is_temporary else "now" if holds else "past",
        "status": STATUSES[Status(item.status)],
    }
