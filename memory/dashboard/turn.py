"""The page of a turn: why the model got exactly this. Everything comes from the stored trace."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.dashboard import access, transcripts
from memory.dashboard.differences import field_changes, line_changes
from memory.dashboard.sentences import outcome_of, sentence
from memory.dashboard.turns import recall_milliseconds, total_milliseconds
from memory.dashboard.words import (
    REASONS,
    reason_label,
)
from memory.domain.policy import Policy, policy_from
from memory.models import (
    Decision,
    Episode,
    MemoryEvent,
    RecallCandidate,
    RecallTrace,
    WorkingSnapshot,
)

CANDIDATES_SHOWN = 200
MESSAGE_CHARACTERS = 20_000
PARTS = ("relevance", "recency", "importance", "boost")
WEIGHTS = {"relevance": "w_relevance", "recency": "w_recency", "importance": "w_importance"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPage:
    """What every tab needs. `trace` is None when nothing was recalled (a temporary chat)."""

    trace: RecallTrace | None
    turn: transcripts.TurnRecord | None
    trace_id: str

    @property
    def question(self) -> str:
        """The user's message, or what the trace kept of it."""
        said = self.turn.user_text if self.turn else ""
        return said or (self.trace.query if self.trace else "")


@access.operator_page
def turn_page(request: HttpRequest, trace_id: str) -> HttpResponse:
    """Show one turn. `?tab=` names the tab; `?outcome=` narrows the candidates."""
    page = load(request, trace_id)
    tab = request.GET.get("tab", "candidates")
    if tab not in TABS:
        raise Http404
    namespace = page.trace.namespace if page.trace else None
    access.note_view(
        request,
        "trace.viewed",
        namespace=namespace,
        object_type="trace",
        object_id=page.trace.pk if page.trace else None,
        trace_id=trace_id,
    )
    context = {
        "page": page,
        "trace": page.trace,
        "turn": page.turn,
        "question": page.question,
        "owner": _owner(request, page),
        "tab": tab,
        "tabs": [(name, label) for name, (label, _build) in TABS.items()],
        "milliseconds": total_milliseconds(page.trace.steps) if page.trace else None,
        "recall_milliseconds": recall_milliseconds(page.trace.steps) if page.trace else None,
        **TABS[tab][1](request, page),
    }
    return render(request, "dashboard/turn.html", context)


def load(request: HttpRequest, trace_id: str) -> TurnPage:
    """Return the trace and the turn with this id, within the viewer's tenant, or answer 404."""
    trace = (
        access.traces_of(request)
        .filter(trace_id=trace_id)
        .select_related("namespace__user")
        .first()
    )
    turn = transcripts.turn_record(trace_id, tenant_id=access.viewer(request).tenant_id)
    if trace is None and turn is None:
        raise Http404
    return TurnPage(trace=trace, turn=turn, trace_id=trace_id)


def _owner(request: HttpRequest, page: TurnPage) -> Any:
    if page.trace:
        return page.trace.namespace.user
    return access.users_of(request).filter(pk=page.turn.user_id).first() if page.turn else None


def candidate_rows(candidates: list[RecallCandidate], trace: RecallTrace) -> list[dict[str, Any]]:
    """Return what the page shows of each candidate."""
    weights = weights_of(trace)
    texts = {c.item_id: c.text for c in candidates if c.item_id is not None}
    return [
        {
            "candidate": c,
            "outcome": outcome_of(c),
            "label": reason_label(outcome_of(c)),
            "sentence": sentence(c, trace.policy_values, texts),
            "parts": parts_of(c),
            "shown_parts": {**parts_of(c), "recency": counted_recency(c, trace)},
            "margin": _margin(c, trace),
            "weights": weights,
        }
        for c in candidates
    ]


def parts_of(candidate: RecallCandidate) -> dict[str, float | None]:
    return {name: getattr(candidate, name) for name in PARTS}


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


def policy_of(trace: RecallTrace) -> Policy:
    """Return the policy as it was in force for this trace."""
    return policy_from(
        trace.policy, int(trace.policy_values.get("version", 1)), trace.policy_values
    )


def _margin(candidate: RecallCandidate, trace: RecallTrace) -> float | None:
    threshold = trace.policy_values.get("threshold")
    if candidate.relevance is None or threshold is None:
        return None
    return candidate.relevance - float(threshold)


def _candidates(request: HttpRequest, page: TurnPage) -> dict[str, Any]:
    if page.trace is None:
        return {"groups": [], "account": []}
    everything = list(
        page.trace.candidates.select_related("item").order_by("rank", "-score", "id")[:5000]
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
        rows = candidate_rows(members[:room], page.trace)
        shown += len(rows)
        groups.append(
            {"name": name, "label": reason_label(name), "rows": rows, "total": len(members)}
        )
    return {
        "groups": groups,
        "account": _account(everything),
        "outcome": wanted,
        "sort": order,
        "sorts": _sorts(),
        "total": len(everything),
        "shown": shown,
        "threshold": page.trace.policy_values.get("threshold"),
        "scale": max([1.0, *[c.score for c in everything if c.score is not None]]),
    }


def _group_of(candidate: RecallCandidate) -> str:
    name = outcome_of(candidate)
    return name if name in REASONS else ""


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


def _context(request: HttpRequest, page: TurnPage) -> dict[str, Any]:
    """The parts of the context window in tokens, and what changed since the turn before."""
    if page.trace is None:
        return {"parts": {}}
    previous = _previous_trace(page.trace)
    now_text = prompt_text(page.trace.messages)
    before_text = prompt_text(previous.messages) if previous else ""
    return {
        "parts": page.trace.tokens,
        "capacity": page.trace.tokens.get("capacity") or page.trace.tokens.get("limit") or 0,
        "previous_parts": previous.tokens if previous else {},
        "previous": previous,
        "prompt_changes": line_changes(before_text, now_text)[:400] if previous else [],
        "full_history": page.trace.full_history_tokens,
    }


def _previous_trace(trace: RecallTrace) -> RecallTrace | None:
    if trace.conversation_id is None:
        return None
    return (
        RecallTrace.objects.filter(
            namespace_id=trace.namespace_id,
            conversation_id=trace.conversation_id,
            created_at__lt=trace.created_at,
        )
        .order_by("-created_at")
        .first()
    )


def prompt_text(messages: list[dict[str, Any]]) -> str:
    return "\n".join(f"[{m.get('role', '')}]\n{m.get('content') or ''}" for m in messages)


def _steps(request: HttpRequest, page: TurnPage) -> dict[str, Any]:
    steps = page.trace.steps if page.trace else []
    total = total_milliseconds(steps) or 0.0
    start = min((float(s.get("start_ms", 0)) for s in steps), default=0.0)
    worked = sum(float(s.get("ms", 0)) for s in steps)
    return {
        "steps": [
            {
                "name": s.get("name", ""),
                "ms": float(s.get("ms", 0)),
                "start": float(s.get("start_ms", 0)) - start,
                "x": _share(float(s.get("start_ms", 0)) - start, total),
                "width": max(_share(float(s.get("ms", 0)), total), 0.3),
            }
            for s in steps
        ],
        "total": total,
        "saved": max(worked - total, 0.0),
        "degraded": page.trace.degraded if page.trace else [],
    }


def _share(value: float, total: float) -> float:
    return 100 * value / total if total else 0.0


def _messages(request: HttpRequest, page: TurnPage) -> dict[str, Any]:
    injected = []
    if page.trace:
        injected = list(
            page.trace.candidates.exclude(outcome="dropped").exclude(item=None).order_by("rank")
        )
    return {
        "sent": [
            {
                "role": str(m.get("role", "")),
                "text": str(m.get("content") or "")[:MESSAGE_CHARACTERS],
                "length": len(str(m.get("content") or "")),
                "tool_calls": m.get("tool_calls"),
                "tokens": m.get("tokens"),
            }
            for m in (page.trace.messages if page.trace else [])
        ],
        "injected": injected,
        "limit": MESSAGE_CHARACTERS,
    }


def _written(request: HttpRequest, page: TurnPage) -> dict[str, Any]:
    episode = (
        Episode.objects.filter(
            trace_id=page.trace_id, namespace__tenant_id=access.viewer(request).tenant_id
        )
        .order_by("-pk")
        .first()
    )
    decisions: list[Decision] = []
    if episode:
        decisions = list(episode.decisions.select_related("item", "item__supersedes"))
    events = MemoryEvent.objects.filter(
        trace_id=page.trace_id, tenant_id=access.viewer(request).tenant_id
    ).exclude(action__endswith=".viewed")
    return {
        "episode": episode,
        "decisions": decisions,
        "events": list(events.select_related("actor").order_by("pk")[:200]),
    }


def _working(request: HttpRequest, page: TurnPage) -> dict[str, Any]:
    snapshot = (
        WorkingSnapshot.objects.filter(
            trace_id=page.trace_id, namespace__tenant_id=access.viewer(request).tenant_id
        )
        .order_by("-pk")
        .first()
    )
    return {
        "snapshot": snapshot,
        "changes": field_changes(snapshot.before, snapshot.after) if snapshot else [],
    }


Build = Callable[[HttpRequest, TurnPage], dict[str, Any]]
TABS: dict[str, tuple[Promise, Build]] = {
    "candidates": (gettext_lazy("Candidates"), _candidates),
    "context": (gettext_lazy("Context"), _context),
    "steps": (gettext_lazy("Steps"), _steps),
    "messages": (gettext_lazy("Messages"), _messages),
    "written": (gettext_lazy("Written"), _written),
    "working": (gettext_lazy("Working memory"), _working),
}
