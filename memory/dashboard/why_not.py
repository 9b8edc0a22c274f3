"""The box "Why not …?": what became of any item of the user for the question of a turn."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from memory import api
from memory.dashboard import access, lists, turn
from memory.dashboard.judging import verdicts
from memory.dashboard.replay import as_candidate, item_id
from memory.dashboard.sentences import outcome_of, sentence
from memory.dashboard.tokens import count_tokens
from memory.dashboard.words import (
    reason_label,
)
from memory.models import MemoryItem, RecallCandidate, RecallTrace

FOUND_SHOWN = 5
REST_READ, REST_SHOWN = 300, 50


@access.operator_page
def why_not(request: HttpRequest, trace_id: str) -> HttpResponse:
    """Answer for the items whose words match `?q=`; with `?rest=` for what the trace lists not."""
    page = turn.load(request, trace_id)
    text = request.GET.get("q", "").strip()
    is_rest = bool(request.GET.get("rest"))
    answers = []
    if page.trace:
        answers = _rest(page.trace) if is_rest else _answers(page.trace, text) if text else []
    return render(
        request,
        "dashboard/turn/why_not.html",
        {
            "answers": answers[:REST_SHOWN],
            "text": text,
            "page": page,
            "is_rest": is_rest,
            "is_cut": len(answers) > REST_SHOWN,
        },
    )


def _rest(trace: RecallTrace) -> list[dict[str, Any]]:
    """Recall once more, as memory was then, and keep many more of what is left out."""
    policy = turn.policy_of(trace)
    result = api.recall(
        namespace=trace.namespace,
        query=trace.query,
        now=trace.as_of,
        trace_id="why-not",
        count_tokens=count_tokens,
        policy=dataclasses.replace(policy, kept_candidates=policy.kept_candidates + REST_READ),
        keep=False,
        as_then=True,
    )
    listed = {candidate.key for candidate in trace.candidates.all()}
    rest = [entry for entry in result.dropped if entry.key not in listed]
    return [
        {
            "item_id": item_id(entry),
            "text": entry.text,
            **_told(as_candidate(entry), trace.policy_values),
            "is_recomputed": True,
        }
        for entry in rest[: REST_SHOWN + 1]
    ]


def _told(candidate: RecallCandidate, policy_values: Mapping[str, Any]) -> dict[str, Any]:
    name = outcome_of(candidate)
    return {
        "outcome": name,
        "label": reason_label(name),
        "sentence": sentence(candidate, policy_values),
    }


def _answers(trace: RecallTrace, text: str) -> list[dict[str, Any]]:
    rows = MemoryItem.objects.of(trace.namespace)
    found = list(lists.contains("text", "value")(rows, text).order_by("-updated_at")[:FOUND_SHOWN])
    kept = {
        candidate.item_id: candidate
        for candidate in trace.candidates.filter(item__in=found).order_by("-pk")
    }
    said = verdicts(trace, [item.pk for item in found])
    return [
        {
            **(_from_trace(kept[item.pk], trace) if item.pk in kept else _recomputed(item, trace)),
            "verdict": said.get(item.pk, ""),
        }
        for item in found
    ]


def _from_trace(candidate: RecallCandidate, trace: RecallTrace) -> dict[str, Any]:
    return {
        "item_id": candidate.item_id,
        "text": candidate.text,
        **_told(candidate, trace.policy_values),
        "is_recomputed": False,
    }


def _recomputed(item: MemoryItem, trace: RecallTrace) -> dict[str, Any]:
    """Ask the core, with the question, the policy and the moment of the turn."""
    answer = api.explain(
        namespace=trace.namespace,
        query=trace.rewritten_query or trace.query,
        item_id=item.pk,
        now=trace.as_of,
        count_tokens=count_tokens,
        policy=turn.policy_of(trace),
    )
    entry = answer.entry
    fields = {field.name for field in dataclasses.fields(entry)}
    candidate = RecallCandidate(
        **{
            name: getattr(entry, name)
            for name in fields & {f.name for f in RecallCandidate._meta.fields}
        }
    )
    return {
        "item_id": item.pk,
        "text": item.text,
        **_told(candidate, answer.policy_values),
        "is_recomputed": True,
        "is_younger": item.created_at > trace.as_of,
    }
