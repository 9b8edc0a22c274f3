"""The last change of a person: kept in their session until the next, taken back on request."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memory import actions, experience_edits, policy_changes, taking_back
from memory.dashboard import access
from memory.dashboard.acts import ACTS, Undo
from memory.experience_edits import StaleExperience, Standing
from memory.models import Experience, MemoryItem, Namespace

KEY = "dashboard-undo"
Step = tuple[int, Undo | None]
Way = Callable[[HttpRequest, Mapping[str, Any]], None]
_WAYS: dict[str, Way] = {}


class NotPossible(Exception):
    """It cannot be taken back any more; the message says why."""


NOT_POSSIBLE = (
    NotPossible,
    policy_changes.ExperimentRefused,
    actions.ActionRefused,
    actions.StaleItem,
    StaleExperience,
    MemoryItem.DoesNotExist,
    Experience.DoesNotExist,
)


def way(name: str) -> Callable[[Way], Way]:
    """Register how a kind of change is taken back, by the values that `remember` kept of it."""

    def register(take_back: Way) -> Way:
        _WAYS[name] = take_back
        return take_back

    return register


def remember(
    request: HttpRequest,
    said: str,
    steps: Sequence[Step],
    *,
    change: tuple[int, datetime] | None = None,
    experiences: Sequence[Standing] = (),
    by: tuple[str, Mapping[str, Any]] | None = None,
) -> None:
    """Keep how to take back what was just done; what cannot be taken back is only said.

    `steps` are acts on items, `change` is a change of a namespace at a moment, `experiences` how
    they stood before, `by` the name of another way (see `way`) with values for it.
    """
    request.session[KEY] = {
        "said": said,
        "steps": [(pk, step.act, step.values) for pk, step in steps if step is not None],
        "change": [change[0], change[1].isoformat()] if change else [],
        "experiences": [asdict(standing) for standing in experiences],
        "by": list(by) if by else [],
        "is_new": True,
    }


def can_undo(request: HttpRequest) -> bool:
    """Say whether the last change can be taken back."""
    kept = request.session.get(KEY) or {}
    return any(kept.get(name) for name in ("steps", "change", "experiences", "by"))


def last(request: HttpRequest) -> dict[str, Any] | None:
    """Return what was last done, once: the page that shows it is the one after the change."""
    kept = request.session.get(KEY)
    if not kept or not kept.get("is_new"):
        return None
    request.session[KEY] = {**kept, "is_new": False}
    return {"said": kept["said"], "can_undo": can_undo(request)}


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
        except NOT_POSSIBLE as error:
            messages.error(request, _("It could not be taken back: %(why)s") % {"why": error})
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": back})
    return redirect(back)


def _take_back(request: HttpRequest, kept: dict[str, Any]) -> None:
    person = access.viewer(request)
    reason = _("undone")
    if kept["change"]:
        namespace_id, moment = kept["change"]
        namespace = access.one(access.namespaces_of(request), pk=namespace_id)
        taking_back.take_back(
            namespace=namespace,
            moment=datetime.fromisoformat(moment),
            acting_user=person,
            reason=reason,
        )
    if kept["experiences"]:
        experience_edits.put_back(
            namespace=Namespace.objects.shared(access.tenant_of(request)),
            standings=[Standing(**row) for row in kept["experiences"]],
            acting_user=person,
            reason=reason,
        )
    if kept["by"]:
        name, values = kept["by"]
        _WAYS[name](request, values)
    for pk, name, values in kept["steps"]:
        item_id = values.pop("item", pk)
        rows = access.items_of(request).select_related("namespace__user", "decay")
        ACTS[name].run(access.one(rows, pk=item_id), person, reason, values)
