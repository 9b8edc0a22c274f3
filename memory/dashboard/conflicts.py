"""Conflicts: which of two statements is true now? One card a conflict, worked by keys."""

from typing import Any

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.dashboard import access, lists, transcripts
from memory.dashboard.csv_file import csv_response
from memory.dashboard.items import item_rows
from memory.dashboard.narrowing import by_user, newest_and_oldest
from memory.dashboard.presence import others_at
from memory.dashboard.queue_marks import mark_filter
from memory.models import Conflict, RecallCandidate

STATES = {
    Conflict.State.OPEN: gettext_lazy("open"),
    Conflict.State.NEW_WINS: gettext_lazy("the new one is right"),
    Conflict.State.OLD_WINS: gettext_lazy("the old one is right"),
    Conflict.State.BOTH_TRUE: gettext_lazy("both are true"),
    Conflict.State.TEMPORARY: gettext_lazy("the new one for now"),
}


def spec(request: HttpRequest) -> lists.ListSpec:
    return lists.ListSpec(
        name="conflicts",
        search=lists.contains("old_item__text", "new_item__text"),
        search_label=_("Words of either statement"),
        sorts=[
            *newest_and_oldest(),
            lists.Sort(name="sure", label=_("Surest first"), field="confidence", parse=float),
        ],
        filters=[
            lists.Filter(name="state", label=_("State"), apply=lists.equals("state"),
                         choices=[(k.value, str(v)) for k, v in STATES.items()],
                         default="" if request.GET.get("item") else Conflict.State.OPEN.value),
            lists.Filter(name="asked", label=_("The user"), apply=_by_answer,
                         choices=[("answered", _("answered")), ("asked", _("was asked")),
                                  ("not", _("was not asked"))]),
            mark_filter(request),
            by_user(request),
            lists.Filter(name="item", label=_("Item"), apply=_by_item),
        ],
        columns=[
            lists.Column(name="id", value=lambda c: c.pk),
            lists.Column(name="state", value=lambda c: c.state),
            lists.Column(name="old", value=lambda c: c.old_item.text),
            lists.Column(name="new", value=lambda c: c.new_item.text),
            lists.Column(name="reason", value=lambda c: c.reason),
            lists.Column(name="created", value=lambda c: c.created_at),
            lists.Column(name="settled", value=lambda c: c.settled_at),
        ],
        page_size=20,
        time_field="created_at",
    )  # fmt: skip


def _by_answer(rows: lists.Rows, value: str) -> lists.Rows:
    if value == "answered":
        return rows.exclude(answer="")
    return rows.exclude(asked_at=None) if value == "asked" else rows.filter(asked_at=None)


def _by_item(rows: lists.Rows, value: str) -> lists.Rows:
    if not value.isdecimal():
        return rows.none()
    return rows.filter(old_item_id=value) | rows.filter(new_item_id=value)


@access.operator_page
def conflicts(request: HttpRequest) -> HttpResponse:
    """Show the conflicts, the open ones unless the address says otherwise."""
    rows = access.conflicts_of(request).select_related(
        "namespace__user", "settled_by", "mark__assigned_to", "mark__flagged_by",
        "old_item__decay", "old_item__namespace__user",
        "new_item__decay", "new_item__namespace__user",
    )  # fmt: skip
    if request.GET.get("format") == "csv":
        return csv_response(request, spec(request), rows)
    page = lists.build_page(request, spec(request), rows)
    last = access.conflicts_of(request).exclude(settled_at=None).order_by("-settled_at")
    return render(
        request,
        "dashboard/conflicts.html",
        {
            "page": page,
            "cards": cards(request, page.rows),
            "last": last.select_related("settled_by").first(),
        },
    )


def cards(request: HttpRequest, found: list[Conflict]) -> list[dict[str, Any]]:
    """Return what a card shows, for all of them with three more queries."""
    sides = [item for conflict in found for item in (conflict.old_item, conflict.new_item)]
    rows = {row["item"].pk: row for row in item_rows(sides)}
    here = others_at("conflict", [c.pk for c in found], access.viewer(request))
    uses = _uses([item.pk for item in sides])
    turns = transcripts.trace_ids_of_turns(c.asked_turn_id for c in found if c.asked_turn_id)
    return [
        {
            "conflict": conflict,
            "state": STATES.get(Conflict.State(conflict.state), conflict.state),
            "sides": [
                {
                    "name": name,
                    **rows[item.pk],
                    "used": uses.get(item.pk, 0),
                }
                for name, item in (("old", conflict.old_item), ("new", conflict.new_item))
            ],
            "asked_trace": turns.get(conflict.asked_turn_id or 0, ""),
            "timeline": _timeline(conflict),
            "mark": getattr(conflict, "mark", None),
            "others": here.get(conflict.pk, []),
        }
        for conflict in found
    ]


def _uses(item_ids: list[int]) -> dict[int, int]:
    rows = RecallCandidate.objects.filter(item_id__in=item_ids, is_used=True).order_by()
    return dict(rows.values_list("item_id").annotate(number=Count("trace_id", distinct=True)))


def _timeline(conflict: Conflict) -> dict[str, Any]:
    """Return the two bars of validity on one scale, in per cent."""
    now = timezone.now()
    spans = []
    for item in (conflict.old_item, conflict.new_item):
        start = item.valid_from or item.said_at
        spans.append((start, item.valid_to or item.expires_at or now))
    first = min(start for start, _end in spans)
    last = max(now, *[end for _start, end in spans])
    width = max((last - first).total_seconds(), 1.0)
    bars = [
        {
            "x": 100 * (start - first).total_seconds() / width,
            "width": max(100 * (end - start).total_seconds() / width, 0.6),
            "start": start,
            "end": end,
        }
        for start, end in spans
    ]
    return {"bars": bars, "first": first, "last": last}
