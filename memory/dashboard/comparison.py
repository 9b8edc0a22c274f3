"""Two runs of one suite: what got better or worse, measure by measure and by category."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.http import QueryDict

from memory.dashboard.words import WAY_LABELS
from memory.models import EvaluationRun

# Of measures with these words in their names a lower value is better.
LOWER_IS_BETTER = ("stale", "leak", "seconds", "p99", "p50", "tokens", "milliseconds", "collateral")


def is_lower_better(name: str) -> bool:
    return any(part in name for part in LOWER_IS_BETTER)


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def compared(
    query: QueryDict, runs: QuerySet[EvaluationRun], newest: EvaluationRun | None
) -> dict[str, Any] | None:
    """Return the comparison that the address asks for; None without `?baseline=` of this suite.

    `?run=` is the other side, otherwise the newest run; `?show=` leaves one way only.
    """
    baseline = _named(query.get("baseline", ""), runs)
    run = _named(query.get("run", ""), runs) or newest
    if baseline is None or run is None or baseline.pk == run.pk:
        return None
    found = [*_measures("", baseline.metrics, run.metrics)]
    categories = [name for name, row in run.by_category.items() if isinstance(row, dict)]
    for name in categories:
        before = baseline.by_category.get(name)
        if isinstance(before, dict):
            found += _measures(name, before, run.by_category[name])
    show = query.get("show", "")
    return {
        "baseline": baseline,
        "run": run,
        "counts": [
            (way, label, sum(row["way"] == way for row in found))
            for way, label in WAY_LABELS.items()
        ],
        "rows": [row for row in found if _is_shown(row, show)],
        "show": show,
    }


def _is_shown(row: Mapping[str, Any], show: str) -> bool:
    if show == "differences":
        return bool(row["way"] != "same")
    return show not in WAY_LABELS or str(row["way"]) == show


def _named(pk: str, runs: QuerySet[EvaluationRun]) -> EvaluationRun | None:
    return runs.filter(pk=pk).first() if pk.isdecimal() else None


def _measures(
    category: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> list[dict[str, Any]]:
    names = [  # "n" says of how many cases a figure is; it is no measure
        name
        for name in dict.fromkeys([*before, *after])
        if name != "n" and (is_number(before.get(name)) or is_number(after.get(name)))
    ]
    return [_measure(category, name, before.get(name), after.get(name)) for name in names]


def _measure(category: str, name: str, old: Any, new: Any) -> dict[str, Any]:
    """Return one row: `way` is better, worse, same, or missing where one run has no figure."""
    lower = is_lower_better(name)
    if not (is_number(old) and is_number(new)):
        way, change = "missing", None
    else:
        change = new - old
        way = "same" if not change else "better" if (change < 0) == lower else "worse"
    return {
        "category": category,
        "name": name,
        "old": old if is_number(old) else None,
        "new": new if is_number(new) else None,
        "change": change,
        "way": way,
        "label": WAY_LABELS[way],
        "lower": lower,
    }
