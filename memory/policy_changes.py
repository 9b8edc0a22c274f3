"""What admins do to recall policies and experiments: a change is a new version, audited."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from memory import audit
from memory.domain.policy import policy_from
from memory.models import Experiment, Namespace, RecallPolicy, Tenant, User


class ExperimentRefused(Exception):
    """The experiment cannot be changed so; the message says why."""


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
    earlier.update(is_current=False, is_default=False)
    row = RecallPolicy.objects.create(
        tenant=tenant,
        name=name,
        version=newest.version + 1 if newest else 1,
        is_default=is_default or bool(newest and newest.is_default),
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
        before=newest.values if newest else {},
        after={**known, "in_force": row.is_default},
    )
    return row


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
        raise ExperimentRefused("another experiment is running; stop it first")
    now = timezone.now()
    experiment, _ = Experiment.objects.update_or_create(
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
