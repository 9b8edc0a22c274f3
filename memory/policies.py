"""Which recall policy is in force for a namespace: the default, or that of an experiment's arm."""

import time

from django.db.models import Q
from django.db.models.signals import post_delete, post_save

from memory.domain.policy import Policy, in_arm, policy_from
from memory.models import Experiment, Namespace, RecallPolicy

KEPT_SECONDS = 10.0  # how late another process may learn of a change; this one learns at once

_kept: dict[int, tuple[float, list[RecallPolicy], list[Experiment]]] = {}


def policy_for(namespace: Namespace) -> tuple[Policy, str]:
    """Return the policy and the arm of the experiment that set it ("" when none did)."""
    policies, experiments = _rows(namespace.tenant_id)
    for experiment in experiments:
        if experiment.policy and in_arm(experiment.name, namespace.pk, experiment.share):
            return _policy(experiment.policy), f"{experiment.name}:treatment"
    arm = f"{experiments[0].name}:control" if experiments else ""
    default = next((row for row in policies if row.is_default), None)
    return (_policy(default) if default else Policy()), arm


def named_policy(tenant_id: int, name: str) -> Policy:
    """Return the current version of a policy by name; raises KeyError for an unknown one."""
    rows = [row for row in _rows(tenant_id)[0] if row.name == name]
    if not rows:
        raise KeyError(name)
    return _policy(rows[0])


def _policy(row: RecallPolicy) -> Policy:
    return policy_from(row.name, row.version, row.values)


def _rows(tenant_id: int) -> tuple[list[RecallPolicy], list[Experiment]]:
    kept = _kept.get(tenant_id)
    if kept and time.monotonic() - kept[0] < KEPT_SECONDS:
        return kept[1], kept[2]
    # A tenant's own policies come before those shipped with the product.
    policies = sorted(
        RecallPolicy.objects.filter(Q(tenant=tenant_id) | Q(tenant=None), is_current=True),
        key=lambda row: (row.tenant_id is None, row.name),
    )
    experiments = list(
        Experiment.objects.filter(tenant=tenant_id, state=Experiment.State.RUNNING)
        .select_related("policy")
        .order_by("id")
    )
    _kept[tenant_id] = (time.monotonic(), policies, experiments)
    return policies, experiments


def forget_policies(**_kwargs: object) -> None:
    """Read the policies anew at the next recall."""
    _kept.clear()


for _model in (RecallPolicy, Experiment):
    post_save.connect(forget_policies, sender=_model, dispatch_uid=f"policies-{_model.__name__}")
    post_delete.connect(forget_policies, sender=_model, dispatch_uid=f"policies-{_model.__name__}")
