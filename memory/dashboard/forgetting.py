"""Forgetting: what will be archived, when, and what if the parameters change?"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory import due, held
from memory.dashboard import access, act, charts, lists, nights, undo
from memory.dashboard.csv_file import csv_response
from memory.dashboard.forms import ForgettingForm, plain
from memory.dashboard.lists import Rows
from memory.domain.decay import DecaySettings
from memory.domain.forgetting import retention_of
from memory.domain.types import Status
from memory.upkeep import save_forgetting_settings

SHOWN = 100
BINS = 20
EVERYTHING = 2**31 - 1
IMPORTANT = 0.6
REASONS = {
    "faded": gettext_lazy("retention falls below the line"),
    "weak": gettext_lazy("of little importance"),
    "unused": gettext_lazy("not used for long"),
    "expired": gettext_lazy("its time is over"),
}
SHORT_REASONS = {
    "faded": gettext_lazy("fades"),
    "weak": gettext_lazy("weak"),
    "unused": gettext_lazy("unused"),
    "expired": gettext_lazy("ends"),
}
TABS = {
    "next": gettext_lazy("What comes"),
    "runs": gettext_lazy("Past runs"),
    "settings": gettext_lazy("Parameters"),
    "exempt": gettext_lazy("Exempt"),
}
EFFECTS = {
    "earlier": gettext_lazy("archived besides"),
    "saved": gettext_lazy("spared"),
    "important": gettext_lazy("important ones among the first"),
}
DAYS = {
    "1": gettext_lazy("next run"),
    "7": gettext_lazy("next 7 days"),
    "30": gettext_lazy("next 30 days"),
}  # a run comes once a day


@access.operator_page
def forgetting(request: HttpRequest) -> HttpResponse:
    """Show what forgetting will do, did, and would do. `?tab=` names which."""
    tab = request.GET.get("tab", "next")
    builders = {"runs": _runs, "settings": _settings, "exempt": _exempt}
    rules = held.settings_of(access.viewer(request).tenant_id)
    if tab not in builders and request.GET.get("format") == "csv":
        return _as_file(request, rules)
    return render(
        request,
        "dashboard/forgetting.html",
        {
            "tab": tab if tab in TABS else "next",
            "tabs": list(TABS.items()),
            "rules": rules,
            "is_admin": access.viewer(request).is_admin,
            **builders.get(tab, _next)(request, rules),
        },
    )


def _as_file(request: HttpRequest, rules: DecaySettings) -> HttpResponse:
    """Return what comes, as the address narrows it, as CSV."""
    now = timezone.now()
    coming = due.with_due(_rows_of(request), rules)
    found = _in_range(request, coming, now, now + timedelta(days=int(_days(request))))
    if request.GET.get("reason"):
        found = found.filter(due_reason=request.GET["reason"])
    narrowing = [
        lists.Filter(name=name, label=name, apply=lambda rows, _value: rows, default=default)
        for name, default in (("days", "7"), ("day", ""), ("reason", ""), ("user", ""))
    ]  # named in the head; the rows are narrowed already
    spec = lists.ListSpec(
        name="forgetting",
        sorts=[lists.Sort(name="due", label="due", field="due_at", parse=float,
                          is_descending=False)],
        filters=narrowing,
        columns=_columns(now),
    )  # fmt: skip
    return csv_response(request, spec, found.select_related("decay", "namespace__user"))


def _columns(now: datetime) -> list[lists.Column]:
    values: dict[str, Callable[[Any], Any]] = {
        "id": lambda i: i.pk,
        "user": lambda i: i.namespace.user.username if i.namespace.user else "",
        "text": lambda i: i.text,
        "archived_at": lambda i: due.moment(i.due_at),
        "days_left": lambda i: round(max(i.due_at - now.timestamp(), 0) / due.DAY, 3),
        "reason": lambda i: i.due_reason,
        "retention": lambda i: round(held.retention_of(i, now), 6),
        "half_life_hours": lambda i: i.decay.half_life_hours,
        "importance": lambda i: i.importance,
        "last_used_at": lambda i: i.decay.last_accessed_at,
        "recalls": lambda i: i.decay.recall_count,
        "protected": lambda i: i.decay.protected,
        "exempt_until": lambda i: i.decay.exempt_until,
    }
    return [lists.Column(name=name, value=value) for name, value in values.items()]


def _days(request: HttpRequest) -> str:
    days = request.GET.get("days", "7")
    return days if days in DAYS else "7"


def _rows_of(request: HttpRequest) -> Rows:
    rows = access.items_of(request)
    if request.GET.get("user", "").isdecimal():
        rows = rows.filter(namespace__user_id=request.GET["user"])
    return rows


def _next(request: HttpRequest, rules: DecaySettings) -> dict[str, Any]:
    now = timezone.now()
    days = _days(request)
    coming = due.with_due(_rows_of(request), rules)
    end = now + timedelta(days=int(days))
    in_range = _in_range(request, coming, now, end)
    reason = request.GET.get("reason", "")
    reasons = _by_reason(in_range)
    chosen = in_range.filter(due_reason=reason) if reason else in_range
    total = sum(one["count"] for one in reasons if not reason or one["name"] == reason)
    return {
        "days": days,
        "day_choices": list(DAYS.items()),
        "strip": _strip(coming, now),
        "chosen_day": request.GET.get("day", ""),
        "reasons": reasons,
        "reason": reason,
        "rows": _rows(chosen, rules, now),
        "total": total,
        "shown": min(total, SHOWN),
        "later": None if total else _later(coming, end),
        "person": access.user_name(request, request.GET.get("user", "")),
    }


def _in_range(request: HttpRequest, coming: Rows, now: datetime, end: datetime) -> Rows:
    """Return what is due by `end`, or on the one day that the address asks for."""
    day = request.GET.get("day", "")
    if not day:
        return coming.filter(due_at__lte=end.timestamp())
    try:
        begin, end = lists.day_span(day)
    except ValueError:
        return coming.none()
    if end <= now:
        return coming.none()
    on_day = coming.filter(due_at__lt=end.timestamp())
    # The run takes today what is overdue.
    return on_day if begin <= now else on_day.filter(due_at__gte=begin.timestamp())


def _strip(coming: Rows, now: datetime) -> list[dict[str, Any]]:
    """Count what is due by the reader's day, what is overdue on the first; one query."""
    today = timezone.localdate(now)
    days = [str(today + timedelta(days=n)) for n in range(31)]
    ends = [lists.day_span(day)[1].timestamp() for day in days]
    until = coming.filter(due_at__lt=ends[-1]).values("due_at")
    sums = {f"by_{n}": Count("pk", filter=Q(due_at__lt=end)) for n, end in enumerate(ends)}
    # A slice makes it a subquery, in which each date is computed once.
    counts = until[:EVERYTHING].aggregate(**sums)
    by = [0, *(counts[name] for name in sums)]
    return [
        {"label": day, "count": by[n + 1] - by[n], "url": f"?day={day}"}
        for n, day in enumerate(days)
    ]


def _by_reason(chosen: Rows) -> list[dict[str, Any]]:
    counted = chosen.order_by().values("due_reason").annotate(n=Count("pk"))
    counts = dict(counted.values_list("due_reason", "n"))
    return [
        {"name": name, "label": label, "count": counts[name]}
        for name, label in REASONS.items()
        if counts.get(name)
    ]


def _later(coming: Rows, end: datetime) -> dict[str, Any] | None:
    """Return the first item that is due only after the range."""
    after = coming.filter(due_at__gt=end.timestamp(), due_at__lt=due.NEVER)
    item = after.order_by("due_at", "pk").first()
    return {"at": due.moment(item.due_at), "item": item} if item else None


def _rows(chosen: Rows, rules: DecaySettings, now: datetime) -> list[dict[str, Any]]:
    """Return what the table shows of the first of these items."""
    found = chosen.select_related("decay", "namespace__user").order_by("due_at", "pk")
    return [_row(item, rules, now) for item in found[:SHOWN]]


def _row(item: Any, rules: DecaySettings, now: datetime) -> dict[str, Any]:
    this, at = held.held(item), due.moment(item.due_at)
    return {
        "item": item,
        "at": at,
        "is_overdue": at <= now,
        "days_left": max((at - now).total_seconds() / 86400, 0),
        "reason": SHORT_REASONS.get(item.due_reason, item.due_reason),
        "retention": retention_of(this, now),
        "curve": charts.small_curve(this, rules, now),
    }


def _runs(request: HttpRequest, rules: DecaySettings) -> dict[str, Any]:
    archived = access.items_of(request).filter(status=Status.ARCHIVED)
    return {"nights": nights.nights(request), "archived": lists.count_up_to(archived)}


def _exempt(request: HttpRequest, rules: DecaySettings) -> dict[str, Any]:
    rows = access.items_of(request).filter(decay__exempt_until__gt=timezone.now())
    return {
        "exempted": lists.part_of(
            rows.select_related("decay", "namespace__user").order_by("decay__exempt_until"), SHOWN
        ),
        "protected_total": lists.count_up_to(
            access.items_of(request).filter(status=Status.ACTIVE, decay__protected=True)
        ),
    }


def _settings(request: HttpRequest, rules: DecaySettings) -> dict[str, Any]:
    """The parameters, and what those in the address would change on the data of now."""
    is_tried = any(name in request.GET for name in rules.as_values())
    first = {name: plain(value) for name, value in rules.as_values().items()}
    form = ForgettingForm(request.GET if is_tried else None, initial=first)
    context: dict[str, Any] = {
        "form": form,
        "newest": held.newest_settings(access.viewer(request).tenant_id),
        "histogram": _histogram(request, rules),
    }
    if is_tried and form.is_valid():
        tried = DecaySettings.from_values(form.values())
        context |= {
            "effect": effect(request, rules, tried),
            "tried_histogram": _histogram(request, tried),
        }
    return context


def effect(request: HttpRequest, before: DecaySettings, after: DecaySettings) -> dict[str, Any]:
    """Return which items the next run would take besides, and which it would spare.

    `?show=` names the list of which the rows are given.
    """
    now = timezone.now()
    rows = access.items_of(request)
    old, new = due.due_by(rows, before, now), due.due_by(rows, after, now)
    earlier = new.exclude(pk__in=old.order_by().values("pk"))
    groups = {
        "earlier": earlier,
        "saved": old.exclude(pk__in=new.order_by().values("pk")),
        "important": earlier.filter(importance__gte=IMPORTANT),
    }
    totals = {name: found.count() for name, found in groups.items()}
    asked = request.GET.get("show", "")
    show = asked if asked in groups else next((name for name in groups if totals[name]), "earlier")
    rules = before if show == "saved" else after
    return {
        "totals": [(name, EFFECTS[name], total) for name, total in totals.items()],
        "show": show,
        "label": EFFECTS[show],
        "rows": _rows(groups[show], rules, now),
        "total": totals[show],
        "earlier_total": totals["earlier"],
    }


def _histogram(request: HttpRequest, rules: DecaySettings) -> dict[str, Any]:
    """Return the retentions of all active items, in 20 bins from 0 to 1; one query."""
    rows = access.items_of(request).filter(status=Status.ACTIVE).exclude(decay=None)
    number = due.bin_of(due.retention_at(timezone.now()), start=0.0, end=1.0, bins=BINS)
    binned = rows.order_by().annotate(bin=number).values("bin").annotate(n=Count("pk"))
    counts = dict(binned.values_list("bin", "n"))
    highest = max(counts.values(), default=0) or 1
    return {
        "bars": [
            {
                "from": n / BINS,
                "to": (n + 1) / BINS,
                "count": counts.get(n, 0),
                "x": 100 * n / BINS,
                "width": 100 / BINS - 0.6,
                "height": 100 * counts.get(n, 0) / highest,
                "y": 100 - 100 * counts.get(n, 0) / highest,
            }
            for n in range(BINS)
        ],
        "threshold": rules.threshold,
        "threshold_x": 100 * rules.threshold,
        "total": sum(counts.values()),
    }


@access.admin_page
def save_settings(request: HttpRequest) -> HttpResponse:
    """Put other parameters in force: typed confirmation with the counts, audited."""
    if not access.viewer(request).is_admin:
        raise PermissionDenied
    source = request.POST if request.method == "POST" else request.GET
    form = ForgettingForm(source)
    if not form.is_valid():
        return redirect(f"{reverse('dashboard:forgetting')}?tab=settings&{request.GET.urlencode()}")
    tried = DecaySettings.from_values(form.values())
    before = held.settings_of(access.viewer(request).tenant_id)
    counts = effect(request, before, tried)
    confirm = form.confirmation(request.POST if request.method == "POST" else None,
                                number=counts["earlier_total"])  # fmt: skip
    if request.method == "POST" and confirm.is_valid():
        row = save_forgetting_settings(
            tenant=access.tenant_of(request),
            settings=tried,
            acting_user=access.viewer(request),
            reason=confirm.cleaned_data["reason"],
        )
        values = {"row": row.pk, "before": before.as_values()}
        undo.remember(request, _("Parameters saved"), [], by=("forgetting", values))
        return act.done(request, reverse("dashboard:forgetting") + "?tab=settings")
    return act.dialog(
        request,
        confirm,
        title=_("Save the parameters"),
        warning=_("The next run would archive %(n)d items more than with the old parameters.")
        % {"n": counts["earlier_total"]},
        counts={label: total for _name, label, total in counts["totals"]},
        url=reverse("dashboard:forgetting_save"),
        hidden=list(form.values().items()),
        affected=[],
        refused=[],
        is_dangerous=True,
    )


@undo.way("forgetting")
def _take_settings_back(request: HttpRequest, values: Mapping[str, Any]) -> None:
    """Put the parameters of before in force again."""
    access.require_admin(request)
    newest = held.newest_settings(access.viewer(request).tenant_id)
    if newest is None or newest.pk != values["row"]:
        raise undo.NotPossible(_("the parameters were saved again since then"))
    save_forgetting_settings(
        tenant=access.tenant_of(request),
        settings=DecaySettings.from_values(values["before"]),
        acting_user=access.viewer(request),
        reason=_("undone"),
    )
