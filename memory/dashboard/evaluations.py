"""Evaluations: has it got better or worse, and where?"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.dashboard import access, lists
from memory.dashboard.comparison import compared, is_lower_better, is_number
from memory.dashboard.csv_file import csv_response
from memory.dashboard.forms import EvaluateForm
from memory.dashboard.runs import ask_and_start, cards
from memory.evaluation import JUDGED, available_suites
from memory.judging import judged_traces
from memory.models import EvaluationRun

TREND_SHOWN = 30

SUITES = {
    "extraction": gettext_lazy("what is read out of messages"),
    "locomo": gettext_lazy("questions about long talks"),
    "updates": gettext_lazy("what changed since"),
    "chinese": gettext_lazy("talks in Chinese"),
    "precision": gettext_lazy("only what belongs there"),
    "abstention": gettext_lazy("nothing where nothing fits"),
    "seeds": gettext_lazy("the five figures asked for"),
    "leaks": gettext_lazy("nothing of others, nothing erased"),
    JUDGED: gettext_lazy("turns that were judged here"),
}


def spec(request: HttpRequest) -> lists.ListSpec:
    rows = access.evaluations_of(request).order_by("suite")
    suites = rows.values_list("suite", flat=True).distinct()
    return lists.ListSpec(
        name="evaluations",
        search=lists.contains("suite", "data", "commit", "policy"),
        search_label=_("Words of suite, data, commit or policy"),
        sorts=[lists.Sort(name="newest", label=_("Newest first"), field="created_at",
                          parse=lists.parse_time)],
        filters=[lists.Filter(name="suite", label=_("Suite"), apply=lists.equals("suite"),
                              choices=[(suite, suite) for suite in suites])],
        columns=[
            lists.Column(name="suite", value=lambda r: r.suite),
            lists.Column(name="data", value=lambda r: r.data),
            lists.Column(name="commit", value=lambda r: r.commit),
            lists.Column(name="time", value=lambda r: r.created_at),
            lists.Column(name="n", value=lambda r: r.n),
            lists.Column(name="metrics", value=lambda r: str(r.metrics)),
        ],
    )  # fmt: skip


@access.operator_page
def evaluations(request: HttpRequest) -> HttpResponse:
    """Show the runs, the trend of each measure, the newest run by category, or two compared."""
    rows = access.evaluations_of(request)
    if request.GET.get("format") == "csv":
        return csv_response(request, spec(request), rows)
    page = lists.build_page(request, spec(request), rows)
    suite = request.GET.get("suite", "") or (page.rows[0].suite if page.rows else "")
    of_suite = rows.filter(suite=suite).order_by("-created_at")
    runs = list(of_suite[:TREND_SHOWN])
    return render(
        request,
        "dashboard/evaluations.html",
        {
            "page": page,
            "suite": suite,
            "suite_words": SUITES.get(suite, ""),
            "run_cards": cards(request, "evaluate"),
            "judged_turns": judged_traces(access.tenant_of(request)).count(),
            "trends": trends(runs[::-1]),
            "comparison": compared(request.GET, of_suite, runs[0] if runs else None),
            "categories": _categories(runs[0]) if runs else [],
            "rows": [_row(run, page.rows) for run in page.rows],
        },
    )


@access.admin_page
def start(request: HttpRequest) -> HttpResponse:
    """Start a suite; the worker carries it out beside everything else."""
    judged = judged_traces(access.tenant_of(request)).count()
    names = [*([JUDGED] if judged else []), *available_suites()]
    form = EvaluateForm(
        request.POST if request.method == "POST" else None,
        suites=[(name, f"{name}: {SUITES.get(name, '')}") for name in names],
        initial={"suite": request.GET.get("suite", "")},
    )
    chosen = form.cleaned_data if form.is_bound and form.is_valid() else {}
    return ask_and_start(
        request,
        "evaluate",
        form,
        parameters={"suite": chosen.get("suite"), "limit": chosen.get("limit") or 0},
        back=reverse("dashboard:evaluations"),
        url=reverse("dashboard:evaluation_start"),
        warning=_(
            "It runs on stores of its own and touches nobody's memory. "
            "It keeps one processor busy, some suites for many minutes."
        ),
    )


def trends(runs: list[EvaluationRun]) -> list[dict[str, Any]]:
    """Return the series of each numeric measure over the runs, oldest first."""
    names = dict.fromkeys(
        name for run in runs for name, value in run.metrics.items() if is_number(value)
    )
    found = []
    for name in names:
        values = [run.metrics.get(name) if is_number(run.metrics.get(name)) else None
                  for run in runs]  # fmt: skip
        known = [value for value in values if value is not None]
        change = known[-1] - known[-2] if len(known) > 1 else 0.0
        found.append(
            {
                "name": name,
                "values": values,
                "last": known[-1],
                "change": change,
                "is_first": len(known) == 1,
                "is_better": (change < 0) == is_lower_better(name) if change else None,
                "baseline": runs[-1].baselines.get(name),
                "lower": is_lower_better(name),
            }
        )
    return found


def _row(run: EvaluationRun, runs: list[EvaluationRun]) -> dict[str, Any]:
    shown = [(name, value) for name, value in run.metrics.items() if is_number(value)]
    return {"run": run, "metrics": shown[:6], "more": max(len(shown) - 6, 0)}


def _categories(run: EvaluationRun) -> dict[str, Any]:
    """Return the table of a run by category: measures as columns."""
    by = {name: row for name, row in run.by_category.items() if isinstance(row, dict)}
    names = list(dict.fromkeys(name for row in by.values() for name in row))
    return {
        "names": names,
        "rows": [{"name": name, "cells": [row.get(n) for n in names]} for name, row in by.items()],
    }
