"""My memory: what is remembered about the signed-in person, and everything they can do with it."""

import json
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from chat.requests import UserRequest
from chat.templatetags.chat_turns import statement_of
from chat.views.refusals import says_refusals
from chat.views.turns import source_of
from memory import api
from memory.domain.types import Status

GROUPS: tuple[tuple[str, Any, Any], ...] = (
    ("about", _("About me"), _("Name, home, work, family name: what stays.")),
    ("preferences", _("Preferences and limits"), _("Likes, dislikes, allergies, how to answer.")),
    ("people", _("People and places"), _("Who and what belongs to your life.")),
    ("progress", _("Work in progress"), _("Goals, plans, projects, decisions.")),
    ("now", _("For now"), _("True until a day that is given.")),
    ("other", _("Other facts"), ""),
)
ERASE_WORDS = {"en": "erase", "zh-hans": "清除"}
RECENT_DAYS = 30
SHOWN_IN_HISTORY = 50


def _row(request: UserRequest, item: Any) -> dict[str, Any]:
    return _rows(request, [item])[0]


def _rows(request: UserRequest, items: list[Any]) -> list[dict[str, Any]]:
    dates = api.due_dates(api.namespace_for(request.user), items)
    return [_described(request, item, dates.get(item.pk)) for item in items]


def _described(request: UserRequest, item: Any, fades: datetime | None) -> dict[str, Any]:
    return {
        "item": item,
        "group": api.group_of(item),
        "source": source_of(request, item),
        "fades": fades,
        "fades_soon": fades is not None and fades < timezone.now() + timedelta(days=14),
        "label": api.attribute_label(item.attribute),
        "is_overridden": _is_overridden(item),
    }


def _is_overridden(item: Any) -> datetime | None:
    """Return until when a temporary item hides this one."""
    now = timezone.now()
    ends = [
        other.expires_at
        for other in item.overridden_by.all()
        if other.status == Status.ACTIVE and other.expires_at and other.expires_at > now
    ]
    return max(ends, default=None)


def _list_context(request: UserRequest) -> dict[str, Any]:
    query = request.GET.get("q", "").strip()
    chosen = request.GET.get("group", "")
    namespace = api.namespace_for(request.user)
    rows = _rows(request, api.items_of(namespace=namespace, query=query))
    counts = {key: sum(row["group"] == key for row in rows) for key, _title, _hint in GROUPS}
    shown = [row for row in rows if not chosen or row["group"] == chosen]
    return {
        "query": query,
        "chosen": chosen,
        "total": len(rows),
        "shown": len(shown),
        "groups": [
            {
                "key": key,
                "title": title,
                "hint": hint,
                "count": counts[key],
                "rows": [row for row in shown if row["group"] == key],
            }
            for key, title, hint in GROUPS
        ],
    }


@login_required
@require_GET
def memory(request: UserRequest) -> HttpResponse:
    """Show the page; for htmx only the list, searched and filtered."""
    context = _list_context(request)
    if request.htmx and request.htmx.target == "memory-list":
        return render(request, "chat/memory/list.html", context)
    namespace = api.namespace_for(request.user)
    week = timezone.now() - timedelta(days=7)
    everything = api.items_of(namespace=namespace)
    wanted = request.GET.get("item", "")
    context.update(
        {
            "everything": len(everything),
            "learned": sum(item.created_at >= week for item in everything),
            "last_said": max((item.said_at for item in everything), default=None),
            "pending_count": api.pending_episodes(namespace),
            "conflicts": api.open_conflicts(namespace=namespace),
            "months": api.months_of(namespace=namespace, now=timezone.now()),
            "wanted": int(wanted) if wanted.isdigit() else None,
            **_put_away(namespace),
        }
    )
    return render(request, "chat/memory/page.html", context)


def _put_away(namespace: Any) -> dict[str, Any]:
    """Return what was archived lately and what is no longer right, newest first."""
    since = timezone.now() - timedelta(days=RECENT_DAYS)
    archived = [
        item
        for item in api.items_of(namespace=namespace, statuses=[Status.ARCHIVED])
        if (item.status_changed_at or item.updated_at) >= since
    ]
    deprecated = api.items_of(namespace=namespace, statuses=[Status.DEPRECATED])
    deprecated.sort(key=lambda item: item.status_changed_at or item.updated_at, reverse=True)
    return {
        "archived": archived[:SHOWN_IN_HISTORY],
        "deprecated": deprecated[:SHOWN_IN_HISTORY],
        "deprecated_count": len(deprecated),
    }


def _item(request: UserRequest, pk: int) -> Any:
    item = api.item_of(namespace=api.namespace_for(request.user), item_id=pk)
    if item is None:
        raise Http404
    return item


def _whose(request: UserRequest, item: Any, reason: str) -> dict[str, Any]:
    return {
        "namespace": api.namespace_for(request.user),
        "item_id": item.pk,
        "acting_user": request.user,
        "reason": reason,
    }


def _row_response(request: UserRequest, pk: int, said: str, focus: str = "") -> HttpResponse:
    response = render(
        request,
        "chat/memory/row.html",
        {"row": _row(request, _item(request, pk)), "is_fresh": True},
    )
    triggers: dict[str, Any] = {"announce": {"value": said}}
    if focus:
        triggers["focus-on"] = {"value": f"#item-{pk} {focus}"}
    response["HX-Trigger"] = json.dumps(triggers)
    return response


@login_required
@says_refusals
def edit_item(request: UserRequest, pk: int) -> HttpResponse:
    """GET: the row, or with `form` its form. POST: a new version with the person's words."""
    item = _item(request, pk)
    if request.method != "POST":
        if "form" in request.GET:
            return render(request, "chat/memory/edit.html", {"item": item})
        return render(request, "chat/memory/row.html", {"row": _row(request, item)})
    text = " ".join(request.POST.get("text", "").split())
    if not text or len(text) > 1000:
        context = {"item": item, "text": text, "error": gettext("Write one sentence.")}
        return render(request, "chat/memory/edit.html", context, status=422)
    text = statement_of(text, item)
    if text == item.text:
        return _row_response(request, item.pk, gettext("Unchanged"), "[data-edit]")
    changed = api.edit_item(**_whose(request, item, "edited_by_user"), text=text)
    new_id = getattr(changed, "pk", item.pk)
    return _row_response(request, new_id, gettext("Saved"), "[data-edit]")


@login_required
@require_POST
@says_refusals
def pin_item(request: UserRequest, pk: int) -> HttpResponse:
    item = _item(request, pk)
    api.pin_item(**_whose(request, item, "pinned_by_user"), pinned=not item.pinned)
    said = gettext("No longer pinned") if item.pinned else gettext("Pinned: it never fades")
    return _row_response(request, pk, said, "[data-pin]")


@login_required
@require_POST
@says_refusals
def forget_item(request: UserRequest, pk: int) -> HttpResponse:
    """Erase one item from every layer. The page waits a few seconds before it asks for this."""
    item = _item(request, pk)
    api.forget_item(**_whose(request, item, "forgotten_by_user"))
    if not request.htmx:
        messages.success(request, gettext("Forgotten"))
        return redirect("chat:memory")
    return HttpResponse(status=204)


@login_required
@require_POST
@says_refusals
def restore_item(request: UserRequest, pk: int) -> HttpResponse:
    """Bring back what was archived or put aside."""
    item = _item(request, pk)
    api.restore_item(**_whose(request, item, "restored_by_user"))
    messages.success(request, gettext("It is remembered again."))
    return redirect("chat:memory")


@login_required
@require_GET
def item_history(request: UserRequest, pk: int) -> HttpResponse:
    """Return where an item is from, and its versions."""
    item = _item(request, pk)
    namespace = api.namespace_for(request.user)
    context = {
        "row": _row(request, item),
        "versions": api.versions_of(namespace=namespace, item=item),
    }
    return render(request, "chat/memory/history.html", context)


@login_required
@require_GET
def export(request: UserRequest, form: str) -> HttpResponse:
    """Return everything that is remembered, as JSON or Markdown."""
    kinds = {"json": ("json", "application/json"), "md": ("markdown", "text/markdown")}
    if form not in kinds:
        raise Http404
    name, kind = kinds[form]
    text = api.export(namespace=api.namespace_for(request.user), format=name)
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="my-memory.{form}"'
    return response


@login_required
def erase(request: UserRequest) -> HttpResponse:
    """GET: the dialog with counts. POST: erase everything after the typed word."""
    namespace = api.namespace_for(request.user)
    word = ERASE_WORDS.get(get_language() or "en", ERASE_WORDS["en"])
    context = {"word": word, "count": len(api.items_of(namespace=namespace))}
    if request.method != "POST":
        return render(request, "chat/memory/erase_dialog.html", context)
    if request.POST.get("word", "").strip().lower() not in ERASE_WORDS.values():
        context["error"] = gettext("Type the word “%(word)s” to confirm.") % {"word": word}
        return render(request, "chat/memory/erase_dialog.html", context, status=422)
    receipt = api.erase(
        namespace=namespace, scope="user", acting_user=request.user, reason="erased_by_user"
    )
    response = render(request, "chat/memory/receipt.html", {"receipt": receipt})
    return response
