"""What admins do to recall policies and experiments: a change is a new version, audited."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from memory import audit
from memory.domain.policy import policy_from
from memory.models import Experiment, Namespace, RecallPolicy, Tenant, User


class ExperimentRefused(Exception):
    """The experiment or policy cannot be changed so; the message says why."""


@transaction.atomic
def save_policy(
    *,
    tenant: Tenant,
    name: str,
    values: Mapping[str, Any],
    acting_user: User,
    reason: str,
    is_default: bool = False,
) -> RecallPolicy:
    """Keep values as the next version of a policy of the tenant, and put it in force if asked.

    Keys that this release does not know are left out. A tenant's policy of a shipped name hides
    the shipped one.
    """
    known = policy_from(name, 1, values).values()
    earlier = RecallPolicy.objects.filter(tenant=tenant, name=name)
    newest = earlier.order_by("-version").first()
    standing = earlier.filter(is_current=True).first()
    earlier.update(is_current=False, is_default=False)
    row = RecallPolicy.objects.create(
        tenant=tenant,
        name=name,
        version=newest.version + 1 if newest else 1,
        is_default=is_default or bool(standing and standing.is_default),
        values=known,
        author=acting_user,
        reason=reason,
        created_at=timezone.now(),
    )
    if is_default:
        RecallPolicy.objects.filter(tenant=tenant).exclude(pk=row.pk).update(is_default=False)
    _record(
        tenant,
        "policy.saved",
        acting_user,
        reason,
        row.pk,
        "policy",
        before=standing.values if standing else {},
        after={**known, "in_force": row.is_default},
    )
    return row


def standing_policies(*, tenant: Tenant, name: str) -> dict[str, int | None]:
    """Return which version of a policy is current and which policy is in force, for taking back."""
    own = RecallPolicy.objects.filter(tenant=tenant)
    current = own.filter(name=name, is_current=True).first()
    in_force = own.filter(is_default=True).first()
    return {
        "current": current.pk if current else None,
        "in_force": in_force.pk if in_force else None,
    }


@transaction.atomic
def take_back_policy(
    *,
    tenant: Tenant,
    policy: RecallPolicy,
    before: Mapping[str, int | None],
    acting_user: User,
    reason: str,
) -> None:
    """Withdraw a saved version: what stood before (see `standing_policies`) stands again.

    The version stays as history. Raises ExperimentRefused when another one was saved since then, or
    when an experiment uses it.
    """
    own = RecallPolicy.objects.filter(tenant=tenant)
    if not own.filter(pk=policy.pk, is_current=True).exists():
        raise ExperimentRefused(_("the policy was saved again since then"))
    if Experiment.objects.filter(policy=policy, state=Experiment.State.RUNNING).exists():
        raise ExperimentRefused(_("an experiment uses the policy; stop it first"))
    own.filter(pk=policy.pk).update(is_current=False, is_default=False)
    earlier = own.filter(pk__in=[before["current"]]).first()
    own.filter(pk__in=[before["current"]]).update(is_current=True)
    if policy.is_default:
        own.filter(pk__in=[before["in_force"]]).update(is_default=True)
    _record(
        tenant,
        "policy.taken_back",
        acting_user,
        reason,
        policy.pk,
        "policy",
        before=policy.values,
        after=earlier.values if earlier else {},
    )


@transaction.atomic
def start_experiment(
    *,
    tenant: Tenant,
    name: str,
    policy: RecallPolicy,
    acting_user: User,
    reason: str,
    share: float = 0.5,
) -> Experiment:
    """Give a share of the users another policy. Raises ExperimentRefused while another one runs."""
    running = Experiment.objects.filter(tenant=tenant, state=Experiment.State.RUNNING)
    if running.exclude(name=name).exists():
        raise ExperimentRefused(_("another experiment is running; stop it first"))
    now = timezone.now()
    experiment, _is_new = Experiment.objects.update_or_create(
        tenant=tenant,
        name=name,
        defaults={
            "state": Experiment.State.RUNNING,
            "share": share,
            "policy": policy,
            "started_at": now,
            "stopped_at": None,
            "author": acting_user,
        },
        create_defaults={
            "state": Experiment.State.RUNNING,
            "share": share,
            "policy": policy,
            "started_at": now,
            "author": acting_user,
            "created_at": now,
        },
    )
    after = {"policy": policy.name, "version": policy.version, "share": share}
    _record(
        tenant, "experiment.started", acting_user, reason, experiment.pk, "experiment", {}, after
    )
    return experiment


@transaction.atomic
def stop_experiment(*, experiment: Experiment, acting_user: User, reason: str) -> Experiment:
    """End an experiment: everybody gets the policy in force again."""
    before = {"state": experiment.state}
    experiment.state = Experiment.State.STOPPED
    experiment.stopped_at = timezone.now()
    experiment.save()
    _record(
        experiment.tenant,
        "experiment.stopped",
        acting_user,
        reason,
        experiment.pk,
        "experiment",
        before,
        {"state": experiment.state},
    )
    return experiment


def standing_experiment(experiment: Experiment | None) -> dict[str, Any] | None:
    """Return how an experiment stands, as JSON values; None for one that is not there."""
    if experiment is None:
        return None
    started, stopped = experiment.started_at, experiment.stopped_at
    return {
        "state": experiment.state,
        "share": experiment.share,
        "policy": experiment.policy_id,
        "started_at": started.isoformat() if started else None,
        "stopped_at": stopped.isoformat() if stopped else None,
    }


@transaction.atomic
def put_back_experiment(
    *,
    experiment: Experiment,
    seen: Mapping[str, Any] | None,
    before: Mapping[str, Any] | None,
    acting_user: User,
    reason: str,
) -> None:
    """Let an experiment stand as before (see `standing_experiment`); None: it was not there.

    Raises ExperimentRefused when it no longer stands as `seen`, or would run beside another.
    """
    if standing_experiment(experiment) != seen:
        raise ExperimentRefused(_("the experiment was changed again since then"))
    running = Experiment.objects.filter(
        tenant=experiment.tenant, state=Experiment.State.RUNNING
    ).exclude(pk=experiment.pk)
    if before and before["state"] == Experiment.State.RUNNING and running.exists():
        raise ExperimentRefused(_("another experiment is running; stop it first"))
    number, tenant, state = experiment.pk, experiment.tenant, {"state": experiment.state}
    if before is None:
        experiment.delete()
    else:
        experiment.state, experiment.share = before["state"], before["share"]
        experiment.policy_id = before["policy"]
        for name in ("started_at", "stopped_at"):
            setattr(experiment, name, before[name] and datetime.fromisoformat(before[name]))
        experiment.save()
    after = {"state": before["state"]} if before else {}
    _record(
        tenant, "experiment.taken_back", acting_user, reason, number, "experiment", state, after
    )


def _record(
    tenant: Tenant,
    action: str,
    acting_user: User,
    reason: str,
    object_id: int,
    object_type: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
) -> None:
    audit.record_event(
        namespace=Namespace.objects.shared(tenant),
        action=action,
        author=audit.person(acting_user),
        now=timezone.now(),
        object_type=object_type,
        object_id=object_id,
        before=before,
        after=after,
        reason=reason,
    )
