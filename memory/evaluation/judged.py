"""The turns that the people of a tenant judged: would recall bring today what belongs there?

Each judged turn is recalled anew: its question, its moment, on the memory and under the policy of
now. Only what was judged counts: what was wanted in whatever version it is, what was not wanted in
the version that was judged. The recall keeps no trace.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict
from time import perf_counter
from typing import Any
from uuid import UUID

from memory.domain.language import language_of
from memory.domain.types import ITEM_LAYERS, LOOKED_UP
from memory.evaluation import JUDGED, SuiteResult
from memory.evaluation.harness import means, recall, set_figures
from memory.judging import judged_traces
from memory.models import MemoryItem, RecallTrace, Tenant

Figures = dict[str, float]


def evaluate_judged(
    tenant: Tenant, *, limit: int = 0, on_progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Return the fields of an EvaluationRun; the baseline is what each turn really got."""
    begun = perf_counter()
    traces = judged_traces(tenant)[: limit or None]
    rows: dict[str, list[Figures]] = defaultdict(list)
    before: list[Figures] = []
    found = list(traces.select_related("namespace__user").prefetch_related("judgements__item"))
    for done, trace in enumerate(found, start=1):
        now, then = _figures(trace)
        rows[language_of(trace.query)].append(now)
        before.append(then)
        on_progress(done, len(found))
    result = SuiteResult(
        suite=JUDGED,
        n=len(found),
        metrics=means([figures for some in rows.values() for figures in some]),
        by_category={name: {"n": len(some), **means(some)} for name, some in sorted(rows.items())},
        baselines={"as_it_was": means(before)},
        data="judged turns, recalled anew",
        seconds=round(perf_counter() - begun, 1),
    )
    return asdict(result)


def _figures(trace: RecallTrace) -> tuple[Figures, Figures]:
    """Return the figures of a recall of now, and of what the turn got."""
    judgements = list(trace.judgements.all())
    wanted = {judgement.item.chain for judgement in judgements if judgement.is_wanted}
    unwanted = {judgement.item_id for judgement in judgements if not judgement.is_wanted}
    result = recall(trace.namespace, trace.rewritten_query or trace.query, trace.as_of)
    now = [entry.item_id for entry in result.injected if entry.layer in ITEM_LAYERS]
    brought = trace.candidates.exclude(outcome="dropped").exclude(reason=LOOKED_UP)
    then: list[int] = list(brought.exclude(item=None).values_list("item_id", flat=True))
    return (
        set_figures(_judged_of(now, wanted, unwanted), wanted),
        set_figures(_judged_of(then, wanted, unwanted), wanted),
    )


def _judged_of(item_ids: Iterable[int], wanted: set[UUID], unwanted: set[int]) -> set[UUID | int]:
    """Return what was judged among the items: the wanted in any version, the unwanted as it was."""
    ids = set(item_ids)
    chains = set(MemoryItem.objects.filter(pk__in=ids).values_list("chain", flat=True))
    return {*(chains & wanted), *(ids & unwanted)}
