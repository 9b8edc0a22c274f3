"""Decisions of the review queue. The decided card comes back with its undo."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import trigger_client_event

from memory import actions, experiences, upkeep
from memory.dashboard import access, undo
from memory.dashboard.acts import taken_back
from memory.experience_edits import standing_of
from memory.models import ReviewProposal


def reason_of(request: HttpRequest) -> str:
    """Return the reason that came with a decision, or the usual one."""
    return request.POST.get("reason", "").strip()[:300] or _("checked by an operator")


def decided(request: HttpRequest, said: str, target: str, next_url: str) -> HttpResponse:
    """Return what stands in the place of the card; without htmx, go back to the queue."""
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(next_url)
    answer = render(
        request,
        "dashboard/includes/decided.html",
        {
            "said": said,
            "target": target,
            "back": next_url,
            "can_undo": undo.can_undo(request),
        },
    )
    return trigger_client_event(answer, "decided", {"text": said}, after="settle")


def refused(request: HttpRequest, error: Exception, next_url: str) -> HttpResponse:
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
        item = run(
            namespace=item.namespace,
            item_id=item.pk,
            acting_user=access.viewer(request),
            reason=reason_of(request),
        )
    except actions.ActionRefused as error:
        return refused(request, error, reverse("dashboard:review"))
    said = _("Accepted: “%(text)s”") if choice == "approve" else _("Rejected: “%(text)s”")
    undo.remember(request, said % {"text": item.text}, [taken_back(item, item.updated_at)])
    return decided(
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
    decided_now = upkeep.decide_proposal(
        proposal=proposal,
        acting_user=access.viewer(request),
        is_approved=choice == "approve",
        reason=reason_of(request),
    )
    said = _("Accepted") if choice == "approve" else _("Rejected")
    moment = decided_now.decided_at
    change = (proposal.namespace_id, moment) if moment else None
    undo.remember(request, said, [], change=change)
    next_url = reverse("dashboard:review") + "?tab=proposals"
    return decided(request, said, f"proposal-{proposal.pk}", next_url)


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
    before = standing_of(found)
    try:
        after = run(experience=found, acting_user=access.viewer(request), reason=reason_of(request))
    except experiences.ExperienceRefused as error:
        return refused(request, error, next_url)
    undo.remember(request, said, [], experiences=[replace(before, version=after.version)])
    return decided(request, said, f"experience-{found.pk}", next_url)
