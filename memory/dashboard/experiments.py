"""Experiments: the figures of both arms side by side, each with how sure it is."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.db.models import Avg, Count, Q, StdDev
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy

from memory.dashboard import access, lists
from memory.domain import intervals
from memory.models import Experiment, RecallCandidate

SHOWN = 20
ARMS = ("control", "treatment")
ARM_LABELS = {"control": gettext_lazy("as before"), "treatment": gettext_lazy("the other policy")}
# name: (label, is a share of one)
METRICS = {
    "hit": (gettext_lazy("Turns with something recalled"), True),
    "used": (gettext_lazy("Used of injected"), True),
    "injected": (gettext_lazy("Injected a turn"), False),
}


def experiment_rows(request: HttpRequest) -> lists.Part:
    """Return the newest experiments: two queries for the figures of all of them."""
    found = access.experiments_of(request).select_related("policy", "author", "forgetting")
    experiments = lists.part_of(found.order_by("state", "-pk"), SHOWN)
    names = [f"{experiment.name}:{arm}" for experiment in experiments for arm in ARMS]
    turns, judged = _turns(request, names), _judged(request, names)
    rows = [_row(experiment, turns, judged) for experiment in experiments]
    return lists.Part(rows, experiments.total)


def _turns(request: HttpRequest, arms: list[str]) -> dict[str, Mapping[str, Any]]:
    rows = access.traces_of(request).filter(experiment_arm__in=arms).order_by()
    found = rows.values("experiment_arm").annotate(
        turns=Count("pk"), hits=Count("pk", filter=Q(injected__gt=0)),
        users=Count("namespace", distinct=True),
        mean=Avg("injected"), deviation=StdDev("injected"),
    )  # fmt: skip
    return {row["experiment_arm"]: row for row in found}


def _judged(request: HttpRequest, arms: list[str]) -> dict[str, Mapping[str, Any]]:
    traces = access.traces_of(request).filter(experiment_arm__in=arms)
    rows = RecallCandidate.objects.filter(trace__in=traces).exclude(outcome="dropped")
    found = rows.exclude(is_used=None).order_by().values("trace__experiment_arm").annotate(
        used=Count("pk", filter=Q(is_used=True)), all=Count("pk")
    )  # fmt: skip
    return {row["trace__experiment_arm"]: row for row in found}


def _row(
    experiment: Experiment,
    turns: Mapping[str, Mapping[str, Any]],
    judged: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any]:
    arms = []
    for name in ARMS:
        key = f"{experiment.name}:{name}"
        counts, uses = turns.get(key, {}), judged.get(key, {})
        n = counts.get("turns", 0)
        arms.append(
            {
                "name": name,
                "label": ARM_LABELS[name],
                "turns": n,
                "users": counts.get("users", 0),
                "hits": counts.get("hits", 0),
                "url": f"{reverse('dashboard:turns')}?{urlencode({'arm': key})}",
                "hit": intervals.share(counts.get("hits", 0), n),
                "used": intervals.share(uses.get("used", 0), uses.get("all", 0)),
                "injected": intervals.mean(counts.get("mean"), counts.get("deviation"), n),
            }
        )
    return {"experiment": experiment, "arms": arms, "metrics": [_metric(m, arms) for m in METRICS]}


def _metric(name: str, arms: list[dict[str, Any]]) -> dict[str, Any]:
    """Return both arms' estimates of a metric on a common scale, and what their difference says."""
    label, is_share = METRICS[name]
    first, second = arms[0][name], arms[1][name]
    top = 1.0 if is_share else max([1.0, *[e.high for e in (first, second) if e]])
    gap = intervals.difference(first, second) if first and second else None
    return {
        "name": name,
        "label": label,
        "is_share": is_share,
        "arms": [
            {"label": arm["label"], "estimate": arm[name], "picture": _placed(arm[name], top)}
            for arm in arms
        ],
        "gap": gap,
        "is_decided": bool(gap and intervals.is_decided(gap)),
    }


def _placed(found: intervals.Estimate | None, top: float) -> dict[str, float] | None:
    return intervals.placed(found, top=top) if found else None
