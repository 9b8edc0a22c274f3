"""Answers to conflicts: what each would lead to, one settled by a key, many settled at once."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from memory import actions, outlook
from memory.dashboard import access, act, decide, undo
from memory.dashboard.acts import taken_back
from memory.dashboard.conflicts import STATES
from memory.dashboard.forms import ActForm, UntilForm
from memory.domain.types import Status
from memory.models import Conflict
from memory.outlook import Fate, Outlook

ANSWERS = [state for state in Conflict.State if state != Conflict.State.OPEN]
MANY_CAP = 100


def _conflicts(request: HttpRequest) -> Any:
    return access.conflicts_of(request).select_related("namespace__user", "old_item", "new_item")


def _choice(values: Any) -> Conflict.State:
    if values.get("choice") not in ANSWERS:
        raise Http404
    return Conflict.State(values["choice"])


@access.operator_page
def settle(request: HttpRequest, conflict_id: int) -> HttpResponse:
    """Settle a conflict: `choice` is new_wins, old_wins, both_true or temporary (with `until`)."""
    conflict = access.one(_conflicts(request), pk=conflict_id)
    choice = _choice(request.POST if request.method == "POST" else request.GET)
    until = None
    if choice == Conflict.State.TEMPORARY:
        form = UntilForm(request.POST if request.method == "POST" else None)
        if not form.is_valid():
            return _until_dialog(request, conflict, form)
        until = form.cleaned_data["until"]
    elif request.method != "POST":
        raise Http404
    try:
        settled = _settle(request, conflict, choice, decide.reason_of(request), until)
    except actions.ActionRefused as error:
        return decide.refused(request, error, reverse("dashboard:conflicts"))
    said = _("Settled: %(how)s") % {"how": STATES[choice]}
    undo.remember(request, said, [taken_back(settled.new_item, settled.settled_at)])
    if choice == Conflict.State.TEMPORARY:
        return act.done(request, reverse("dashboard:conflicts"))
    return decide.decided(request, said, f"conflict-{conflict.pk}", reverse("dashboard:conflicts"))


def _settle(
    request: HttpRequest,
    conflict: Conflict,
    choice: Conflict.State,
    reason: str,
    until: datetime | None,
) -> Conflict:
    return actions.settle_conflict(
        namespace=conflict.namespace,
        conflict_id=conflict.pk,
        acting_user=access.viewer(request),
        state=choice,
        reason=reason,
        until=until,
    )


def _until_dialog(request: HttpRequest, conflict: Conflict, form: UntilForm) -> HttpResponse:
    return act.dialog(
        request,
        form,
        title=_("The new one until…"),
        warning=_("Afterwards the old one holds again by itself."),
        affected=[conflict.new_item],
        refused=[],
        url=reverse("dashboard:settle", args=[conflict.pk]) + "?choice=temporary",
        hidden=[("choice", "temporary")],
    )


@access.operator_page
def outlooks(request: HttpRequest, conflict_id: int) -> HttpResponse:
    """Show what each of the four answers would lead to."""
    conflict = access.one(_conflicts(request), pk=conflict_id)
    rows = [
        _row(found, conflict)
        for answer in ANSWERS
        for found in outlook.preview_settlements(
            conflicts=[conflict], acting_user=access.viewer(request), state=answer
        )
    ]
    return render(request, "dashboard/includes/outlooks.html", {"rows": rows})


def _row(found: Outlook, conflict: Conflict) -> dict[str, Any]:
    return {
        "state": found.state,
        "answer": _("the new one until tonight, or the day that you choose")
        if found.state == Conflict.State.TEMPORARY
        else STATES[Conflict.State(found.state)],
        "conflict": conflict,
        "fates": [(fate, fate_words(fate, found.fates)) for fate in found.fates],
        "closes": found.closes,
        "refused": found.refused,
    }


def fate_words(fate: Fate, all_of_it: Sequence[Fate]) -> str:
    """Say in words what becomes of one side of a conflict."""
    if fate.status != Status.ACTIVE:
        if fate.ends is None:
            return _("no longer right")
        return _("no longer right since %(date)s") % {"date": _day(fate.ends)}
    if fate.hides_until:
        return _("holds until %(date)s, and no longer") % {"date": _day(fate.hides_until)}
    hidden = next((other.hides_until for other in all_of_it if other.hides_until), None)
    if hidden:
        return _("stays active; not recalled until %(date)s, then again") % {"date": _day(hidden)}
    if fate.ends:
        return _("active until %(date)s") % {"date": _day(fate.ends)}
    return _("stays active") if fate.was == Status.ACTIVE else _("becomes active")


def _day(moment: datetime) -> str:
    return str(date_format(timezone.localtime(moment), "DATE_FORMAT"))


@require_POST
@access.operator_page
def settle_many(request: HttpRequest) -> HttpResponse:
    """Show what one answer to all selected conflicts would lead to; once confirmed, settle them."""
    choice = _choice(request.POST)
    ids = [int(pk) for pk in request.POST.getlist("ids") if pk.isdecimal()][:MANY_CAP]
    selected = {c.pk: c for c in _conflicts(request).filter(pk__in=ids).order_by("pk")}
    form_class = UntilForm if choice == Conflict.State.TEMPORARY else ActForm
    form = form_class(request.POST if request.POST.get("confirmed") else None)
    failed: dict[int, str] = {}
    if form.is_valid() and selected:
        failed = _settle_all(request, list(selected.values()), choice, form)
        if not failed:
            return act.done(request, act.back_to(request) or reverse("dashboard:conflicts"))
        selected = {pk: conflict for pk, conflict in selected.items() if pk in failed}
    found = outlook.preview_settlements(
        conflicts=list(selected.values()), acting_user=access.viewer(request), state=choice
    )
    rows = [_row(one, selected[one.conflict_id]) for one in found]
    return render(
        request,
        "dashboard/settle_many.html",
        {
            "form": form,
            "choice": choice,
            "answer": STATES[choice],
            "permitted": [row for row in rows if not row["refused"]],
            "refused": [row for row in rows if row["refused"]],
            "failed": [(selected[pk], why) for pk, why in failed.items()],
            "reasons": act.recent_reasons(request),
            "back": act.back_to(request) or reverse("dashboard:conflicts"),
        },
        status=422 if form.is_bound else 200,
    )


def _settle_all(
    request: HttpRequest, selected: Sequence[Conflict], choice: Conflict.State, form: ActForm
) -> dict[int, str]:
    """Settle each; return those that could not be settled, with why."""
    reason, until = form.cleaned_data["reason"], form.cleaned_data.get("until")
    steps, failed = [], {}
    for conflict in selected:
        try:
            settled = _settle(request, conflict, choice, reason, until)
        except actions.ActionRefused as error:
            failed[conflict.pk] = str(error)
        else:
            steps.append(taken_back(settled.new_item, settled.settled_at))
    text = ngettext("%(n)d conflict settled: %(how)s", "%(n)d conflicts settled: %(how)s",
                    len(steps))  # fmt: skip
    said = text % {"n": len(steps), "how": STATES[choice]}
    if failed:
        said += " · " + ngettext("%(n)d failed", "%(n)d failed", len(failed)) % {"n": len(failed)}
    undo.remember(request, said, steps[::-1])  # the last one first
    return failed
