"""The candidates of a turn: grouped by what became of them, with their scores and reasons."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from memory.dashboard.judging import verdicts
from memory.dashboard.sentences import outcome_of, sentence
from memory.dashboard.words import REASONS, reason_label
from memory.domain.types import Layer, Outcome
from memory.models import RecallCandidate, RecallTrace
from memory.models.items import LIVE

CANDIDATES_SHOWN = 200
PARTS = ("relevance", "recency", "importance", "boost")
WEIGHTS = {"relevance": "w_relevance", "recency": "w_recency", "importance": "w_importance"}


def candidate_rows(candidates: list[RecallCandidate], trace: RecallTrace) -> list[dict[str, Any]]:
    """Return what the page shows of each candidate."""
    weights = weights_of(trace)
    texts = {c.item_id: c.text for c in candidates if c.item_id is not None}
    said = verdicts(trace, texts)
    return [
        {
            "candidate": c,
            "outcome": outcome_of(c),
            "label": reason_label(outcome_of(c)),
            "sentence": sentence(c, trace.policy_values, texts),
            "parts": parts_of(c),
            "shown_parts": {**parts_of(c), "recency": counted_recency(c, trace)},
            "margin": _margin(c, trace),
            "can_edit": c.item is not None and c.item.status in LIVE,
            "weights": weights,
            "numbers": numbers_of(c, weights),
            "verdict": said.get(c.item_id or 0, ""),
        }
        for c in candidates
    ]


def parts_of(candidate: RecallCandidate) -> dict[str, float | None]:
    return {name: getattr(candidate, name) for name in PARTS}


def numbers_of(candidate: RecallCandidate, weights: dict[str, float]) -> str:
    """Return the parts as they were stored, unrounded, for pasting into a table: one a line."""
    parts = [(name, value, weights.get(name, 1.0)) for name, value in parts_of(candidate).items()]
    lines = [f"{name}\t{value!r}\t{weight!r}" for name, value, weight in parts if value is not None]
    others = {name: getattr(candidate, name) for name in ("semantic", "lexical", "score")}
    lines += [f"{name}\t{value!r}" for name, value in others.items() if value is not None]
    return "\n".join(lines)


def counted_recency(candidate: RecallCandidate, trace: RecallTrace) -> float | None:
    """Return the recency that the score counted: a strong match is not sunk by its age."""
    strong = trace.policy_values.get("strong")
    if candidate.recency is None or candidate.relevance is None or strong is None:
        return candidate.recency
    is_strong = candidate.relevance >= strong
    return max(candidate.recency, candidate.relevance) if is_strong else candidate.recency


def weights_of(trace: RecallTrace) -> dict[str, float]:
    """Return the weight of each part from the policy as stored with the trace."""
    values = trace.policy_values
    return {part: float(values[name]) for part, name in WEIGHTS.items() if name in values}


def _margin(candidate: RecallCandidate, trace: RecallTrace) -> float | None:
    threshold = trace.policy_values.get("threshold")
    # The profile goes into every reply: no threshold judges it.
    is_given = candidate.layer == Layer.PROFILE and candidate.outcome == Outcome.INJECTED
    if candidate.relevance is None or threshold is None or is_given:
        return None
    return candidate.relevance - float(threshold)


def tab(request: HttpRequest, trace: RecallTrace) -> dict[str, Any]:
    """Return the groups of candidates that `?outcome=` and `?sort=` ask for, and their counts."""
    everything = list(
        trace.candidates.select_related("item").order_by("rank", "-score", "id")[:5000]
    )
    wanted = request.GET.get("outcome", "")
    order = request.GET.get("sort", "")
    groups, shown = [], 0
    for name in [*REASONS, ""]:
        members = [
            c for c in everything if (outcome_of(c) if outcome_of(c) in REASONS else "") == name
        ]
        if not members or (wanted and name != wanted):
            continue
        members.sort(key=_by(order))
        room = max(CANDIDATES_SHOWN - shown, 0)
        rows = candidate_rows(members[:room], trace)
        shown += len(rows)
        groups.append(
            {
                "name": name,
                "label": reason_label(name),
                "rows": rows,
                "total": len(members),
                "is_in": name in ("injected", "revived"),
            }
        )
    return {
        "groups": groups,
        "account": _account(everything),
        "outcome": wanted,
        "sort": order,
        "sorts": _sorts(),
        "total": len(everything),
        "shown": shown,
        "unlisted": unlisted(trace, everything),
        "judged": trace.judgements.count(),
        "threshold": trace.policy_values.get("threshold"),
        # After an edit the page comes back with the recall run once more.
        "replay_back": f"{request.path}?tab=candidates&replay=1",
        "scale": max([1.0, *[c.score for c in everything if c.score is not None]]),
    }


def unlisted(trace: RecallTrace, listed: list[RecallCandidate]) -> list[dict[str, Any]]:
    """Return how many were left out besides those that the trace lists, by reason.

    Last, without a name, what was looked at and was too far from the question to be compared.
    """
    rest = Counter({name: int(number) for name, number in trace.dropped.items()})
    rest.subtract(c.reason for c in listed if c.outcome == Outcome.DROPPED)
    rest = +rest
    beyond = trace.considered - len(listed) - rest.total()
    parts = [(name, reason_label(name), number) for name, number in rest.most_common()]
    parts.append(("", _("further from the question"), beyond))
    return [
        {"name": name, "label": label, "count": number}
        for name, label, number in parts
        if number > 0
    ]


def _account(candidates: list[RecallCandidate]) -> list[dict[str, Any]]:
    """Return how many candidates had each outcome, in the order of the page."""
    counts: dict[str, int] = {}
    for candidate in candidates:
        name = outcome_of(candidate)
        counts[name] = counts.get(name, 0) + 1
    known = [name for name in REASONS if name in counts]
    other = [name for name in counts if name not in REASONS]
    return [
        {"name": name, "label": reason_label(name), "count": counts[name]} for name in known + other
    ]


def _sorts() -> list[tuple[str, str]]:
    return [
        ("", _("Score")),
        ("relevance", _("Relevance")),
        ("recency", _("Recency")),
        ("importance", _("Importance")),
        ("boost", _("Boost")),
        ("tokens", _("Tokens")),
    ]


def _by(order: str) -> Callable[[RecallCandidate], tuple[float, int]]:
    """Return a key that puts the highest first; what has no value comes last."""
    name = order if order in {choice for choice, _label in _sorts()} and order else "score"

    def key(candidate: RecallCandidate) -> tuple[float, int]:
        value = getattr(candidate, name)
        return (-(value if value is not None else -1.0), candidate.rank or 10**9)

    return key
