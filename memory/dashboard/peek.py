"""The panel beside a list: a short look at one item, turn or user, without leaving the list."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from memory.dashboard import access, candidates, item, turn, user
from memory.dashboard.turns import turn_rows
from memory.models import RecallCandidate

CANDIDATES_SHOWN = 8


@access.operator_page
def peek(request: HttpRequest) -> HttpResponse:
    """Return the panel for `?object=item:12`, `turn:<trace id>` or `user:3`."""
    kind, _colon, key = request.GET.get("object", "").partition(":")
    build = {"item": _item, "turn": _turn, "user": _user}.get(kind)
    if build is None or not key:
        raise Http404
    return render(request, f"dashboard/peek/{kind}.html", build(request, key))


def _item(request: HttpRequest, key: str) -> dict[str, Any]:
    if not key.isdecimal():
        raise Http404
    found = item.load(request, int(key))
    access.note_view(
        request,
        "item.viewed",
        namespace=found.namespace,
        object_type="item",
        object_id=found.pk,
        item=found,
    )
    return item.facts(request, found)


def _turn(request: HttpRequest, key: str) -> dict[str, Any]:
    page = turn.load(request, key)
    access.note_view(
        request,
        "trace.viewed",
        namespace=page.trace.namespace if page.trace else None,
        object_type="trace",
        object_id=page.trace.pk if page.trace else None,
        trace_id=key,
    )
    injected: list[RecallCandidate] = []
    if page.trace:
        rows = page.trace.candidates.exclude(outcome="dropped").select_related("item")
        injected = list(rows.order_by("rank", "pk")[:CANDIDATES_SHOWN])
    return {
        "page": page,
        "question": page.question,
        "trace": page.trace,
        "turn": page.turn,
        "row": turn_rows([page.trace])[0] if page.trace else None,
        "injected": candidates.candidate_rows(injected, page.trace) if page.trace else [],
    }


def _user(request: HttpRequest, key: str) -> dict[str, Any]:
    if not key.isdecimal():
        raise Http404
    person = access.one(access.users_of(request), pk=key)
    namespace = access.namespaces_of(request).filter(user=person).first()
    newest = namespace.items.active().order_by("-updated_at")[:6] if namespace else []
    return {"person": person, "counts": user.layer_counts(namespace), "newest": list(newest)}
