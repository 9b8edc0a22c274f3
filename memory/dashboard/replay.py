"""A turn's recall once more, on the memory of now: what an edit would have changed.

The question, the moment and the policy are those of the turn. No model is asked, nothing is kept.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from memory import api
from memory.dashboard import access, turn
from memory.dashboard.sentences import outcome_in_recall, sentence
from memory.dashboard.tokens import count_tokens
from memory.dashboard.words import reason_label
from memory.domain.types import ITEM_LAYERS, Outcome, RecalledItem
from memory.models import RecallCandidate, RecallTrace

SHOWN = 60


@access.operator_page
def replay(request: HttpRequest, trace_id: str) -> HttpResponse:
    """Show which candidates of a turn would now fare otherwise, and why."""
    page = turn.load(request, trace_id)
    if page.trace is None:
        raise Http404
    rows = differences(page.trace)
    return render(
        request,
        "dashboard/turn/replay.html",
        {"rows": rows[:SHOWN], "total": len(rows), "shown": SHOWN},
    )


def differences(trace: RecallTrace) -> list[dict[str, Any]]:
    """Return the candidates whose outcome or text is not what the trace kept."""
    result = api.recall(
        namespace=trace.namespace,
        query=trace.query,
        now=trace.as_of,
        trace_id="replay",
        count_tokens=count_tokens,
        policy=turn.policy_of(trace),
        keep=False,
    )
    # What got in comes last, as an item may stand among the dropped of another layer too.
    considered = [c for c in trace.candidates.all() if outcome_in_recall(c)]
    kept = sorted(considered, key=lambda c: c.outcome != Outcome.DROPPED)
    before = {candidate.key: candidate for candidate in kept}
    now = {entry.key: entry for entry in (*result.dropped, *result.injected)}
    found = [
        _difference(before.get(key), now.get(key), trace) for key in dict.fromkeys([*before, *now])
    ]
    return [row for row in found if row["is_other"]]


def _difference(
    before: RecallCandidate | None, now: RecalledItem | None, trace: RecallTrace
) -> dict[str, Any]:
    fresh = as_candidate(now) if now else None
    shown = fresh or before
    return {
        "item_id": before.item_id if before else item_id(now),
        "text": shown.text if shown else "",
        "old_text": before.text if before and fresh and before.text != fresh.text else "",
        "before": _label(before),
        "before_score": before.score if before else None,
        "now": _label(fresh),
        "now_score": fresh.score if fresh else None,
        "why": sentence(fresh, trace.policy_values) if fresh else "",
        "is_other": _label(before) != _label(fresh)
        or bool(before and fresh and before.text != fresh.text),
    }


def item_id(entry: RecalledItem | None) -> int | None:
    """Return the item that an entry tells; None where it tells an exchange or an experience."""
    return entry.item_id if entry is not None and entry.layer in ITEM_LAYERS else None


def _label(candidate: RecallCandidate | None) -> str:
    return reason_label(outcome_in_recall(candidate)) if candidate else "–"


def as_candidate(entry: RecalledItem) -> RecallCandidate:
    """Return an entry of a recall in the form in which traces keep it."""
    return RecallCandidate(
        layer=entry.layer,
        text=entry.text,
        outcome=Outcome(entry.outcome),
        reason=entry.reason,
        detail=dict(entry.detail),
        score=entry.score,
        relevance=entry.relevance,
        semantic=entry.semantic,
        lexical=entry.lexical,
        rank=entry.rank,
        tokens=entry.tokens,
    )
