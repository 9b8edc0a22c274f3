"""A turn's recall once more, on the memory of now: what an edit would have changed.

The question, the moment and the policy are those of the turn. No model is asked, nothing is kept.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from memory import api
from memory.dashboard import access, turn
from memory.dashboard.sentences import outcome_of, sentence
from memory.dashboard.tokens import count_tokens
from memory.dashboard.words import reason_label
from memory.domain.types import Outcome, RecalledItem
from memory.models import RecallCandidate, RecallTrace

SHOWN = 60
ITEM_LAYERS = ("profile", "long_term", "knowledge", "graph")
Key = tuple[str, int]


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
    kept = sorted(trace.candidates.all(), key=lambda c: c.outcome != Outcome.DROPPED)
    before = {kept_key(candidate): candidate for candidate in kept}
    now = {entry_key(entry): entry for entry in (*result.dropped, *result.injected)}
    found = [
        _difference(before.get(key), now.get(key), trace) for key in dict.fromkeys([*before, *now])
    ]
    return [row for row in found if row["is_other"]]


def kept_key(candidate: RecallCandidate) -> Key:
    """Return what a kept candidate and an entry of a recall are matched by."""
    if candidate.item_id:
        return "item", candidate.item_id
    return candidate.layer, candidate.episode_id or candidate.experience_id or 0


def entry_key(entry: RecalledItem) -> Key:
    """Return what an entry of a recall and a kept candidate are matched by."""
    return ("item" if entry.layer in ITEM_LAYERS else str(entry.layer)), entry.item_id


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
    return reason_label(outcome_of(candidate)) if candidate else "–"


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
