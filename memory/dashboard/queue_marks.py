"""Flags and assignments on the cards of Review and Conflicts."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from memory import queue_marks
from memory.dashboard import access, act, lists
from memory.dashboard.forms import ActForm
from memory.models import QueueMark

_ROWS = {
    "item": access.items_of,
    "conflict": access.conflicts_of,
    "proposal": access.proposals_of,
    "experience": access.experiences_of,
}
PAGES = {"conflict": "conflicts"}


def mark_filter(request: HttpRequest) -> lists.Filter:
    """Return the filter by mark that the lists of both queues have."""
    return lists.Filter(
        name="mark",
        label=_("Marked"),
        apply=lambda rows, value: queue_marks.marked(rows, value, access.viewer(request)),
        choices=[
            ("mine", _("taken by me")),
            ("free", _("taken by nobody")),
            ("others", _("taken by others")),
            ("flagged", _("flagged")),
        ],
    )


@access.operator_page
def mark(request: HttpRequest, kind: str, object_id: int, what: str) -> HttpResponse:
    """Take, release, flag (with a reason) or unflag one thing that waits."""
    if kind not in _ROWS:
        raise Http404
    rows: Any = _ROWS[kind](request)
    waiting = access.one(rows.select_related("namespace"), pk=object_id)
    person = access.viewer(request)
    back = act.back_to(request) or reverse(f"dashboard:{PAGES.get(kind, 'review')}")
    if what == "flag":
        form = ActForm(request.POST if request.method == "POST" else None)
        if not form.is_valid():
            return _flag_dialog(request, form, kind, object_id)
        queue_marks.flag(waiting=waiting, acting_user=person, reason=form.cleaned_data["reason"])
        return act.done(request, back)
    simple = {
        "take": lambda: queue_marks.take(waiting=waiting, acting_user=person),
        "release": lambda: queue_marks.release(waiting=waiting, acting_user=person),
        "unflag": lambda: queue_marks.flag(waiting=waiting, acting_user=person, reason=""),
    }
    if what not in simple or request.method != "POST":
        raise Http404
    made = simple[what]()
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(back)
    return bar(request, made, kind, object_id)


def bar(request: HttpRequest, made: QueueMark, kind: str, object_id: int) -> HttpResponse:
    return render(
        request,
        "dashboard/includes/mark_bar.html",
        {"mark": made, "kind": kind, "pk": object_id},
    )


def _flag_dialog(request: HttpRequest, form: ActForm, kind: str, object_id: int) -> HttpResponse:
    return act.dialog(
        request,
        form,
        title=_("Flag it for the others"),
        warning=_("It stays in the queue; everybody who works it sees the flag and the reason."),
        affected=[],
        refused=[],
        url=reverse("dashboard:mark", args=[kind, object_id, "flag"]),
    )
