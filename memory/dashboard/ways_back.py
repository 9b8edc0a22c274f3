"""The way back of a change that the audit shows: taken back later, with a reason."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.actions import ActionRefused
from memory.dashboard import access, act, undo
from memory.dashboard.acts import ACTS
from memory.dashboard.forms import ActForm
from memory.dashboard.words import event_label
from memory.models import MemoryEvent, MemoryItem
from memory.taking_back import REFUSED, take_back

# Changes of items that the core takes back whole, by their moment.
BY_MOMENT = frozenset(
    {"item.archived", "item.deprecated", "item.restored", "item.pinned", "item.unpinned",
     "item.weighed", "item.expiry_changed", "item.approved", "item.rejected", "item.merged",
     "item.taken_back"}
)  # fmt: skip
# Those whose way back is an act of its own.
BY_ACT = {"item.protected": "unprotect", "item.unprotected": "protect"}
CHANGED_SINCE = gettext_lazy("It was changed again since then; see its history.")


def with_ways_back(events: Sequence[MemoryEvent]) -> list[dict[str, Any]]:
    """Return the events with the address of the dialog that takes each back, "" where none does.

    A change that made a new version goes back by restoring the one before.
    """
    made_new = _made_new(events)
    return [{"event": event, "back_url": _way_back(event, made_new)} for event in events]


def _made_new(events: Sequence[MemoryEvent]) -> set[tuple[int | None, Any]]:
    """Return which changes made rows, in one query: those are not taken back by their moment."""
    moments = {e.created_at for e in events if e.action in BY_MOMENT}
    rows = MemoryEvent.objects.filter(
        created_at__in=moments,
        namespace_id__in={e.namespace_id for e in events},
        action__in=REFUSED,
    )
    return set(rows.values_list("namespace_id", "created_at")) if moments else set()


def _way_back(event: MemoryEvent, made_new: set[tuple[int | None, Any]]) -> str:
    item = event.item
    if item is None or event.actor_kind != MemoryEvent.Actor.PERSON:
        return ""
    if event.action == "item.edited" and item.supersedes_id is not None:
        is_newest = not ACTS["edit"].refuse(item)
        return _act_url(item.supersedes_id, "restore") if is_newest else ""
    if event.action in BY_ACT:
        chosen = ACTS[BY_ACT[event.action]]
        return "" if chosen.refuse(item) else _act_url(item.pk, chosen.name)
    is_whole = (event.namespace_id, event.created_at) not in made_new
    if event.action in BY_MOMENT and is_whole and item.updated_at <= event.created_at:
        return reverse("dashboard:event_back", args=[event.pk])
    return ""


def _act_url(item_id: int, name: str) -> str:
    return reverse("dashboard:act", args=[item_id, name])


@access.admin_page
def event_back(request: HttpRequest, event_id: int) -> HttpResponse:
    """Ask for a reason, then take the change back to which a row of the audit belongs."""
    rows = access.events_of(request).filter(action__in=BY_MOMENT).exclude(namespace=None)
    event = access.one(rows.select_related("namespace__tenant", "item"), pk=event_id)
    form = ActForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and event.namespace is not None:
        try:
            items = take_back(
                namespace=event.namespace,
                moment=event.created_at,
                acting_user=access.viewer(request),
                reason=form.cleaned_data["reason"],
            )
        except ActionRefused:
            form.add_error(None, str(CHANGED_SINCE))
        else:
            moment = max((item.updated_at for item in items), default=event.created_at)
            is_new = moment > event.created_at  # otherwise nothing of the items differed
            change = (event.namespace.pk, moment) if is_new else None
            undo.remember(request, _("Taken back"), [], change=change)
            return act.done(request, act.back_to(request) or reverse("dashboard:audit"))
    return act.dialog(
        request,
        form,
        title=_("Take back: %(what)s") % {"what": event_label(event.action)},
        warning=_("Everything that this change did is as it was before; the audit keeps both."),
        affected=_items_of(event),
        refused=[],
        url=reverse("dashboard:event_back", args=[event.pk]),
        submit=_("Take back"),
    )


def _items_of(event: MemoryEvent) -> list[MemoryItem]:
    """Return the items that a change was of, at most as many as a dialog lists."""
    rows = MemoryItem.objects.filter(
        events__namespace=event.namespace, events__created_at=event.created_at
    )
    return list(rows.distinct().order_by("pk")[:20])
