"""Conversations: the page of one, their list, rename, pin, delete, draft, export."""

import json
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_POST

from chat import actions, fragments
from chat.models import Conversation, Message
from chat.requests import UserRequest, current_conversation
from memory import api

LISTED = 60
TURNS_SHOWN = 30


def _groups(conversations: list[Conversation]) -> list[dict[str, Any]]:
    """Return the conversations as pinned, today, last seven days, older; empty ones left out."""
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    week = today - timedelta(days=6)
    groups: dict[str, list[Conversation]] = {
        gettext("Pinned"): [],
        gettext("Today"): [],
        gettext("Last 7 days"): [],
        gettext("Older"): [],
    }
    titles = list(groups)
    for conversation in conversations:
        if conversation.is_pinned:
            place = 0
        elif conversation.updated_at >= today:
            place = 1
        else:
            place = 2 if conversation.updated_at >= week else 3
        groups[titles[place]].append(conversation)
    return [{"title": t, "conversations": rows} for t, rows in groups.items() if rows]


def _add_hits(conversations: list[Conversation], query: str) -> None:
    """Add to each found conversation the message that matched and the words around it."""
    for conversation in conversations:
        hit = conversation.messages.filter(content__icontains=query).exclude(role="tool").first()
        if hit is None:
            continue
        at = max(hit.content.lower().find(query.lower()), 0)
        cut = hit.content[max(at - 20, 0) : at + len(query) + 40].replace("\n", " ")
        conversation.hit = hit  # type: ignore[attr-defined]
        conversation.snippet = ("…" if at > 20 else "") + cut  # type: ignore[attr-defined]


def _list_context(
    request: UserRequest, query: str = "", current: int | None = None
) -> dict[str, Any]:
    rows = Conversation.objects.for_user(request.user)
    if query:
        rows = rows.filter(
            Q(title__icontains=query)
            | Q(
                messages__in=Message.objects.for_user(request.user).filter(content__icontains=query)
            )
        ).distinct()
    found = list(rows[: LISTED + 1])
    if query:
        _add_hits(found[:LISTED], query)
    return {
        "groups": _groups(found[:LISTED]),
        "is_cut": len(found) > LISTED,
        "limit": LISTED,
        "query": query,
        "current": current,
    }


def _page(request: UserRequest, conversation: Conversation | None) -> HttpResponse:
    turns = fragments.turn_views(conversation, limit=TURNS_SHOWN) if conversation else []
    has_older = bool(
        conversation and turns and conversation.turns.filter(pk__lt=turns[0].pk).exists()
    )
    return render(
        request,
        "chat/conversation.html",
        {
            "conversation": conversation,
            "turns": turns,
            "has_older": has_older,
            "is_temporary": conversation is None and request.GET.get("temporary") == "1",
            "greeting_name": request.user.first_name,
            "max_characters": settings.CHAT["max_message_characters"],
            **_list_context(request, current=conversation.pk if conversation else None),
        },
    )


@login_required
@require_GET
def home(request: UserRequest) -> HttpResponse:
    """Show an empty conversation; its row is made with its first message."""
    return _page(request, None)


@login_required
@require_GET
def conversation(request: UserRequest, pk: int) -> HttpResponse:
    return _page(request, get_object_or_404(Conversation.objects.for_user(request.user), pk=pk))


@login_required
@require_GET
def conversations(request: UserRequest) -> HttpResponse:
    """Return the list, searched by `q` in titles and messages."""
    context = _list_context(
        request, request.GET.get("q", "").strip(), current_conversation(request.GET)
    )
    return render(request, "chat/fragments/conversations.html", context)


@login_required
@require_GET
def turns(request: UserRequest, pk: int) -> HttpResponse:
    """Return turns of a conversation: the last ones, or those before turn `before`."""
    row = get_object_or_404(Conversation.objects.for_user(request.user), pk=pk)
    before = request.GET.get("before", "")
    views = fragments.turn_views(
        row, limit=TURNS_SHOWN, before=int(before) if before.isdigit() else 0
    )
    response = HttpResponse("".join(fragments.render_turn(view) for view in views))
    response["X-Has-Older"] = str(
        int(bool(views) and row.turns.filter(pk__lt=views[0].pk).exists())
    )
    return response


@login_required
def rename(request: UserRequest, pk: int) -> HttpResponse:
    """GET: the row as a form. POST: the renamed row."""
    row = get_object_or_404(Conversation.objects.for_user(request.user), pk=pk)
    current = current_conversation(request.POST or request.GET) or _shown_on_page(request)
    if request.method != "POST":
        return render(
            request, "chat/fragments/rename.html", {"conversation": row, "current": current}
        )
    title = " ".join(request.POST.get("title", "").split())[:200]
    if title:
        row = actions.rename_conversation(
            acting_user=request.user, conversation_id=row.pk, title=title
        )
    response = render(
        request, "chat/fragments/conversation_row.html", {"conversation": row, "current": current}
    )
    response["HX-Trigger"] = json.dumps(
        {
            "conversation-renamed": {"id": row.pk, "title": row.title},
            "focus-on": {"value": f"#conversation-{row.pk} a"},
        }
    )
    return response


def _shown_on_page(request: HttpRequest) -> int | None:
    """Return the conversation of the page that asked, from its address."""
    parts = request.headers.get("HX-Current-URL", "").split("?")[0].rstrip("/").split("/")
    return int(parts[-1]) if len(parts) > 1 and parts[-2] == "c" and parts[-1].isdigit() else None


@login_required
@require_POST
def pin(request: UserRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(Conversation.objects.for_user(request.user), pk=pk)
    row.is_pinned = not row.is_pinned
    row.save(update_fields=["is_pinned"])
    context = _list_context(request, current=_shown_on_page(request))
    response = render(request, "chat/fragments/conversations.html", context)
    response["HX-Trigger"] = json.dumps({"focus-on": {"value": f"#conversation-{row.pk} a"}})
    return response


@login_required
def delete(request: UserRequest, pk: int) -> HttpResponse:
    """GET: the dialog, with what was remembered from it. POST: delete, and forget if asked."""
    row = get_object_or_404(Conversation.objects.for_user(request.user), pk=pk)
    namespace = api.namespace_for(request.user)
    items = api.items_from_conversation(namespace=namespace, conversation_id=row.pk)
    if request.method != "POST":
        return render(
            request,
            "chat/fragments/delete_dialog.html",
            {
                "conversation": row,
                "items": items,
                "message_count": row.messages.count(),
                "is_shown": _shown_on_page(request) == row.pk,
            },
        )
    with_memories = request.POST.get("with_memories") == "1"
    actions.delete_conversation(
        acting_user=request.user, conversation_id=row.pk, with_memories=with_memories
    )
    forgotten = len(items) if with_memories else 0
    text = gettext("The conversation was deleted.")
    if forgotten:
        text += " " + ngettext(
            "%(n)d memory was forgotten.", "%(n)d memories were forgotten.", forgotten
        ) % {"n": forgotten}
    if request.htmx and not request.POST.get("is_shown"):
        return HttpResponse(
            status=204, headers={"HX-Trigger": json.dumps({"toast": {"text": text}})}
        )
    messages.success(request, text)
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Trigger": '{"conversation-left": true}'})
    return redirect("chat:home")


@login_required
@require_POST
def draft(request: UserRequest, pk: int) -> HttpResponse:
    """Keep what is typed and not sent."""
    limit = settings.CHAT["max_message_characters"]
    changed = Conversation.objects.for_user(request.user).filter(pk=pk)
    changed.update(draft=request.POST.get("text", "")[:limit])
    return HttpResponse(status=204)


@login_required
@require_GET
def export_conversation(request: UserRequest, pk: int, form: str) -> HttpResponse:
    """Return the transcript, as JSON or Markdown. Notes and chips are no part of it."""
    row = get_object_or_404(Conversation.objects.for_user(request.user), pk=pk)
    said = row.messages.exclude(role=Message.Role.TOOL).exclude(content="")
    if form not in ("json", "md"):
        raise Http404
    name = f"{slugify(row.title) or 'conversation'}-{row.pk}"
    if form == "json":
        response: HttpResponse = JsonResponse(
            {
                "conversation": row.pk,
                "title": row.title,
                "messages": [
                    {"role": m.role, "content": m.content, "created_at": m.created_at.isoformat()}
                    for m in said
                ],
            },
            json_dumps_params={"ensure_ascii": False, "indent": 2},
        )
    else:
        who = {"user": gettext("You"), "assistant": "Palimpsest"}
        parts = [f"# {row}"]
        parts += [
            f"## {who[m.role]}, {m.created_at:%Y-%m-%d %H:%M} UTC\n\n{m.content}" for m in said
        ]
        response = HttpResponse(
            "\n\n".join(parts) + "\n", content_type="text/markdown; charset=utf-8"
        )
    response["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response
