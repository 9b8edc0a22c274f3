"""One past night of forgetting: what it archived and why, and taking all of it back."""

from typing import Any

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from memory import forgotten
from memory.dashboard import access, act, undo
from memory.dashboard.acts import Undo
from memory.dashboard.forms import ActForm
from memory.dashboard.words import decision_reason
from memory.models import JobRun

SHOWN = 100
LISTED = 50  # items that the dialog names
OBSTACLES = {
    "ended": gettext_lazy("its time is over"),
    "taken": gettext_lazy("something newer holds its place"),
}


def nights(request: HttpRequest, *, limit: int = 50) -> list[dict[str, Any]]:
    """Return the newest nights, each with its runs by person and what it archived in all."""
    rows = access.job_runs_of(request).filter(job="forget").select_related("namespace__user")
    found: dict[Any, dict[str, Any]] = {}
    for run in rows.order_by("-started_at", "pk")[: 4 * limit]:
        night = found.setdefault(
            run.started_at, {"run": run, "runs": [], "archived": 0, "parameters": run.parameters}
        )
        night["runs"].append(run)
        night["archived"] += int(run.counts.get("archived", 0))
    return list(found.values())[:limit]


@access.operator_page
def night_page(request: HttpRequest, run_id: int) -> HttpResponse:
    """Show what the night of a run archived, by reason; `?user=` and `?reason=` narrow it."""
    run, night = _night(request, run_id)
    events = forgotten.archived_in(night)
    reasons = dict(events.order_by().values_list("reason").annotate(n=Count("pk")))
    reason = request.GET.get("reason", "")
    if reason:
        events = events.filter(reason=reason)
    rows = events.select_related("item__namespace__user", "item__decay", "namespace__user")
    return render(
        request,
        "dashboard/night.html",
        {
            "run": run,
            "runs": list(night.select_related("namespace__user").order_by("pk")[:SHOWN]),
            "reasons": [(name, decision_reason(name), n) for name, n in sorted(reasons.items())],
            "reason": reason,
            "events": list(rows[:SHOWN]),
            "total": events.count(),
            "shown": SHOWN,
            "person": access.user_name(request, request.GET.get("user", "")),
            "can_restore": forgotten.still_archived(night).count(),
        },
    )


@access.operator_page
def restore(request: HttpRequest, run_id: int) -> HttpResponse:
    """Ask for a reason, naming what comes back and what stays; on POST restore the night."""
    run, night = _night(request, run_id)
    form = ActForm(request.POST if request.method == "POST" else None)
    query = f"?user={request.GET['user']}" if request.GET.get("user") else ""
    if request.method == "POST" and form.is_valid():
        done = forgotten.restore_night(
            night=night, acting_user=access.viewer(request), reason=form.cleaned_data["reason"]
        )
        said = ngettext("%(n)d item restored", "%(n)d items restored", len(done.items))
        undo.remember(
            request, said % {"n": len(done.items)},
            [(item.pk, Undo(act="archive")) for item in done.items],
        )  # fmt: skip
        return act.done(request, reverse("dashboard:night", args=[run.pk]) + query)
    plan = forgotten.plan_return(night)
    counts = {_("come back"): len(plan.items)}
    counts |= {_("stay archived"): len(plan.left_out)} if plan.left_out else {}
    counts |= {_("left for another time"): plan.more} if plan.more else {}
    return act.dialog(
        request,
        form,
        title=_("Restore the whole run"),
        warning=_("They are recalled again and begin to fade anew."),
        counts=counts,
        affected=plan.items[:LISTED],
        stays=[(item, OBSTACLES[why]) for item, why in plan.left_out[:LISTED]],
        refused=[],
        url=reverse("dashboard:night_restore", args=[run.pk]) + query,
    )


def _night(request: HttpRequest, run_id: int) -> tuple[JobRun, Any]:
    """Return a run of the tenant and the runs of its night, of one person if the address says."""
    runs = access.job_runs_of(request).filter(
        job="forget", namespace__tenant=access.tenant_of(request)
    )
    run = access.one(runs, pk=run_id)
    night = forgotten.night_of(run, runs)
    user_id = request.GET.get("user", "")
    if user_id.isdecimal():
        night = night.filter(namespace__user_id=user_id)
    return run, night
