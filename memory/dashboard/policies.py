"""Policies and experiments: which rule is in force for whom, and which is better?"""

from typing import Any

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from memory.dashboard import access, experiments
from memory.dashboard.differences import field_changes
from memory.domain.policy import Policy, policy_from
from memory.models import RecallPolicy

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
    uses = _uses(request)
    return render(
        request,
        "dashboard/policies.html",
        {
            "rows": [policy_row(row, uses) for row in current],
            "experiments": experiments.experiment_rows(request),
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
