"""A part of a page that is opened by itself leads to the page that it is a part of.

Parts are fetched by scripts, which accept anything; a browser that opens an address, in a new tab
or when it goes back, asks for text/html.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import ResolverMatch, reverse
from django.utils.cache import patch_vary_headers

from chat.models import Message, Turn

WHOLE = re.compile(rb"\s*<!doctype html", re.IGNORECASE)
Numbers = Mapping[str, Any]


def whole_pages(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Return the middleware."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method != "GET" or not _is_part(response):
            return response
        # Without it a browser that goes back may show the part that a script fetched from there.
        patch_vary_headers(response, ("Accept",))
        match = request.resolver_match
        if match is None or not _is_opened(request):
            return response
        return HttpResponseRedirect(page_of(match, request.GET))

    return middleware


def _is_part(response: HttpResponse) -> bool:
    is_html = response.get("Content-Type", "").startswith("text/html")
    return (
        is_html
        and not response.streaming
        and response.status_code == 200
        and WHOLE.match(response.content) is None
    )


def _is_opened(request: HttpRequest) -> bool:
    """Say whether a browser opens the address itself: scripts accept */*."""
    return "text/html" in request.headers.get("Accept", "") and "HX-Request" not in request.headers


def page_of(match: ResolverMatch, query: QueryDict) -> str:
    """Return the address of the page that holds a part, at the place of the part."""
    find = _PAGES.get(match.view_name)
    if find is not None:
        return find(match.kwargs, query)
    return reverse("dashboard:overview" if match.app_name == "dashboard" else "chat:home")


def _conversation(kwargs: Numbers, query: QueryDict) -> str:
    return reverse("chat:conversation", args=[kwargs["pk"]])


def _turn(kwargs: Numbers, query: QueryDict) -> str:
    turn = Turn.objects.get(pk=kwargs["pk"])
    return f"{reverse('chat:conversation', args=[turn.conversation_id])}#turn-{turn.pk}"


def _message(kwargs: Numbers, query: QueryDict) -> str:
    message = Message.objects.get(pk=kwargs["pk"])
    return f"{reverse('chat:conversation', args=[message.conversation_id])}#message-{message.pk}"


def _memory(kwargs: Numbers, query: QueryDict) -> str:
    asked = {"item": kwargs["pk"]} if "pk" in kwargs else {}
    asked |= {name: query[name] for name in ("q", "group") if query.get(name)}
    return reverse("chat:memory") + (f"?{urlencode(asked)}" if asked else "")


def _trace(kwargs: Numbers, query: QueryDict) -> str:
    return reverse("dashboard:turn", args=[kwargs["trace_id"]])


def _object(kwargs: Numbers, query: QueryDict) -> str:
    """The page of what the panel beside a list shows, `item:12` or the like."""
    kind, _colon, key = query.get("object", "").partition(":")
    return reverse(f"dashboard:{kind}", args=[key])


def _waiting(kwargs: Numbers, query: QueryDict) -> str:
    """The page of what a card or a form of a queue is about."""
    kind, key = kwargs.get("kind", "conflict"), kwargs.get("object_id")
    if kind in ("item", "experience"):
        return reverse(f"dashboard:{kind}", args=[key])
    return reverse("dashboard:conflicts" if kind == "conflict" else "dashboard:review")


def _run(kwargs: Numbers, query: QueryDict) -> str:
    return reverse("dashboard:jobs") + "?tab=checks"


_PAGES: dict[str, Callable[[Numbers, QueryDict], str]] = {
    **dict.fromkeys(
        ("chat:turns", "chat:rename", "chat:delete", "chat:tasks"),
        _conversation,
    ),
    **dict.fromkeys(("chat:turn", "chat:notes", "chat:used_memory"), _turn),
    **dict.fromkeys(("chat:show_message", "chat:edit_message", "chat:delete_message"), _message),
    **dict.fromkeys(("chat:memory", "chat:item", "chat:item_history", "chat:erase"), _memory),
    **dict.fromkeys(("dashboard:why_not", "dashboard:replay"), _trace),
    **dict.fromkeys(("dashboard:presence", "dashboard:outlook"), _waiting),
    "dashboard:peek": _object,
    "dashboard:run": _run,
}
