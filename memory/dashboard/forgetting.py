"""Forgetting: what will be archived, when, and what if the parameters change?"""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory import held
from memory.dashboard import access, act, charts, lists, nights, undo
from memory.dashboard.forms import ForgettingForm, plain
from memory.domain.decay import DecaySettings
from memory.domain.forgetting import retention_of
from memory.domain.types import Status
from memory.models import MemoryItem
from memory.upkeep import save_forgetting_settings

READ_CAP = 20_000
SHOWN = 100
BINS = 20
SAMPLE = 5_000
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


def _next(request: HttpRequest, rules: DecaySettings) -> dict[str, Any]:
    now = timezone.now()
    days = request.GET.get("days", "7")
    days = days if days in DAYS else "7"
    rows = access.items_of(request)
    if request.GET.get("user", "").isdecimal():
        rows = rows.filter(namespace__user_id=request.GET["user"])
    month, is_cut = held.due_by(rows, rules, now + timedelta(days=30), cap=READ_CAP)
    in_range = _in_range(request, month, now, int(days))
    reason = request.GET.get("reason", "")
    chosen = [due for due in in_range if not reason or due.reason == reason]
    return {
        "days": days,
        "day_choices": list(DAYS.items()),
        "strip": _strip(month, now),
        "chosen_day": request.GET.get("day", ""),
        "reasons": _by_reason(in_range),
        "reason": reason,
        "rows": _rows(request, chosen[:SHOWN], rules, now),
        "total": len(chosen),
        "shown": min(len(chosen), SHOWN),
        "is_cut": is_cut,
        "read_cap": READ_CAP,
        "later": _later(request, month, now + timedelta(days=int(days))),
        "person": access.user_name(request, request.GET.get("user", "")),
    }


def _in_range(
    request: HttpRequest, month: list[held.Due], now: datetime, days: int
) -> list[held.Due]:
    """Return what is due in the range of days, or on the one day, that the address asks for."""
    day, end = request.GET.get("day", ""), now + timedelta(days=days)
    return [due for due in month if (_day(due.at, now) == day if day else due.at <= end)]


def _day(at: datetime, now: datetime) -> str:
    """Return the reader's day on which a run takes an item: today for what is overdue."""
    return str(timezone.localdate(max(at, now)))


def _strip(month: list[held.Due], now: datetime) -> list[dict[str, Any]]:
    counts = Counter(_day(due.at, now) for due in month)
    today = timezone.localdate(now)
    days = [str(today + timedelta(days=n)) for n in range(31)]
    return [{"label": day, "count": counts.get(day, 0), "url": f"?day={day}"} for day in days]


def _by_reason(chosen: list[held.Due]) -> list[dict[str, Any]]:
    counts = Counter(str(due.reason) for due in chosen)
    return [
        {"name": name, "label": label, "count": counts[name]}
        for name, label in REASONS.items()
        if counts[name]
    ]


def _later(request: HttpRequest, month: list[held.Due], end: datetime) -> dict[str, Any] | None:
    """Return the first item that is due only after the range."""
    due = next((due for due in month if due.at > end), None)
    return (
        {"at": due.at, "item": access.one(access.items_of(request), pk=due.item_id)}
        if due
        else None
    )


def _rows(
    request: HttpRequest, dues: list[held.Due], rules: DecaySettings, now: datetime
) -> list[dict[str, Any]]:
    """Return what the table shows of these items: one query for all of them."""
    found = access.items_of(request).select_related("decay", "namespace__user")
    items = found.in_bulk([due.item_id for due in dues])
    return [_row(items[due.item_id], due, rules, now) for due in dues if due.item_id in items]


def _row(item: MemoryItem, due: held.Due, rules: DecaySettings, now: datetime) -> dict[str, Any]:
    return {
        "item": item,
        "at": due.at,
        "is_overdue": due.at <= now,
        "days_left": max((due.at - now).total_seconds() / 86400, 0),
        "reason": SHORT_REASONS.get(str(due.reason), due.reason),
        "retention": retention_of(due.held, now),
        "half_life_days": due.held.half_life / 24 if due.held.half_life else None,
        "curve": charts.small_curve(due.held, rules, now),
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
        "read_cap": READ_CAP,
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
    old, old_cut = held.due_by(rows, before, now, cap=READ_CAP)
    new, new_cut = held.due_by(rows, after, now, cap=READ_CAP)
    old_ids, new_ids = {due.item_id for due in old}, {due.item_id for due in new}
    earlier = [due for due in new if due.item_id not in old_ids]
    groups = {
        "earlier": earlier,
        "saved": [due for due in old if due.item_id not in new_ids],
        "important": [due for due in earlier if due.held.importance >= IMPORTANT],
    }
    asked = request.GET.get("show", "")
    show = asked if asked in groups else next((name for name in groups if groups[name]), "earlier")
    rules = before if show == "saved" else after
    return {
        "totals": [(name, EFFECTS[name], len(dues)) for name, dues in groups.items()],
        "show": show,
        "label": EFFECTS[show],
        "rows": _rows(request, groups[show][:SHOWN], rules, now),
        "total": len(groups[show]),
        "earlier_total": len(earlier),
        "is_cut": old_cut or new_cut,
    }


def _histogram(request: HttpRequest, rules: DecaySettings) -> dict[str, Any]:
    """Return the retentions of the items longest not used, in 20 bins from 0 to 1."""
    now = timezone.now()
    rows = access.items_of(request).filter(status=Status.ACTIVE).exclude(decay=None)
    sample = held.read_held(rows, cap=SAMPLE)
    counts = Counter(min(int(retention_of(one, now) * BINS), BINS - 1) for one in sample)
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
