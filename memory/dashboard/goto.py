"""Go to anything: pages, users, memory items and turns that match a few words or an id."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from memory.dashboard import access, lists, navigation

SHOWN = 6


@access.operator_page
def goto(request: HttpRequest) -> HttpResponse:
    """Return the hits for `?q=` as a list of links."""
    text = request.GET.get("q", "").strip()
    hits = _pages(request, text)
    if text:
        hits += _users(request, text) + _items(request, text) + _turns(request, text)
    return render(request, "dashboard/includes/goto_hits.html", {"hits": hits, "text": text})


def _hit(kind: str, icon: str, label: str, address: str, note: str = "") -> dict[str, Any]:
    return {"kind": kind, "icon": icon, "label": label, "url": address, "note": note}


def _pages(request: HttpRequest, text: str) -> list[dict[str, Any]]:
    is_admin = access.viewer(request).is_admin
    return [
        _hit(_("Page"), page["icon"], page["label"], reverse(page["url"]))
        for _group, pages in navigation.groups(is_admin=is_admin)
        for page in pages
        if text.casefold() in page["label"].casefold()
    ][:12]


def _users(request: HttpRequest, text: str) -> list[dict[str, Any]]:
    found = access.users_of(request).filter(username__icontains=text).order_by("username")[:SHOWN]
    return [
        _hit(_("User"), "user", user.username, reverse("dashboard:user", args=[user.pk]))
        for user in found
    ]


def _items(request: HttpRequest, text: str) -> list[dict[str, Any]]:
    rows = access.items_of(request).select_related("namespace__user")
    number = text.removeprefix("#")
    if number.isdecimal():
        found = list(rows.filter(pk=number))
    else:
        found = list(lists.contains("text", "value")(rows, text).order_by("-updated_at")[:SHOWN])
    return [
        _hit(_("Memory"), "brain", item.text, reverse("dashboard:item", args=[item.pk]),
             item.namespace.user.username if item.namespace.user else "")
        for item in found
    ]  # fmt: skip


def _turns(request: HttpRequest, text: str) -> list[dict[str, Any]]:
    rows = access.traces_of(request).select_related("namespace__user").defer("messages")
    found = list(rows.filter(trace_id__startswith=text)[:1]) if len(text) >= 8 else []
    if not found:
        found = list(lists.contains("query")(rows, text).order_by("-created_at")[:SHOWN])
    return [
        _hit(_("Turn"), "message-circle", trace.query,
             reverse("dashboard:turn", args=[trace.trace_id]),
             trace.namespace.user.username if trace.namespace.user else "")
        for trace in found
    ]  # fmt: skip
