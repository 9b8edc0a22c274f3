"""What is held about one person, layer by layer."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from memory import api
from memory.dashboard import access, graph, items, lists, person_history, timelines, transcripts
from memory.dashboard.csv_file import csv_response
from memory.dashboard.differences import field_changes
from memory.dashboard.experiences import experience_rows
from memory.domain.types import Status
from memory.layers import LAYERS
from memory.models import (
    Conflict,
    MemoryItem,
    Namespace,
    RecallTrace,
    User,
    WorkingSnapshot,
)
from memory.ontology import attribute_label, ontology_of
from memory.profile import MAX_ENTRIES, profile_items
from memory.working import seconds_left

SNAPSHOTS_SHOWN = 20
EXPERIENCES_SHOWN = 50


@access.operator_page
def user_page(request: HttpRequest, user_id: int) -> HttpResponse:
    """Show one person's memory. `?tab=` names the layer."""
    person = access.one(access.users_of(request), pk=user_id)
    namespace = access.namespaces_of(request).filter(user=person).first()
    tab = request.GET.get("tab", "items")
    if tab not in TABS:
        raise Http404
    if request.GET.get("format") == "csv":
        return _as_file(request, person, namespace, tab)
    access.note_view(
        request, "user.viewed", namespace=namespace, object_type="user", object_id=person.pk
    )
    context = {
        "person": person,
        "namespace": namespace,
        "tab": tab,
        "tabs": [(name, label) for name, (label, _build) in TABS.items()],
        "counts": layer_counts(namespace),
        "last_trace": _last_trace(namespace),
        **TABS[tab][1](request, person, namespace),
    }
    return render(request, "dashboard/user.html", context)


def layer_counts(namespace: Namespace | None) -> dict[str, int]:
    """Return how many items of each status, and how many open conflicts."""
    if namespace is None:
        return {}
    counts = namespace.items.aggregate(
        active=Count("pk", filter=Q(status=Status.ACTIVE)),
        pending=Count("pk", filter=Q(status=Status.PENDING)),
        archived=Count("pk", filter=Q(status=Status.ARCHIVED)),
        deprecated=Count("pk", filter=Q(status=Status.DEPRECATED)),
    )
    counts["conflicts"] = namespace.conflicts.filter(state=Conflict.State.OPEN).count()
    return counts


def _last_trace(namespace: Namespace | None) -> RecallTrace | None:
    if namespace is None:
        return None
    return namespace.traces.defer("messages").order_by("-created_at").first()


def _window(request: HttpRequest, person: User, namespace: Namespace | None) -> dict[str, Any]:
    trace = _last_trace(namespace)
    view = transcripts.last_window(person, limit=settings.CHAT["window_messages"])
    return {
        "window": view,
        "parts": trace.tokens if trace else {},
        "capacity": settings.MODEL_CONTEXT_TOKENS,
        "window_tokens": sum(line.tokens for line in view.lines) if view else 0,
    }


def _working(request: HttpRequest, person: User, namespace: Namespace | None) -> dict[str, Any]:
    if namespace is None:
        return {"snapshots": []}
    rows = WorkingSnapshot.objects.filter(namespace=namespace).order_by("-pk")
    snapshots = lists.part_of(rows, SNAPSHOTS_SHOWN)
    newest: dict[int, WorkingSnapshot] = {}
    for snapshot in snapshots:
        newest.setdefault(snapshot.conversation_id, snapshot)
    states = [working_now(namespace, snapshot) for snapshot in newest.values()]
    return {
        "snapshots": lists.Part(
            ({"snapshot": s, "changes": field_changes(s.before, s.after)} for s in snapshots),
            snapshots.total,
        ),
        # What is still held, and (when nothing is) what was held last.
        "states": [state for state in states if state["seconds_left"] != 0] or states[:1],
        "ttl": settings.WORKING_MEMORY_TTL_SECONDS,
    }


def working_now(namespace: Namespace, newest: WorkingSnapshot) -> dict[str, Any]:
    """Return the working state of a conversation; `seconds_left` is 0 for what was let go, and
    None when the store of working memory does not answer."""
    left: int | None
    try:
        left = max(seconds_left(namespace, newest.conversation_id), 0)
    except api.BackendUnavailable:
        left = None
    ttl = settings.WORKING_MEMORY_TTL_SECONDS
    return {
        "fields": newest.after,
        "version": newest.version,
        "conversation_id": newest.conversation_id,
        "seconds_left": left,
        "clock": f"{left // 60}:{left % 60:02d}" if left else "",
        "share": min(100 * (left or 0) / ttl, 100),
        "at": newest.created_at,
    }


def _profile(request: HttpRequest, person: User, namespace: Namespace | None) -> dict[str, Any]:
    profile = getattr(namespace, "profile", None) if namespace else None
    now = timezone.now()
    held = MemoryItem.objects.none()
    if namespace:
        held = profile_items(namespace, now, ontology_of(namespace.tenant))
    shown = list(held.select_related("decay")[:MAX_ENTRIES])
    rows = [
        {**row, "label": attribute_label(row["item"].attribute)} for row in items.item_rows(shown)
    ]
    return {
        "profile": profile,
        "attributes": sorted(rows, key=lambda row: row["item"].attribute),
        "total": len(rows) if len(rows) < MAX_ENTRIES else held.count(),
        "timelines": timelines.timelines(namespace, now=now) if namespace else None,
    }


def _as_file(
    request: HttpRequest, person: User, namespace: Namespace | None, tab: str
) -> HttpResponse:
    if tab == "items":
        rows = _items_of(request, person)
        return csv_response(request, items.spec(request, with_user=False), rows)
    if tab == "history":
        events = person_history.events_of(request, namespace)
        return csv_response(request, person_history.spec(request), events)
    raise Http404


def _items_of(request: HttpRequest, person: User) -> lists.Rows:
    return items.with_details(access.items_of(request).filter(namespace__user=person))


def _items(request: HttpRequest, person: User, namespace: Namespace | None) -> dict[str, Any]:
    page = lists.build_page(
        request, items.spec(request, with_user=False), _items_of(request, person)
    )
    return {"page": page, "rows": items.item_rows(page.rows)}


def _experiences(request: HttpRequest, person: User, namespace: Namespace | None) -> dict[str, Any]:
    rows = access.experiences_of(request).filter(proposed_by=person).select_related("decay")
    part = lists.part_of(rows.order_by("-pk"), EXPERIENCES_SHOWN)
    return {"experiences": lists.Part(experience_rows(part), part.total)}


def _graph(request: HttpRequest, person: User, namespace: Namespace | None) -> dict[str, Any]:
    if namespace is None:
        return {"graph": None}
    shown = graph.view(namespace, now=timezone.now(), query=request.GET)
    return {"graph": shown, "is_whole": bool(request.GET.get("all"))}


@access.operator_page
def neighbours(request: HttpRequest, user_id: int, entity_id: int) -> JsonResponse:
    """Return the relations of one entity, to be added to the picture: nodes, edges."""
    person = access.one(access.users_of(request), pk=user_id)
    namespace = access.one(access.namespaces_of(request), user=person)
    entity = access.one(access.entities_of(request), pk=entity_id, namespace=namespace)
    found = graph.neighbourhood(namespace, now=timezone.now(), center=entity.pk)
    return JsonResponse({name: found[name] for name in ("nodes", "edges", "center", "total")})


def _history(request: HttpRequest, person: User, namespace: Namespace | None) -> dict[str, Any]:
    events = person_history.events_of(request, namespace)
    page = lists.build_page(request, person_history.spec(request), events)
    return {
        "page": page,
        "event_days": person_history.by_day(page.rows),
        "picture": person_history.picture(events),
    }


Build = Callable[[HttpRequest, User, Namespace | None], dict[str, Any]]
TABS: dict[str, tuple[Promise, Build]] = {
    "window": (LAYERS["window"], _window),
    "working": (LAYERS["working"], _working),
    "profile": (LAYERS["profile"], _profile),
    "items": (LAYERS["long_term"], _items),
    "experiences": (gettext_lazy("Experiences"), _experiences),
    "graph": (gettext_lazy("Graph"), _graph),
    "history": (gettext_lazy("History"), _history),
}
