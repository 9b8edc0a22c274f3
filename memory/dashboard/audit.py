"""Audit: who saw, changed, exported or erased what, and why. For admins."""

from datetime import timedelta
from typing import Any

from django.db.models import Count
from django.db.models.functions import TruncDate
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from memory.dashboard import access, lists
from memory.dashboard.csv_file import csv_response
from memory.dashboard.narrowing import newest_and_oldest
from memory.dashboard.words import (
    ACTOR_LABELS,
    EVENTS,
)
from memory.models import MemoryEvent

CHART_DAYS = 30


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
                         choices=[("views", _("Somebody looked")), ("changes", _("Changes")),
                                  ("exports", _("Exports and erasures"))]),
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
    if value == "views":
        return rows.filter(action__endswith=".viewed")
    if value == "changes":
        return rows.exclude(action__endswith=".viewed")
    return rows.filter(action__in=["memory.exported", "memory.erased", "item.erased"])


def _by_day(rows: lists.Rows, value: str) -> lists.Rows:
    try:
        start, end = lists.day_span(value)
    except ValueError:
        return rows.none()
    return rows.filter(created_at__gte=start, created_at__lt=end)


@access.admin_page
def audit(request: HttpRequest) -> HttpResponse:
    """Show the audit log of the tenant."""
    rows = access.events_of(request).select_related("namespace__user", "item")
    if request.GET.get("format") == "csv":
        return csv_response(request, spec(request), rows)
    page = lists.build_page(request, spec(request), rows)
    return render(
        request,
        "dashboard/audit.html",
        {"page": page, "events": page.rows, "days": _days(request), "chart_days": CHART_DAYS},
    )


def _days(request: HttpRequest) -> list[dict[str, Any]]:
    """Return how many events each of the last days had, each with the address of its list."""
    first = timezone.localdate() - timedelta(days=CHART_DAYS - 1)
    start, _ends = lists.day_span(str(first))
    counts = dict(
        access.events_of(request)
        .filter(created_at__gte=start)
        .annotate(day=TruncDate("created_at"))
        .values_list("day")
        .annotate(number=Count("pk"))
        .order_by()
    )
    days = [first + timedelta(days=n) for n in range(CHART_DAYS)]
    return [{"label": str(day), "count": counts.get(day, 0), "url": f"?day={day}"} for day in days]
