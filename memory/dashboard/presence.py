"""Who else looks at the same card or writes in the same form: kept in Redis for a short while.

It only tells; it locks nothing. What was decided or changed meanwhile is refused by the core.
"""

import time
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from memory.dashboard import access
from memory.models import User

WRITING = timedelta(seconds=30)  # a form asks every ten seconds
DECIDING = timedelta(minutes=5)  # a card says it once, when it is chosen
Entry = tuple[str, float]  # name, until when (Unix seconds)

_ROWS = {
    "item": access.items_of,
    "conflict": access.conflicts_of,
    "proposal": access.proposals_of,
    "experience": access.experiences_of,
}


@access.operator_page
def presence(request: HttpRequest, kind: str, object_id: int) -> HttpResponse:
    """Say that the viewer is here, and show who else is; `?deciding=1` holds for longer."""
    if kind not in _ROWS:
        raise Http404
    access.one(_ROWS[kind](request), pk=object_id)
    stay = DECIDING if request.GET.get("deciding") else WRITING
    others = note(kind, object_id, access.viewer(request), stay)
    return render(
        request,
        "dashboard/includes/presence.html",
        {"others": others, "is_deciding": stay == DECIDING},
    )


def note(kind: str, object_id: int, user: User, stay: timedelta) -> list[str]:
    """Note that a person is here, and return the names of the others."""
    now = time.time()
    entries: dict[int, Entry] = cache.get(_key(kind, object_id)) or {}
    entries = {pk: entry for pk, entry in entries.items() if entry[1] > now}
    entries[user.pk] = (user.get_username(), now + stay.total_seconds())
    cache.set(_key(kind, object_id), entries, DECIDING.total_seconds())
    return _names(entries, user, now)


def others_at(kind: str, ids: Iterable[int], user: User) -> dict[int, list[str]]:
    """Return who else is at each of several objects, in one question to the cache."""
    keys = {_key(kind, pk): pk for pk in ids}
    now = time.time()
    found: dict[str, Any] = cache.get_many(list(keys))
    return {keys[key]: _names(entries, user, now) for key, entries in found.items()}


def _names(entries: dict[int, Entry], user: User, now: float) -> list[str]:
    return sorted(name for pk, (name, until) in entries.items() if pk != user.pk and until > now)


def _key(kind: str, object_id: int) -> str:
    return f"presence:{kind}:{object_id}"
