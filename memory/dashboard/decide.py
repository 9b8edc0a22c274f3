"""Decisions of the queues: conflicts and proposals. The decided card comes back with its undo."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import trigger_client_event

from memory import actions, experiences, upkeep
from memory.dashboard import access, act, undo
from memory.dashboard.acts import Undo
from memory.dashboard.conflicts import STATES
from memory.dashboard.forms import UntilForm
from memory.models import Conflict, ReviewProposal


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()[:300] or _("checked by an operator")


def _decided(request: HttpRequest, said: str, target: str, next_url: str) -> HttpResponse:
    """Return what stands in the place of the card; without htmx, go back to the queue."""
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(next_url)
    answer = render(
        request,
        "dashboard/includes/decided.html",
        {"said": said, "target": target, "back": next_url},
    )
    return trigger_client_event(answer, "decided", {"text": said}, after="settle")


@access.operator_page
def settle(request: HttpRequest, conflict_id: int) -> HttpResponse:
    """Settle a conflict: `choice` is new_wins, old_wins, both_true or temporary (with `until`)."""
    conflict = access.one(
        access.conflicts_of(request).select_related("namespace", "old_item", "new_item"),
        pk=conflict_id,
    )
    choice = (request.POST if request.method == "POST" else request.GET).get("choice", "")
    if choice not in Conflict.State.values or choice == Conflict.State.OPEN:
        raise Http404
    until = None
    if choice == Conflict.State.TEMPORARY:
        form = UntilForm(request.POST if request.method == "POST" else None)
        if not form.is_valid():
            return _until_dialog(request, conflict, form)
        until = form.cleaned_data["until"]
    elif request.method != "POST":
        raise Http404
    try:
        actions.settle_conflict(
            namespace=conflict.namespace,
            conflict_id=conflict.pk,
            acting_user=access.viewer(request),
            state=choice,
            reason=_reason(request),
            until=until,
        )
    except actions.ActionRefused as error:
        return _refused(request, error, reverse("dashboard:conflicts"))
    said = _("Settled: %(how)s") % {"how": STATES[Conflict.State(choice)]}
    undo.remember_conflict(request, said, conflict.pk)
    if choice == Conflict.State.TEMPORARY:
        return act.done(request, reverse("dashboard:conflicts"))
    return _decided(request, said, f"conflict-{conflict.pk}", reverse("dashboard:conflicts"))


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


def _refused(request: HttpRequest, error: Exception, next_url: str) -> HttpResponse:
    """Say in the place of the card why nothing was changed."""
    return render(
        request,
        "dashboard/includes/refused.html",
        {"why": str(error), "back": next_url},
        status=422,
    )


@access.operator_page
def decide_item(request: HttpRequest, item_id: int) -> HttpResponse:
    """Approve or reject an item in review."""
    item = access.one(access.items_of(request).select_related("namespace"), pk=item_id)
    choice = request.POST.get("choice", "")
    run = {"approve": actions.approve_item, "reject": actions.reject_item}.get(choice)
    if run is None:
        raise Http404
    try:
        run(
            namespace=item.namespace,
            item_id=item.pk,
            acting_user=access.viewer(request),
            reason=_reason(request),
        )
    except actions.ActionRefused as error:
        return _refused(request, error, reverse("dashboard:review"))
    said = _("Accepted: “%(text)s”") if choice == "approve" else _("Rejected: “%(text)s”")
    back = Undo(act="to_review")
    undo.remember(request, said % {"text": item.text}, [(item.pk, back)])
    return _decided(
        request, said % {"text": item.text}, f"item-{item.pk}", reverse("dashboard:review")
    )


@access.operator_page
def decide_proposal(request: HttpRequest, proposal_id: int) -> HttpResponse:
    """Approve or reject what waits in review and is not an item."""
    waiting = access.proposals_of(request).filter(state=ReviewProposal.State.WAITING)
    proposal = access.one(waiting.select_related("namespace"), pk=proposal_id)
    choice = request.POST.get("choice", "")
    if choice not in ("approve", "reject"):
        raise Http404
    upkeep.decide_proposal(
        proposal=proposal,
        acting_user=access.viewer(request),
        is_approved=choice == "approve",
        reason=_reason(request),
    )
    said = _("Accepted") if choice == "approve" else _("Rejected")
    undo.remember(request, said, [])
    next_url = reverse("dashboard:review") + "?tab=proposals"
    return _decided(request, said, f"proposal-{proposal.pk}", next_url)


@access.operator_page
def decide_experience(request: HttpRequest, experience_id: int) -> HttpResponse:
    """Approve, reject or retire an experience."""
    found = access.one(access.experiences_of(request), pk=experience_id)
    choices = {
        "approve": (experiences.approve_experience, _("Accepted")),
        "reject": (experiences.reject_experience, _("Rejected")),
        "retire": (experiences.archive_experience, _("Retired")),
    }
    choice = request.POST.get("choice", "")
    if choice not in choices:
        raise Http404
    run, said = choices[choice]
    next_url = reverse("dashboard:review") + "?tab=experiences"
    try:
        run(experience=found, acting_user=access.viewer(request), reason=_reason(request))
    except experiences.ExperienceRefused as error:
        return _refused(request, error, next_url)
    undo.remember(request, said, [])
    return _decided(request, said, f"experience-{found.pk}", next_url)
