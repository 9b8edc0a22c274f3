"""What admins do from the lab and the policies page: save, bring back, start and stop."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from memory import policy_changes
from memory.dashboard import access, act, lab, undo
from memory.dashboard.forms import ActForm, PolicyForm
from memory.models import Experiment


@access.admin_page
def save(request: HttpRequest) -> HttpResponse:
    """Save side B of the lab as a policy: kept, in force, or tried on half of the users."""
    side = lab.side_b(request)
    form = PolicyForm(
        request.POST if request.method == "POST" else None, initial={"name": side.policy.name}
    )
    if request.method == "POST" and form.is_valid():
        try:
            values = _save(request, side, form)
        except policy_changes.ExperimentRefused as error:
            form.add_error(None, str(error))
        else:
            undo.remember(request, _("Policy saved"), [], by=("policy", values))
            return act.done(request, reverse("dashboard:policies"))
    return act.dialog(
        request,
        form,
        title=_("Save as a policy"),
        warning=", ".join(f"{name} = {value:g}" for name, value in side.changed.items()),
        affected=[],
        refused=[],
        url=f"{reverse('dashboard:policy_save')}?{request.GET.urlencode()}",
    )


@transaction.atomic
def _save(request: HttpRequest, side: lab.Side, form: PolicyForm) -> dict[str, Any]:
    """Save it, and return what takes that back."""
    what, reason = form.cleaned_data["what"], form.cleaned_data["reason"]
    tenant, name = access.tenant_of(request), form.cleaned_data["name"]
    before = policy_changes.standing_policies(tenant=tenant, name=name)
    row = policy_changes.save_policy(
        tenant=tenant,
        name=name,
        values=side.policy.values(),
        acting_user=access.viewer(request),
        reason=reason,
        is_default=what == "default",
    )
    kept = {"policy": row.pk, "before": before}
    if what != "experiment":
        return kept
    started = policy_changes.start_experiment(
        tenant=tenant,
        name=f"{row.name}-v{row.version}",
        policy=row,
        acting_user=access.viewer(request),
        reason=reason,
    )
    return {**kept, "experiment": _kept(started, None)}


def _kept(experiment: Experiment, before: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what takes the change of an experiment back."""
    seen = policy_changes.standing_experiment(experiment)
    return {"experiment": experiment.pk, "seen": seen, "before": before}


@undo.way("policy")
def _take_policy_back(request: HttpRequest, values: Mapping[str, Any]) -> None:
    access.require_admin(request)
    with transaction.atomic():
        if "experiment" in values:
            _put_experiment_back(request, values["experiment"])
        policy_changes.take_back_policy(
            tenant=access.tenant_of(request),
            policy=access.one(access.policies_of(request), pk=values["policy"]),
            before=values["before"],
            acting_user=access.viewer(request),
            reason=_("undone"),
        )


@undo.way("experiment")
def _put_experiment_back(request: HttpRequest, values: Mapping[str, Any]) -> None:
    access.require_admin(request)
    policy_changes.put_back_experiment(
        experiment=access.one(
            access.experiments_of(request).select_related("tenant"), pk=values["experiment"]
        ),
        seen=values["seen"],
        before=values["before"],
        acting_user=access.viewer(request),
        reason=_("undone"),
    )


@access.admin_page
def bring_back(request: HttpRequest, policy_id: int) -> HttpResponse:
    """Make an earlier version the next one."""
    row = access.one(access.policies_of(request), pk=policy_id)
    form = ActForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        tenant = access.tenant_of(request)
        before = policy_changes.standing_policies(tenant=tenant, name=row.name)
        saved = policy_changes.save_policy(
            tenant=tenant,
            name=row.name,
            values=row.values,
            acting_user=access.viewer(request),
            reason=form.cleaned_data["reason"],
        )
        values = {"policy": saved.pk, "before": before}
        undo.remember(request, _("Policy saved"), [], by=("policy", values))
        return act.done(request, reverse("dashboard:policy", args=[saved.pk]))
    return act.dialog(
        request,
        form,
        title=_("Bring back version %(n)d") % {"n": row.version},
        warning=_("Its values become the next version."),
        affected=[],
        refused=[],
        url=reverse("dashboard:policy_restore", args=[policy_id]),
    )


@access.admin_page
def experiment(request: HttpRequest, experiment_id: int, what: str) -> HttpResponse:
    """Start a draft, or stop what runs."""
    found = access.one(
        access.experiments_of(request).select_related("policy", "tenant"), pk=experiment_id
    )
    if what not in ("start", "stop"):
        raise Http404
    form = ActForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        before = policy_changes.standing_experiment(found)
        try:
            _change(request, found, what, form.cleaned_data["reason"])
        except policy_changes.ExperimentRefused as error:
            form.add_error(None, str(error))
        else:
            found.refresh_from_db()
            said = _("Experiment stopped") if what == "stop" else _("Experiment started")
            undo.remember(request, said, [], by=("experiment", _kept(found, before)))
            return act.done(request, reverse("dashboard:policies"))
    return act.dialog(
        request,
        form,
        title=_("Stop the experiment") if what == "stop" else _("Start the experiment"),
        warning=found.name,
        affected=[],
        refused=[],
        url=reverse("dashboard:experiment", args=[experiment_id, what]),
    )


def _change(request: HttpRequest, found: Experiment, what: str, reason: str) -> None:
    person = access.viewer(request)
    if what == "stop":
        policy_changes.stop_experiment(experiment=found, acting_user=person, reason=reason)
    elif found.policy:
        policy_changes.start_experiment(
            tenant=found.tenant,
            name=found.name,
            policy=found.policy,
            acting_user=person,
            reason=reason,
            share=found.share,
        )
