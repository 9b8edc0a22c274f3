"""Overview: is memory healthy now, and what needs me? Every number leads to what it counts."""

from typing import Any

from django.conf import settings
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from memory.dashboard import access, alarms, figures, jobs, lists, marks, model_cards, users
from memory.domain.types import Status
from memory.models import Conflict, Experience, ReviewProposal


@access.operator_page
def overview(request: HttpRequest) -> HttpResponse:
    """Show alarms, what waits, the figures over `?range=`, the models, and the layers."""
    now = timezone.now()
    period = figures.period_named(request.GET.get("range", "7d"), now)
    traces = figures.read_traces(request, period)
    queue = jobs.summary(request)
    in_turns = figures.turns_listed(request, period)
    cards = model_cards.cards(request, period, {trace.trace_id for trace in traces})
    failing = [card for card in cards if card.state == "failing" and card.errors]
    found = marks.marks(request, period)
    return render(
        request,
        "dashboard/overview.html",
        {
            "period": period,
            "ranges": list(figures.RANGE_LABELS.items()),
            "alarms": alarms.alarms(request, queue, traces, failing),
            "work": work(request, queue),
            "recall": figures.recall_figures(request, traces, period, in_turns),
            "writes": figures.write_figures(request, period, in_turns),
            "layers": layers(request, period),
            "cards": cards,
            "currency": settings.MODEL_CURRENCY,
            "tokens": figures.tokens_by_layer(traces, period),
            "latency": figures.latency(traces, period),
            "marks": found,
            "marks_data": [
                {"at": mark["at"].isoformat(), "kind": mark["kind"], "number": mark["number"]}
                for mark in found
            ],
            "has_turns": bool(traces) or access.traces_of(request).exists(),
            "is_cut": len(traces) == figures.TRACES_READ,
            "traces_read": figures.TRACES_READ,
        },
    )


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
    people = {name: _people(request, name) for name in ("profile", "working")}
    entities = access.entities_of(request).aggregate(
        all=Count("pk"), new=Count("pk", filter=Q(created_at__gte=period.start))
    )
    return [
        {"label": _("Working memory in use"), "count": people["working"],
         "url": "users/?has=working", "note": _("users in the last hour")},
        {"label": _("Profiles"), "count": people["profile"], "url": "users/?has=profile",
         "note": _("users with a profile")},
        {"label": pgettext("memory items", "Active"), "count": items["active"],
         "url": "items/?status=active", "new": items["new"]},
        {"label": _("Archived"), "count": items["archived"], "url": "items/?status=archived"},
        {"label": _("No longer right"), "count": items["deprecated"],
         "url": "items/?status=deprecated"},
        {"label": _("Experiences in use"), "count": experiences["active"],
         "url": "experiences/?state=active", "new": experiences["new"]},
        {"label": _("Entities"), "count": entities["all"], "url": "entities/",
         "new": entities["new"]},
    ]  # fmt: skip


def _people(request: HttpRequest, has: str) -> int:
    query = QueryDict(f"has={has}")
    rows = lists.narrowed(query, users.spec(), access.users_of(request))
    return lists.count_up_to(rows)[0]
