"""A conversation as it was, to see a quote where it was said; every message leads to its turn."""

from typing import Any

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from memory.dashboard import access, transcripts
from memory.models import MemoryItem

SIZE = 60  # messages at a time


@access.operator_page
def conversation(request: HttpRequest, conversation_id: int) -> HttpResponse:
    """Show the messages around `?message=`; with `?item=`, the words that it quotes are marked."""
    tenant_id = access.viewer(request).tenant_id
    focus = _number(request, "message")
    talk = transcripts.talk(conversation_id, tenant_id=tenant_id, around=focus, size=SIZE)
    if talk is None:
        raise Http404
    owner = access.one(access.users_of(request), pk=talk.user_id)
    access.note_view(
        request,
        "conversation.viewed",
        namespace=access.namespaces_of(request).filter(user=owner).first(),
        object_type="conversation",
        object_id=talk.id,
    )
    item = access.items_of(request).filter(pk=_number(request, "item") or 0).first()
    ids = [line.id for line in talk.lines]
    rows = access.items_of(request).filter(message_id__in=ids).order_by()
    derived = dict(rows.values_list("message_id").annotate(n=Count("pk")))
    return render(
        request,
        "dashboard/conversation.html",
        {
            "talk": talk,
            "owner": owner,
            "item": item,
            "focus": focus,
            "lines": [
                {
                    "line": line,
                    "trace_id": talk.traces.get(line.id, ""),
                    "derived": derived.get(line.id, 0),
                    "quote": _quote(item, line) if item else "",
                }
                for line in talk.lines
            ],
        },
    )


def _quote(item: MemoryItem, line: transcripts.Line) -> str:
    """Return the words of a message that the item rests on, its own or those of its evidence."""
    if item.message_id == line.id:
        return item.quote
    said = item.evidence.filter(message_id=line.id).values_list("quote", flat=True).first()
    return str(said or "")


def _number(request: HttpRequest, name: str) -> int | None:
    text: Any = request.GET.get(name, "")
    return int(text) if text.isdecimal() else None
