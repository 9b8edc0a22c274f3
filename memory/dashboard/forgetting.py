"""Forgetting: what will be archived, when, and what if the parameters change?"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory import due, held
from memory.dashboard import access, act, coming, items, lists, nights, undo
from memory.dashboard.csv_file import csv_response
from memory.dashboard.forms import ForgettingForm, plain
from memory.domain.decay import DecaySettings
from memory.domain.types import Status
from memory.upkeep import save_forgetting_settings

SHOWN = 100
BINS = 20
IMPORTANT = 0.6
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


@access.operator_page
def forgetting(request: HttpRequest) -> HttpResponse:
    """Show what forgetting will do, did, and would do. `?tab=` names which."""
    tab = request.GET.get("tab", "next")
    builders = {"runs": _runs, "settings": _settings, "exempt": _exempt}
    rules = held.settings_of(access.viewer(request).tenant_id)
    if tab not in builders and request.GET.get("format") == "csv":
        now = timezone.now()
        return csv_response(request, coming.spec(request, now), coming.rows_of(request, rules, now))
    return render(
        request,
        "dashboard/forgetting.html",
        {
            "tab": tab if tab in TABS else "next",
            "tabs": list(TABS.items()),
            "rules": rules,
            "is_admin": access.viewer(request).is_admin,
            **builders.get(tab, coming.context)(request, rules),
        },
    )


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
            "tried_histogram": _histogram(request, tried, due.half_lives_by(tried)),
        }
    return context


def effect(request: HttpRequest, before: DecaySettings, after: DecaySettings) -> dict[str, Any]:
    """Return which items the next run would take besides, and which it would spare.

    `?show=` names the list of which the rows are given.
    """
    now = timezone.now()
    rows = access.items_of(request)
    old = due.due_by(rows, before, now)
    new = due.due_by(rows, after, now, due.half_lives_by(after))
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
        "rows": [coming.row(item, rules, now) for item in items.with_details(groups[show])[:SHOWN]],
        "total": totals[show],
        "earlier_total": totals["earlier"],
    }


def _histogram(
    request: HttpRequest, rules: DecaySettings, half_life: Any = due.STORED
) -> dict[str, Any]:
    """Return the retentions of all active items, in 20 bins from 0 to 1; one query."""
    rows = access.items_of(request).filter(status=Status.ACTIVE).exclude(decay=None)
    number = due.bin_of(due.retention_at(timezone.now(), half_life), start=0.0, end=1.0, bins=BINS)
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
