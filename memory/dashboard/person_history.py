"""What happened to one person's memory: every event by day, and a picture of the days."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from itertools import groupby
from math import log2
from typing import Any

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDate
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from memory.dashboard import access, audit, lists
from memory.models import MemoryEvent, Namespace

DAYS_SHOWN = 60
_LEAST_RADIUS, _MOST_RADIUS = 3.0, 8.0  # pixels of a mark
# The kinds of events by their actions; whatever is in none of them is a change.
_ACTIONS = {
    "learned": ("item.added", "item.reinforced", "item.revived", "item.restored"),
    "left": (
        *("item.deprecated", "item.archived", "item.folded"),
        *("item.erased", "items.purged", "messages.erased", "conversation.erased", "user.erased"),
    ),
    "read": ("episode.absorbed",),
    "looked": (
        *("item.viewed", "trace.viewed", "user.viewed", "conversation.viewed"),
        *("lab.run", "memory.exported"),
    ),
}
_CHANGED = "changed"
KINDS: dict[str, Promise] = {
    "learned": gettext_lazy("Learned"),
    _CHANGED: gettext_lazy("Changed"),
    "left": gettext_lazy("No longer right, archived, erased"),
    "read": gettext_lazy("Turns read"),
    "looked": gettext_lazy("Who looked"),
}


def kind_of(action: str) -> str:
    return next((kind for kind, actions in _ACTIONS.items() if action in actions), _CHANGED)


def spec(request: HttpRequest) -> lists.ListSpec:
    """Return the list of the events of one person."""
    whole = audit.spec(request)
    kept = [choice for choice in whole.filters if choice.name in ("action", "item", "trace", "day")]
    kinds = [(name, str(label)) for name, label in KINDS.items()]
    return lists.ListSpec(
        name="history",
        search=whole.search,
        search_label=whole.search_label,
        sorts=whole.sorts,
        filters=[
            lists.Filter(name="kind", label=_("Kind"), apply=_by_kind, choices=kinds),
            lists.Filter(name="from", label=_("Since"), apply=_since),
            *kept,
        ],
        columns=whole.columns,
        time_field=whole.time_field,
    )


def events_of(request: HttpRequest, namespace: Namespace | None) -> QuerySet[MemoryEvent]:
    events = access.events_of(request).select_related("actor", "item", "namespace__user")
    return events.filter(namespace=namespace) if namespace else events.none()


def by_day(events: Iterable[MemoryEvent]) -> list[tuple[datetime, list[MemoryEvent]]]:
    """Return events that are in order by day at the reader's place: a moment of it, and its own."""
    grouped = groupby(events, key=lambda event: timezone.localtime(event.created_at).date())
    days = [list(found) for _day, found in grouped]
    return [(found[0].created_at, found) for found in days]


def picture(events: QuerySet[MemoryEvent]) -> dict[str, Any]:
    """Return a row for each kind with a mark for every day that has any, `x` in per cent of the
    last `DAYS_SHOWN` days, and how many there were (one query)."""
    first = timezone.localdate() - timedelta(days=DAYS_SHOWN - 1)
    start, _end = lists.day_span(str(first))
    found = (
        events.filter(created_at__gte=start)
        .order_by()
        .annotate(day=TruncDate("created_at"))
        .values_list("day", "action")
        .annotate(number=Count("pk"))
    )
    counts: dict[str, Counter[date]] = {kind: Counter() for kind in KINDS}
    for day, action, number in found:
        counts[kind_of(action)][day] += number
    rows = [
        {
            "kind": kind,
            "label": label,
            "total": counts[kind].total(),
            "marks": [_mark(day, n, first) for day, n in sorted(counts[kind].items())],
        }
        for kind, label in KINDS.items()
        if counts[kind]
    ]
    return {"rows": rows, "first": first, "days": DAYS_SHOWN}


def _mark(day: date, number: int, first: date) -> dict[str, Any]:
    said = ngettext("%(n)d event", "%(n)d events", number) % {"n": number}
    return {
        "day": day,
        "number": number,
        "words": f"{date_format(day, 'DATE_FORMAT')}: {said}",
        "x": 100 * ((day - first).days + 0.5) / DAYS_SHOWN,
        "radius": min(_LEAST_RADIUS + log2(number), _MOST_RADIUS),
    }


def _by_kind(rows: lists.Rows, value: str) -> lists.Rows:
    if value in _ACTIONS:
        return rows.filter(action__in=_ACTIONS[value])
    if value == _CHANGED:
        return rows.exclude(action__in=[name for listed in _ACTIONS.values() for name in listed])
    return rows.none()


def _since(rows: lists.Rows, value: str) -> lists.Rows:
    try:
        start, _end = lists.day_span(value)
    except ValueError:
        return rows.none()
    return rows.filter(created_at__gte=start)
