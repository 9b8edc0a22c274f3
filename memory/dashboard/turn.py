"""The page of a turn: why the model got exactly this. Everything comes from the stored trace."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from memory.dashboard import access, candidates, model_cards, sent, transcripts
from memory.dashboard.differences import field_changes, line_changes
from memory.dashboard.turns import recall_milliseconds, total_milliseconds
from memory.domain.policy import Policy, policy_from
from memory.models import (
    Decision,
    Episode,
    MemoryEvent,
    RecallTrace,
    WorkingSnapshot,
)


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
    if page.trace and tab == "messages" and request.GET.get("format") == "json":
        return sent.download(page.trace)
    context = {
        "page": page,
        "trace": page.trace,
        "turn": page.turn,
        "question": page.question,
        "owner": _owner(request, page),
        "cost": model_cards.turn_cost(page.turn),
        "currency": settings.MODEL_CURRENCY,
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


def policy_of(trace: RecallTrace) -> Policy:
    """Return the policy as it was in force for this trace."""
    return policy_from(
        trace.policy, int(trace.policy_values.get("version", 1)), trace.policy_values
    )


def _candidates(request: HttpRequest, page: TurnPage) -> dict[str, Any]:
    if page.trace is None:
        return {"groups": [], "account": []}
    return candidates.tab(request, page.trace)


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
    return sent.messages_tab(page.trace)


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
