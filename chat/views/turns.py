"""What stands below and beside one turn: message edits, feedback, memories, notes, questions."""

import json
from datetime import datetime, time
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from chat import actions, failures, fragments
from chat.models import Message, Turn
from chat.requests import UserRequest
from chat.templatetags.chat_turns import notes_of, operator_link
from chat.views.refusals import says_refusals
from memory import api
from memory.domain.types import LOOKED_UP


def _turn(request: UserRequest, pk: int) -> Turn:
    return get_object_or_404(Turn, pk=pk, conversation__user=request.user)


def _message(request: UserRequest, pk: int) -> Message:
    rows = Message.objects.for_user(request.user).filter(role=Message.Role.USER)
    return get_object_or_404(rows.select_related("turn"), pk=pk)


def _is_last(message: Message) -> bool:
    later = Turn.objects.filter(
        conversation_id=message.conversation_id, pk__gt=message.turn_id or 0
    )
    return message.turn_id is not None and not later.exists()


@login_required
@require_GET
def turn(request: UserRequest, pk: int) -> HttpResponse:
    """Return one whole turn, for a page that lost frames."""
    return HttpResponse(fragments.render_turn(fragments.turn_view(_turn(request, pk))))


@login_required
@require_GET
def show_message(request: UserRequest, pk: int) -> HttpResponse:
    return render(request, "chat/fragments/user_message.html", {"message": _message(request, pk)})


@login_required
def edit_message(request: UserRequest, pk: int) -> HttpResponse:
    """GET: the message as a form. POST: save it; `then=answer` asks for a new reply."""
    message = _message(request, pk)
    context: dict[str, Any] = {"message": message, "is_last": _is_last(message)}
    if request.method != "POST":
        return render(request, "chat/fragments/edit_message.html", context)
    text = request.POST.get("text", "").strip()
    limit = settings.CHAT["max_message_characters"]
    if not text or len(text) > limit:
        context["error"] = gettext("Write between 1 and %(limit)d characters.") % {"limit": limit}
        context["text"] = text
        return render(request, "chat/fragments/edit_message.html", context, status=422)
    try:
        context["message"] = actions.edit_message(
            acting_user=request.user, message_id=message.pk, text=text, now=timezone.now()
        )
    except actions.Refused as refusal:
        context.update(error=failures.line(refusal.code), text=text)
        return render(request, "chat/fragments/edit_message.html", context, status=422)
    response = render(request, "chat/fragments/user_message.html", context)
    if request.POST.get("then") == "answer" and context["is_last"]:
        response["HX-Trigger-After-Settle"] = json.dumps(
            {"answer-again": {"turn": message.turn_id}}
        )
    return response


@login_required
def delete_message(request: UserRequest, pk: int) -> HttpResponse:
    """GET: the dialog. POST: delete the message with its reply."""
    message = _message(request, pk)
    if request.method != "POST":
        return render(request, "chat/fragments/delete_message_dialog.html", {"message": message})
    gone, response = message.turn_id, HttpResponse(status=204)
    try:
        actions.delete_message(acting_user=request.user, message_id=message.pk)
    except actions.Refused as refusal:
        toast = {"text": failures.line(refusal.code), "level": "error"}
        response["HX-Trigger"] = json.dumps({"toast": toast})
        return response
    response["HX-Trigger"] = json.dumps(
        {"turn-deleted": {"turn": gone}, "toast": {"text": gettext("The message was deleted.")}}
    )
    return response


@login_required
@require_POST
def feedback(request: UserRequest, pk: int) -> HttpResponse:
    row = _turn(request, pk)
    try:
        kept = actions.set_feedback(
            acting_user=request.user,
            turn_id=row.pk,
            is_positive=request.POST.get("value") == "up",
            now=timezone.now(),
        )
    except actions.Refused:
        raise Http404 from None
    response = render(request, "chat/fragments/thumbs.html", {"turn_id": row.pk, "feedback": kept})
    response["HX-Trigger"] = json.dumps({"announce": {"value": gettext("Saved")}})
    return response


@login_required
@require_GET
def notes(request: UserRequest, pk: int) -> HttpResponse:
    return _notes_response(request, _turn(request, pk))


def _notes_response(request: UserRequest, row: Turn) -> HttpResponse:
    context = {"turn_id": row.pk, "notes": notes_of(row), "is_late": True}
    return render(request, "chat/fragments/notes.html", context)


@login_required
@require_POST
@says_refusals
def undo_note(request: UserRequest, pk: int, item_id: int) -> HttpResponse:
    """Take back what a turn noted: the new item goes, what it replaced returns."""
    row = _turn(request, pk)
    namespace = api.namespace_for(request.user)
    item = api.item_of(namespace=namespace, item_id=item_id)
    if item is None or item.trace_id != row.trace_id:
        raise Http404
    before = item.supersedes
    api.forget_item(
        namespace=namespace, item_id=item.pk, acting_user=request.user, reason="undone_in_chat"
    )
    if before is not None and before.status != "active":
        api.restore_item(
            namespace=namespace,
            item_id=before.pk,
            acting_user=request.user,
            reason="undone_in_chat",
        )
    response = _notes_response(request, row)
    response["HX-Trigger"] = json.dumps({"announce": {"value": gettext("Taken back")}})
    return response


# --- Memories that a reply used --------------------------------------------------------------


def _why(memory: Any) -> str:
    """Return in one sentence why a memory came to mind."""
    if memory.candidate.reason == LOOKED_UP:
        return gettext("It did not come to mind by itself; it was looked up to answer you.")
    if memory.layer == "profile":
        return gettext("Part of what is always kept in mind about you.")
    if memory.layer == "history":
        return gettext("Found again in what you said earlier.")
    candidate = memory.candidate
    if candidate.outcome == "revived":
        return gettext("It had been put away and came back because it fits your message.")
    if (candidate.relevance or 0) >= (candidate.importance or 0):
        return gettext("It fits what you asked.")
    return gettext("It matters to you, and it touches what you asked.")


def _memory_context(request: UserRequest, row: Turn, candidate_id: int) -> dict[str, Any]:
    namespace = api.namespace_for(request.user)
    used = api.used_in_turn(namespace=namespace, trace_id=row.trace_id)
    memory = next((m for m in used if m.candidate.pk == candidate_id), None)
    if memory is None:
        raise Http404
    return {
        "turn_id": row.pk,
        "memory": memory,
        "why": _why(memory),
        "source": source_of(request, memory.item),
        "link": operator_link(row),
    }


def source_of(request: UserRequest, item: Any) -> str:
    """Return the address of the message that an item came from; "" when it is gone."""
    if item is None or not item.message_id:
        return ""
    message = Message.objects.for_user(request.user).filter(pk=item.message_id).first()
    if message is None:
        return ""
    return f"{reverse('chat:conversation', args=[message.conversation_id])}#message-{message.pk}"


@login_required
@says_refusals
def used_memory(request: UserRequest, pk: int, candidate_id: int) -> HttpResponse:
    """GET: one memory under a reply. POST: one of the person's answers about it."""
    row = _turn(request, pk)
    context = _memory_context(request, row, candidate_id)
    if request.method == "POST" and context["memory"].item is not None:
        context["message"] = _answer(request, row, context["memory"].item)
        context["is_settled"] = True
    return render(request, "chat/fragments/used_memory.html", context)


def _answer(request: UserRequest, row: Turn, item: Any) -> str:
    namespace, answer = api.namespace_for(request.user), request.POST.get("answer")
    whose = {"namespace": namespace, "item_id": item.pk, "acting_user": request.user}
    if answer == "right":
        api.confirm_item(**whose, reason="still_right")
        return gettext("Thank you. It is held firmly again.")
    if answer == "outdated":
        api.deprecate_item(**whose, reason="not_any_more")
        return gettext(
            "It is no longer used. You find it under My memory, where you can bring it back."
        )
    if answer == "exclude":
        conversation = row.conversation
        conversation.excluded_items = sorted({*conversation.excluded_items, item.pk})
        conversation.save(update_fields=["excluded_items"])
        return gettext("It will not be used in this conversation any more.")
    raise Http404


# --- Questions and the task in hand ---------------------------------------------------------------


@login_required
@require_POST
@says_refusals
def settle_conflict(request: UserRequest, pk: int) -> HttpResponse:
    namespace = api.namespace_for(request.user)
    conflict = next((c for c in api.open_conflicts(namespace=namespace) if c.pk == pk), None)
    if conflict is None:
        raise Http404
    state, until = request.POST.get("state", ""), _end_of(request.POST.get("until", ""))
    if state not in ("new_wins", "old_wins", "both_true", "temporary"):
        raise Http404
    if state == "temporary" and (until is None or until <= timezone.now()):
        context = {"conflict": conflict, "error": gettext("Choose a day that is still to come.")}
        return render(request, "chat/fragments/conflict.html", context, status=422)
    api.settle_conflict(
        namespace=namespace,
        conflict_id=conflict.pk,
        state=state,
        until=until if state == "temporary" else None,
        acting_user=request.user,
        reason="answered_in_chat",
    )
    return render(request, "chat/fragments/conflict_settled.html", {"state": state})


def _end_of(day: str) -> datetime | None:
    """Return the end of a day in the user's time zone; None when it is no date."""
    try:
        date = parse_date(day)
    except ValueError:
        return None
    return timezone.make_aware(datetime.combine(date, time.max)) if date else None
