"""Audit: who saw, changed, exported or erased what, and why. For admins."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.db.models import Case, Count, Q, Value, When
from django.db.models.functions import TruncDate
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.dashboard import access, lists, ways_back
from memory.dashboard.csv_file import csv_response
from memory.dashboard.narrowing import newest_and_oldest
from memory.dashboard.words import (
    ACTOR_LABELS,
    EVENTS,
)
from memory.models import MemoryEvent

CHART_DAYS = 30
# Every event is of one of these kinds.
KINDS = {
    "people": gettext_lazy("Changes by people"),
    "itself": gettext_lazy("Changes by memory itself"),
    "views": gettext_lazy("Somebody looked"),
    "exports": gettext_lazy("Exports and erasures"),
}
_LOOKED = Q(action__endswith=".viewed") | Q(action="lab.run")
_TAKEN_OUT = Q(action__endswith=".erased") | Q(action="memory.exported")
_BY_PEOPLE = Q(actor_kind=MemoryEvent.Actor.PERSON)
OF_KIND = {
    "views": _LOOKED,
    "exports": _TAKEN_OUT,
    "people": _BY_PEOPLE & ~_LOOKED & ~_TAKEN_OUT,
    "itself": ~_BY_PEOPLE & ~_LOOKED & ~_TAKEN_OUT,
}


def spec(request: HttpRequest) -> lists.ListSpec:
    return lists.ListSpec(
        name="audit",
        search=lists.contains("reason", "actor_name", "action"),
        search_label=_("Words of the reason, actor or action"),
        sorts=[
            *newest_and_oldest(),
        ],
        filters=[
            lists.Filter(name="kind", label=_("Kind"), apply=_by_kind,
                         choices=[("changes", _("Changes")),
                                  *((name, str(label)) for name, label in KINDS.items())]),
            lists.Filter(name="actor", label=_("By"), apply=lists.equals("actor_kind"),
                         choices=[(k, str(v)) for k, v in ACTOR_LABELS.items()]),
            lists.Filter(name="action", label=_("Action"), apply=lists.equals("action"),
                         choices=[(k, str(v)) for k, v in EVENTS.items()]),
            lists.Filter(name="person", label=_("Person"), apply=lists.equals("actor_name")),
            lists.Filter(name="user", label=_("About user"),
                         apply=lists.equals("namespace__user_id"),
                         show=lambda value: access.user_name(request, value)),
            lists.Filter(name="item", label=_("Item"), apply=lists.equals("item_id")),
            lists.Filter(name="trace", label=_("Turn"), apply=lists.equals("trace_id")),
            lists.Filter(name="day", label=_("Day"), apply=_by_day),
        ],
        columns=[
            lists.Column(name="time", value=lambda e: e.created_at),
            lists.Column(name="actor_kind", value=lambda e: e.actor_kind),
            lists.Column(name="actor", value=lambda e: e.actor_name),
            lists.Column(name="action", value=lambda e: e.action),
            lists.Column(name="object", value=lambda e: f"{e.object_type} {e.object_id or ''}"),
            lists.Column(name="user", value=_about),
            lists.Column(name="reason", value=lambda e: e.reason),
            lists.Column(name="trace", value=lambda e: e.trace_id),
        ],
        time_field="created_at",
    )  # fmt: skip


def _about(event: MemoryEvent) -> str:
    namespace = event.namespace
    return namespace.user.get_username() if namespace and namespace.user else ""


def _by_kind(rows: lists.Rows, value: str) -> lists.Rows:
    if value == "changes":
        return rows.exclude(OF_KIND["views"])
    return rows.filter(OF_KIND[value]) if value in OF_KIND else rows.none()


def _by_day(rows: lists.Rows, value: str) -> lists.Rows:
    try:
        start, end = lists.day_span(value)
    except ValueError:
        return rows.none()
    return rows.filter(created_at__gte=start, created_at__lt=end)


@access.admin_page
def audit(request: HttpRequest) -> HttpResponse:
    """Show the audit log of the tenant."""
    rows = access.events_of(request).select_related("namespace__user", "item__decay")
    if request.GET.get("format") == "csv":
        return csv_response(request, spec(request), rows)
    page = lists.build_page(request, spec(request), rows)
    return render(
        request,
        "dashboard/audit.html",
        {
            "page": page,
            "events": ways_back.with_ways_back(page.rows),
            "days": _days(request),
            "kinds": list(KINDS.items()),
            "chart_days": CHART_DAYS,
        },
    )


def _days(request: HttpRequest) -> list[dict[str, Any]]:
    """Return how many events of each kind the last days had, each with the address of its list."""
    first = timezone.localdate() - timedelta(days=CHART_DAYS - 1)
    start, _ends = lists.day_span(str(first))
    kind = Case(*[When(which, then=Value(name)) for name, which in OF_KIND.items()])
    counted = (
        access.events_of(request)
        .filter(created_at__gte=start)
        .annotate(day=TruncDate("created_at"), kind=kind)
        .values_list("day", "kind")
        .annotate(number=Count("pk"))
        .order_by()
    )
    counts = {(day, name): number for day, name, number in counted}
    days = [first + timedelta(days=n) for n in range(CHART_DAYS)]
    return [_day(day, {name: counts.get((day, name), 0) for name in KINDS}) for day in days]


def _day(day: date, counts: Mapping[str, int]) -> dict[str, Any]:
    parts = [
        {"name": name, "label": str(KINDS[name]), "count": number,
         "url": f"?day={day}&kind={name}"}
        for name, number in counts.items()
    ]  # fmt: skip
    return {
        "label": str(day),
        "count": sum(counts.values()),
        "url": f"?day={day}",
        "parts": parts,
    }
