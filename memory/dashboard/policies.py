"""Policies and experiments: which rule is in force for whom, and which is better?"""

from typing import Any

from django.db.models import Avg, Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from memory.dashboard import access
from memory.dashboard.differences import field_changes
from memory.domain.policy import Policy, policy_from
from memory.models import Experiment, RecallCandidate, RecallPolicy

VERSIONS_SHOWN = 20
WEIGHTS = ("w_relevance", "w_recency", "w_importance")


@access.operator_page
def policies(request: HttpRequest) -> HttpResponse:
    """Show the current policies with their weights, their use, and the experiments."""
    current = list(
        access.policies_of(request)
        .filter(is_current=True)
        .select_related("author")
        .order_by("-is_default", "name")
    )
    return render(
        request,
        "dashboard/policies.html",
        {
            "rows": [policy_row(row, _uses(request)) for row in current],
            "experiments": experiment_rows(request),
            "is_admin": access.viewer(request).is_admin,
        },
    )


def _uses(request: HttpRequest) -> dict[str, int]:
    rows = access.traces_of(request).order_by().values_list("policy")
    return dict(rows.annotate(number=Count("pk")))


def policy_row(row: RecallPolicy, uses: dict[str, int]) -> dict[str, Any]:
    policy = policy_from(row.name, row.version, row.values)
    return {
        "row": row,
        "policy": policy,
        "parts": {"relevance": policy.w_relevance, "recency": policy.w_recency,
                  "importance": policy.w_importance},
        "uses": uses.get(row.name, 0),
        "values": sorted(policy.values().items()),
    }  # fmt: skip


@access.operator_page
def policy_page(request: HttpRequest, policy_id: int) -> HttpResponse:
    """Show one policy with all its values and the versions before it."""
    row = access.one(access.policies_of(request).select_related("author"), pk=policy_id)
    versions = list(
        access.policies_of(request)
        .filter(name=row.name, tenant=row.tenant)
        .select_related("author")
        .order_by("-version")[: VERSIONS_SHOWN + 1]
    )
    return render(
        request,
        "dashboard/policy.html",
        {
            **policy_row(row, _uses(request)),
            "versions": [
                {"row": version, "changes": _changes(older, version)}
                for version, older in zip(versions, [*versions[1:], None], strict=True)
            ],
            "is_admin": access.viewer(request).is_admin,
            "defaults": Policy().values(),
        },
    )


def _changes(older: RecallPolicy | None, newer: RecallPolicy) -> list[Any]:
    before = policy_from(newer.name, 1, older.values).values() if older else {}
    after = policy_from(newer.name, 1, newer.values).values()
    return field_changes(before, after) if older else []


def experiment_rows(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the experiments with the figures of both arms side by side."""
    found = access.experiments_of(request).select_related("policy", "author", "forgetting")
    return [
        {"experiment": experiment, "arms": _arms(request, experiment)}
        for experiment in found.order_by("state", "-pk")[:20]
    ]


def _arms(request: HttpRequest, experiment: Experiment) -> list[dict[str, Any]]:
    arms = []
    for arm in ("control", "treatment"):
        traces = access.traces_of(request).filter(experiment_arm=f"{experiment.name}:{arm}")
        shown = RecallCandidate.objects.filter(trace__in=traces).exclude(outcome="dropped")
        judged = shown.aggregate(
            used=Count("pk", filter=Q(is_used=True)), all=Count("pk", filter=~Q(is_used=None))
        )
        numbers = traces.aggregate(
            turns=Count("pk"),
            mean=Avg("injected"),
            hits=Count("pk", filter=Q(injected__gt=0)),
        )
        turns = numbers["turns"]
        arms.append(
            {
                "name": arm,
                "turns": turns,
                "hit_rate": numbers["hits"] / turns if turns else None,
                "used_rate": judged["used"] / judged["all"] if judged["all"] else None,
                "injected": numbers["mean"],
            }
        )
    return arms
