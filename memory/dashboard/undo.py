"""The last change of a person: kept in their session until the next, taken back on request."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memory import actions, upkeep
from memory.dashboard import access
from memory.dashboard.acts import ACTS, Undo
from memory.models import MemoryItem

KEY = "dashboard-undo"
Step = tuple[int, Undo | None]


def remember(request: HttpRequest, said: str, steps: Sequence[Step]) -> None:
    """Keep how to take back what was just done; what cannot be taken back is only said."""
    kept = [(pk, step.act, step.values) for pk, step in steps if step is not None]
    request.session[KEY] = {"said": said, "steps": kept, "is_new": True}


def remember_conflict(request: HttpRequest, said: str, conflict_id: int) -> None:
    request.session[KEY] = {"said": said, "conflict": conflict_id, "steps": [], "is_new": True}


def last(request: HttpRequest) -> dict[str, Any] | None:
    """Return what was last done, once: the page that shows it is the one after the change."""
    kept = request.session.get(KEY)
    if not kept or not kept.get("is_new"):
        return None
    request.session[KEY] = {**kept, "is_new": False}
    return {"said": kept["said"], "can_undo": bool(kept["steps"] or kept.get("conflict"))}


@require_POST
@access.operator_page
def undo(request: HttpRequest) -> HttpResponse:
    """Take the last change back."""
    kept = request.session.pop(KEY, None)
    back = request.POST.get("back", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = reverse("dashboard:overview")
    if kept:
        try:
            _take_back(request, kept)
            messages.success(request, _("Taken back."))
        except (actions.ActionRefused, actions.StaleItem, MemoryItem.DoesNotExist) as error:
            messages.error(request, _("It could not be taken back: %(why)s") % {"why": error})
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": back})
    return redirect(back)


def _take_back(request: HttpRequest, kept: dict[str, Any]) -> None:
    person = access.viewer(request)
    reason = _("undone")
    if kept.get("conflict"):
        conflict = access.one(
            access.conflicts_of(request).select_related("namespace"), pk=kept["conflict"]
        )
        upkeep.reopen_conflict(
            namespace=conflict.namespace,
            conflict_id=conflict.pk,
            acting_user=person,
            reason=reason,
        )
    for pk, name, values in kept["steps"]:
        item_id = values.pop("item", pk)
        rows = access.items_of(request).select_related("namespace__user", "decay")
        ACTS[name].run(access.one(rows, pk=item_id), person, reason, values)
