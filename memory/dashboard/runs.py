"""Runs of jobs that people start from a page: their card with its progress, and the way to stop."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django_htmx.http import trigger_client_event

from memory import runs
from memory.dashboard import access, act, undo
from memory.dashboard.forms import ActForm
from memory.models import JobRun, Namespace

JOBS = {
    "compare": gettext_lazy("Compare store and index"),
    "rebuild": gettext_lazy("Rebuild what is derived"),
    "evaluate": gettext_lazy("Evaluation"),
    "import": gettext_lazy("Import"),
    "forget": gettext_lazy("Forgetting"),
    "consolidate": gettext_lazy("Consolidation"),
}
STATES = {
    "waiting": pgettext_lazy("job state", "waiting"),
    "running": pgettext_lazy("job state", "running"),
    "stopping": pgettext_lazy("job state", "stopping"),
    "lost": pgettext_lazy("job state", "lost: its worker is gone"),
    "failed": pgettext_lazy("job state", "failed"),
    "stopped": pgettext_lazy("job state", "stopped"),
    "done": pgettext_lazy("job state", "done"),
}
ICONS = {
    "waiting": "clock",
    "running": "refresh",
    "stopping": "player-stop",
    "stopped": "player-stop",
    "done": "check",
}
COUNTS = {
    "rows": gettext_lazy("rows"),
    "differences": gettext_lazy("differences"),
    "n": gettext_lazy("cases"),
    "added": gettext_lazy("documents added"),
    "updated": gettext_lazy("read again"),
    "unchanged": gettext_lazy("unchanged"),
    "chunks_added": gettext_lazy("chunks added"),
    "chunks_removed": gettext_lazy("chunks removed"),
    "failed": gettext_lazy("could not be read"),
}
CHECKS = {
    "vectors": gettext_lazy("index"),
    "profile": gettext_lazy("profile"),
    "graph": gettext_lazy("graph"),
    "hashes": gettext_lazy("same words twice"),
    "chains": gettext_lazy("version chain"),
    "single_values": gettext_lazy("one value at a time"),
    "decay": gettext_lazy("decay state"),
    "document": gettext_lazy("document"),
}
# Where a run is shown, and who may stop it.
PAGES = {"evaluate": "evaluations", "import": "knowledge"}
ADMIN_JOBS = ("evaluate",)
LIVE = ("waiting", "running", "stopping")
SHOWN = 5


def cards(request: HttpRequest, *jobs: str) -> list[dict[str, Any]]:
    """Return the newest runs of some jobs, as their cards show them."""
    rows = access.job_runs_of(request).filter(job__in=jobs).exclude(tenant=None)
    found = rows.select_related("namespace__user", "asked_by").order_by("-pk")[:SHOWN]
    return [card(request, run) for run in found]


def card(request: HttpRequest, run: JobRun) -> dict[str, Any]:
    state = runs.state_of(run, timezone.now())
    is_admin = access.viewer(request).is_admin
    return {
        "run": run,
        "label": JOBS.get(run.job, run.job),
        "what": run.parameters.get("suite") or run.parameters.get("files") or "",
        "state": state,
        "state_label": STATES[state],
        "is_live": state in LIVE,
        "icon": ICONS.get(state, "circle-x"),
        "counts": [(COUNTS[name], n) for name, n in run.counts.items() if name in COUNTS],
        "result_url": _result_url(run),
        "share": 100 * run.done / run.total if run.total else None,
        "can_stop": state in (*LIVE, "lost")
        and state != "stopping"
        and (is_admin or run.job not in ADMIN_JOBS),
        "page": reverse(f"dashboard:{PAGES.get(run.job, 'jobs')}"),
    }


def _result_url(run: JobRun) -> str:
    if run.job != "evaluate" or "run" not in run.counts:
        return ""
    return reverse("dashboard:evaluations") + f"?suite={run.parameters.get('suite', '')}"


@access.operator_page
def run_card(request: HttpRequest, run_id: int) -> HttpResponse:
    """Show one run; the page asks again while it lives, and is told when it has ended."""
    run = access.one(_own(request), pk=run_id)
    shown = card(request, run)
    answer = render(request, "dashboard/includes/run_card.html", {"card": shown})
    if shown["is_live"]:
        return answer
    said = f"{shown['label']}: {shown['state_label']}"
    return trigger_client_event(answer, "run-finished", {"text": said}, after="settle")


@access.operator_page
def stop(request: HttpRequest, run_id: int) -> HttpResponse:
    """Stop a run, with a reason; evaluations only by admins."""
    run = _stoppable(request, run_id)
    form = ActForm(request.POST if request.method == "POST" else None)
    back = reverse(f"dashboard:{PAGES.get(run.job, 'jobs')}")
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        runs.stop_run(run=run, acting_user=access.viewer(request), reason=reason)
        undo.remember(request, _("It stops at its next step"), [], by=("stop", {"run": run.pk}))
        return act.done(request, act.back_to(request) or back)
    return act.dialog(
        request,
        form,
        title=_("Stop"),
        warning=_(
            "What was done stays done; what was not begun stays as it is. “Undo” lets it go on, or "
            "begins it anew once it has stopped."
        ),
        affected=[],
        refused=[],
        url=reverse("dashboard:run_stop", args=[run_id]),
    )


def ask_and_start(
    request: HttpRequest,
    job: str,
    form: ActForm,
    *,
    back: str,
    namespace: Namespace | None = None,
    parameters: Mapping[str, Any] | None = None,
    **dialog: Any,
) -> HttpResponse:
    """Show the dialog that asks for the reason; once it is given, start the job and go back."""
    if request.method == "POST" and form.is_valid():
        try:
            run = runs.start_run(
                job=job,
                tenant=access.tenant_of(request),
                acting_user=access.viewer(request),
                reason=form.cleaned_data["reason"],
                namespace=namespace,
                parameters=parameters,
            )
        except runs.AlreadyRunning:
            form.add_error(None, _("It runs already: wait for its end, or stop it."))
        else:
            said = _("Started: %(job)s") % {"job": JOBS[job]}
            undo.remember(request, said, [], by=("start", {"run": run.pk}))
            return act.done(request, back)
    dialog = {"title": JOBS[job], "submit": _("Start"), **dialog}
    return act.dialog(request, form, affected=[], refused=[], **dialog)


@undo.way("start")
def _take_back_start(request: HttpRequest, values: Mapping[str, Any]) -> None:
    _go_back(runs.take_back_start, request, values["run"])


@undo.way("stop")
def _take_back_stop(request: HttpRequest, values: Mapping[str, Any]) -> None:
    _go_back(runs.take_back_stop, request, values["run"])


def _go_back(take_back: Callable[..., object], request: HttpRequest, run_id: int) -> None:
    run = _stoppable(request, run_id)
    try:
        take_back(run=run, acting_user=access.viewer(request), reason=_("undone"))
    except runs.HasEnded as error:
        raise undo.NotPossible(_("it has ended already")) from error
    except runs.AlreadyRunning as error:
        raise undo.NotPossible(_("it runs again already")) from error


def _stoppable(request: HttpRequest, run_id: int) -> JobRun:
    """Return a run that this person may stop and let go on."""
    run: JobRun = access.one(_own(request), pk=run_id)
    if run.job in ADMIN_JOBS:
        access.require_admin(request)
    return run


def _own(request: HttpRequest) -> Any:
    """Return the runs that people of the tenant started."""
    rows = access.job_runs_of(request).filter(tenant=access.tenant_of(request))
    return rows.select_related("namespace__user", "asked_by")
