"""The panel of what is in hand: the working memory of a conversation."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext

from chat.models import Conversation
from chat.requests import UserRequest
from memory import api
from memory.domain.types import WorkingChange, WorkingOp

_STEPS = ("plan", "todos")


@login_required
def tasks(request: UserRequest, pk: int) -> HttpResponse:
    """GET: the panel. POST: tick or untick an entry, or finish the task (`clear`)."""
    conversation = get_object_or_404(Conversation.objects.for_user(request.user), pk=pk)
    namespace = api.namespace_for(request.user)
    try:
        if request.method == "POST":
            _change(request, conversation.pk)
        state = api.load_working(namespace, conversation.pk)
    except api.BackendUnavailable:
        context: dict[str, Any] = {"is_unavailable": True}
    else:
        context = {
            "fields": state.fields,
            "sections": _sections(state.fields),
            "facts": _facts(state.fields),
            "has_tasks": any(state.fields.get(name) for name in (*_STEPS, *_FACT_FIELDS, "goal")),
            "minutes_left": max(state.ttl_seconds, 0) // 60,
        }
    return render(request, "chat/fragments/tasks.html", {"conversation": conversation, **context})


def _change(request: UserRequest, conversation_id: int) -> None:
    namespace = api.namespace_for(request.user)
    if request.POST.get("clear"):
        api.complete_task(namespace, conversation_id, now=timezone.now())
        return
    name, position = request.POST.get("field", ""), request.POST.get("position", "")
    entries = api.load_working(namespace, conversation_id).fields.get(name, [])
    if name not in _STEPS or not position.isdigit() or int(position) >= len(entries):
        return
    changed = [dict(entry) for entry in entries]
    changed[int(position)]["done"] = not changed[int(position)].get("done")
    api.change_working(
        namespace,
        conversation_id,
        [WorkingChange(op=WorkingOp.SET, field=name, value=changed)],
    )


def _sections(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    titles = {"plan": gettext("Steps"), "todos": gettext("To do")}
    return [
        {"field": name, "title": titles[name], "entries": fields[name]}
        for name in _STEPS
        if fields.get(name)
    ]


_FACT_FIELDS = ("confirmed", "missing", "preferences", "notes")


def _facts(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    titles = {
        "confirmed": gettext("Settled"),
        "missing": gettext("Still open"),
        "preferences": gettext("For now"),
        "notes": gettext("Notes"),
    }
    found = []
    for name in _FACT_FIELDS:
        value = fields.get(name)
        if not value:
            continue
        entries = [f"{k}: {v}" for k, v in value.items()] if isinstance(value, Mapping) else value
        found.append({"title": titles[name], "entries": entries})
    return found
