"""What changed and when: marks on the charts, so that a step in a curve has its cause beside it."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from memory.dashboard import access, figures
from memory.dashboard.words import event_label

EVENTS = (
    "policy.saved",
    "experiment.started",
    "experiment.stopped",
    "forgetting.changed",
    "policy.taken_back",
    "experiment.taken_back",
)
JOBS = ("forget", "rebuild", "release")
SHOWN = 40


def marks(request: HttpRequest, period: figures.Period) -> list[dict[str, Any]]:
    """Return the newest changes of the period, oldest first: `at`, `kind`, `label`, `url`."""
    found = [*_changes(request, period), *_runs(request, period)]
    found.sort(key=lambda mark: mark["at"])
    return [{**mark, "number": n} for n, mark in enumerate(found[-SHOWN:], start=1)]


def _changes(request: HttpRequest, period: figures.Period) -> list[dict[str, Any]]:
    rows = access.events_of(request).filter(action__in=EVENTS, created_at__gte=period.start)
    return [
        {
            "at": event.created_at,
            "kind": "policy",
            "label": f"{event_label(event.action)} · {event.actor_name}",
            "note": event.reason,
            "url": reverse("dashboard:forgetting") + "?tab=settings"
            if event.action == "forgetting.changed"
            else reverse("dashboard:policies"),
        }
        for event in rows.order_by("-created_at")[:SHOWN]
    ]


def _runs(request: HttpRequest, period: figures.Period) -> list[dict[str, Any]]:
    """Return one mark for each night of forgetting, each rebuild and each release."""
    rows = access.job_runs_of(request).filter(job__in=JOBS, started_at__gte=period.start)
    found: dict[Any, dict[str, Any]] = {}
    for run in rows.order_by("-started_at")[: 5 * SHOWN]:
        mark = found.setdefault(
            (run.job, run.started_at), {"at": run.started_at, "kind": run.job, "note": "", "n": 0}
        )
        mark["n"] += int(run.counts.get("archived", 0) or 0)
        if run.job == "forget":
            mark["label"] = _("Forgetting: %(n)d archived") % {"n": mark["n"]}
            mark["url"] = reverse("dashboard:night", args=[run.pk])
        elif run.job == "rebuild":
            mark["label"], mark["url"] = _("Index rebuilt"), reverse("dashboard:jobs") + "?tab=runs"
        else:
            name = run.parameters.get("release", "")
            mark["label"] = _("Release %(name)s") % {"name": name}
            mark["url"] = reverse("dashboard:jobs") + "?tab=runs"
    return list(found.values())
