"""Overview: is memory healthy now, and what needs me? Every number leads to what it counts."""

from datetime import timedelta
from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from memory.dashboard import access, figures, jobs
from memory.domain.types import Status
from memory.models import Conflict, Entity, ErasureReceipt, Experience, Profile, ReviewProposal


@access.operator_page
def overview(request: HttpRequest) -> HttpResponse:
    """Show alarms, what waits, the figures over `?range=`, and the layers."""
    now = timezone.now()
    period = figures.period_named(request.GET.get("range", "7d"), now)
    traces = figures.read_traces(request, period)
    queue = jobs.summary(request)
    return render(
        request,
        "dashboard/overview.html",
        {
            "period": period,
            "ranges": list(figures.RANGES),
            "alarms": alarms(request, queue, traces),
            "work": work(request, queue),
            "recall": figures.recall_figures(request, traces, period),
            "writes": figures.write_figures(request, period),
            "layers": layers(request, period),
            "tokens": figures.tokens_by_layer(traces, period),
            "has_turns": bool(traces) or access.traces_of(request).exists(),
            "is_cut": len(traces) == figures.TRACES_READ,
            "traces_read": figures.TRACES_READ,
        },
    )


def alarms(
    request: HttpRequest, queue: dict[str, Any], traces: list[figures.TraceFigures]
) -> list[dict[str, Any]]:
    """Return what is wrong now, with its effect on users and where to look."""
    recent = [trace for trace in traces[:20] if trace.is_degraded]
    mismatch = access.receipts_of(request).filter(state=ErasureReceipt.State.MISMATCH)
    found = []
    if queue["is_late"]:
        found.append(_alarm("waiting", queue["oldest"]))
    if queue["is_outbox_late"]:
        found.append(_alarm("index", queue["outbox_oldest"]))
    if queue["failed"]:
        found.append(_alarm("failed", None))
    if recent:
        found.append(_alarm("degraded", recent[0].at))
    if mismatch.exists():
        found.append(_alarm("erasure", None))
    return found


# name: (icon, what is wrong, what it means for users, where to look)
ALARMS: dict[str, tuple[str, Promise, Promise, str]] = {
    "waiting": (
        "alert-triangle",
        gettext_lazy("Turns wait to be read"),
        gettext_lazy("what users said since is not remembered yet"),
        "jobs/?state=pending&sort=oldest",
    ),
    "index": (
        "database",
        gettext_lazy("The index lags behind"),
        gettext_lazy("new memories are found by their words only"),
        "jobs/?tab=index",
    ),
    "failed": (
        "circle-x",
        gettext_lazy("Turns could not be read"),
        gettext_lazy("what was said in them is not remembered"),
        "jobs/?state=failed",
    ),
    "degraded": (
        "plug-off",
        gettext_lazy("Recall went on with something missing"),
        gettext_lazy("replies may lack what is remembered"),
        "turns/?state=degraded",
    ),
    "erasure": (
        "alert-circle",
        gettext_lazy("An erasure left something behind"),
        gettext_lazy("it is tried again; see the receipt"),
        "erasure/?state=mismatch",
    ),
}


def _alarm(name: str, since: Any) -> dict[str, Any]:
    icon, what, effect, url = ALARMS[name]
    return {"icon": icon, "what": what, "since": since, "effect": effect, "url": url}


def work(request: HttpRequest, queue: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what waits for a person."""
    pending = access.items_of(request).filter(status=Status.PENDING).count()
    proposals = access.proposals_of(request).filter(state=ReviewProposal.State.WAITING).count()
    suggested = access.experiences_of(request).filter(state=Experience.State.REVIEW).count()
    conflicts = access.conflicts_of(request).filter(state=Conflict.State.OPEN).count()
    return [
        {"label": _("Memories to review"), "count": pending, "url": "review/"},
        {"label": _("Suggested experiences"), "count": suggested,
         "url": "review/?tab=experiences"},
        {"label": _("Refused consolidations"), "count": proposals, "url": "review/?tab=proposals"},
        {"label": _("Open conflicts"), "count": conflicts, "url": "conflicts/"},
        {"label": _("Failed jobs"), "count": queue["failed"], "url": "jobs/?state=failed"},
    ]  # fmt: skip


def layers(request: HttpRequest, period: figures.Period) -> list[dict[str, Any]]:
    """Return how much each layer holds, and how much of it is new in the period."""
    tenant_id = access.viewer(request).tenant_id
    items = access.items_of(request).aggregate(
        active=Count("pk", filter=Q(status=Status.ACTIVE)),
        pending=Count("pk", filter=Q(status=Status.PENDING)),
        archived=Count("pk", filter=Q(status=Status.ARCHIVED)),
        deprecated=Count("pk", filter=Q(status=Status.DEPRECATED)),
        new=Count("pk", filter=Q(created_at__gte=period.start)),
    )
    experiences = access.experiences_of(request).aggregate(
        active=Count("pk", filter=Q(state=Experience.State.ACTIVE)),
        new=Count("pk", filter=Q(created_at__gte=period.start)),
    )
    profiles = Profile.objects.filter(namespace__tenant_id=tenant_id).exclude(document={}).count()
    entities = Entity.objects.filter(namespace__tenant_id=tenant_id).aggregate(
        all=Count("pk"), new=Count("pk", filter=Q(created_at__gte=period.start))
    )
    snapshots = timezone.now() - timedelta(hours=1)
    working = access.namespaces_of(request).filter(snapshots__created_at__gt=snapshots).distinct()
    return [
        {"label": _("Working memory in use"), "count": working.count(), "url": "users/",
         "note": _("users in the last hour")},
        {"label": _("Profiles"), "count": profiles, "url": "users/?has=items",
         "note": _("users with a profile")},
        {"label": pgettext("memory items", "Active"), "count": items["active"],
         "url": "items/?status=active", "new": items["new"]},
        {"label": _("Archived"), "count": items["archived"], "url": "items/?status=archived"},
        {"label": _("No longer right"), "count": items["deprecated"],
         "url": "items/?status=deprecated"},
        {"label": _("Experiences in use"), "count": experiences["active"],
         "url": "experiences/?state=active", "new": experiences["new"]},
        {"label": _("Entities"), "count": entities["all"], "url": "users/", "new": entities["new"]},
    ]  # fmt: skip
