"""What the dashboard reads of the conversations: turns, messages, summaries.

Conversations belong to the chat app, which memory does not import. This is the one module that
reads them, by model name and through ids that memory itself stored.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.db.models import Max, Model, OuterRef, QuerySet, Subquery

from memory.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One message of a conversation."""

    id: int
    role: str
    text: str
    tokens: int
    at: datetime
    is_partial: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRecord:
    """One turn as the chat kept it; `previous` and `next` are trace ids of its neighbours."""

    id: int
    trace_id: str
    conversation_id: int
    conversation_title: str
    user_id: int
    is_temporary: bool
    state: str
    error: str
    error_detail: str
    model: str
    tokens: dict[str, Any]
    milliseconds: dict[str, Any]
    started_at: datetime
    finished_at: datetime | None
    lines: tuple[Line, ...] = ()
    previous: str = ""
    next: str = ""
    liked: bool | None = None

    @property
    def user_text(self) -> str:
        return next((line.text for line in self.lines if line.role == "user"), "")

    @property
    def user_message(self) -> int | None:
        return next((line.id for line in self.lines if line.role == "user"), None)

    @property
    def reply_text(self) -> str:
        replies = [line.text for line in self.lines if line.role == "assistant" and line.text]
        return replies[-1] if replies else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A message with its neighbours, for showing a quote where it was said."""

    conversation_id: int
    lines: tuple[Line, ...] = ()
    focus: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A stretch of a conversation; `earlier` and `later` are messages to go on from, or None."""

    id: int
    title: str
    user_id: int
    is_temporary: bool
    lines: tuple[Line, ...] = ()
    traces: Mapping[int, str] = field(default_factory=dict)  # message id → trace id of its turn
    earlier: int | None = None
    later: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowView:
    """The last conversation of a user as the next turn would see it."""

    conversation_id: int
    title: str
    summary: str = ""
    summary_tokens: int = 0
    summary_up_to: int = 0
    replaced: int = 0
    lines: tuple[Line, ...] = field(default_factory=tuple)


def _rows(name: str) -> QuerySet[Any]:
    rows: QuerySet[Any] = apps.get_model("chat", name)._default_manager.all()
    return rows


def _line(message: Any) -> Line:
    return Line(
        id=message.pk,
        role=message.role,
        text=message.content,
        tokens=message.token_count,
        at=message.created_at,
        is_partial=message.is_partial,
    )


def turn_record(trace_id: str, *, tenant_id: int) -> TurnRecord | None:
    """Return the turn with this trace id if it belongs to a user of the tenant."""
    turn = (
        _rows("Turn")
        .filter(trace_id=trace_id, conversation__user__tenant_id=tenant_id)
        .select_related("conversation", "feedback")
        .first()
    )
    if turn is None:
        return None
    siblings = _rows("Turn").filter(conversation_id=turn.conversation_id).values_list("trace_id")
    before = siblings.filter(pk__lt=turn.pk).order_by("-pk").first()
    after = siblings.filter(pk__gt=turn.pk).order_by("pk").first()
    feedback = getattr(turn, "feedback", None)
    return TurnRecord(
        id=turn.pk,
        trace_id=turn.trace_id,
        conversation_id=turn.conversation_id,
        conversation_title=turn.conversation.title,
        user_id=turn.conversation.user_id,
        is_temporary=turn.conversation.is_temporary,
        state=turn.state,
        error=turn.error,
        error_detail=turn.error_detail,
        model=turn.model,
        tokens=turn.tokens,
        milliseconds=turn.milliseconds,
        started_at=turn.started_at,
        finished_at=turn.finished_at,
        lines=tuple(_line(m) for m in _rows("Message").filter(turn=turn).order_by("pk")),
        previous=before[0] if before else "",
        next=after[0] if after else "",
        liked=feedback.is_positive if feedback else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """One answer of a model, or its failure. `is_traced`: the turn is in the list of turns."""

    model: str
    at: datetime
    has_failed: bool
    error: str
    tokens_in: int
    tokens_out: int
    is_traced: bool


def model_calls(
    *, tenant_id: int, since: datetime, limit: int, traced: Collection[str]
) -> list[ModelCall]:
    """Return the newest answers since a moment, at most `limit`; `traced` are known trace ids."""
    # A turn begins a little before its trace: those at the edge are in the list of traces.
    turns = _rows("Turn").filter(
        started_at__gte=since - timedelta(minutes=5), conversation__user__tenant_id=tenant_id
    )
    columns = ("model", "started_at", "state", "error", "tokens", "trace_id")
    rows = turns.exclude(state="running").order_by("-started_at").values_list(*columns)[:limit]
    return [
        ModelCall(
            model=model or "–",
            at=at,
            has_failed=state == "failed",
            error=error,
            tokens_in=int(tokens.get("input") or 0),
            tokens_out=int(tokens.get("output") or 0),
            is_traced=trace_id in traced,
        )
        for model, at, state, error, tokens, trace_id in rows
        if at >= since or trace_id in traced
    ]


def traces_by_model(model: str) -> QuerySet[Any]:
    """Return the trace ids of the turns that a model answered or failed to answer."""
    rows = _rows("Turn").exclude(state="running").filter(model="" if model == "–" else model)
    return rows.values("trace_id")


def failed_traces() -> QuerySet[Any]:
    return _rows("Turn").filter(state="failed").values("trace_id")


def turn_states(trace_ids: Iterable[str]) -> dict[str, Any]:
    """Return the turns with these trace ids (for the columns of a list), by trace id."""
    turns = _rows("Turn").filter(trace_id__in=list(trace_ids)).select_related("feedback")
    return {turn.trace_id: turn for turn in turns}


def trace_ids_of_turns(turn_ids: Iterable[int]) -> dict[int, str]:
    rows = _rows("Turn").filter(pk__in=list(turn_ids)).values_list("pk", "trace_id")
    return dict(rows)


def turn_of_message(message_id: int) -> str:
    """Return the trace id of the turn that a message belongs to, or ''."""
    found = _rows("Message").filter(pk=message_id).values_list("turn__trace_id", flat=True).first()
    return found or ""


def passage(message_id: int | None, *, tenant_id: int) -> Passage | None:
    """Return a message with the one before and the one after it."""
    if message_id is None:
        return None
    return passages([message_id], tenant_id=tenant_id).get(message_id)


def passages(message_ids: Iterable[int], *, tenant_id: int) -> dict[int, Passage]:
    """Return messages of the tenant with their neighbours, by id: two queries for all of them."""
    ids = list(message_ids)
    if not ids:
        return {}
    same = _rows("Message").filter(conversation=OuterRef("conversation"))
    before = same.filter(pk__lt=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    after = same.filter(pk__gt=OuterRef("pk")).order_by("pk").values("pk")[:1]
    found = list(
        _rows("Message")
        .filter(pk__in=ids, conversation__user__tenant_id=tenant_id)
        .annotate(before_id=Subquery(before), after_id=Subquery(after))
    )
    neighbours = {pk for m in found for pk in (m.before_id, m.after_id) if pk}
    lines = {m.pk: _line(m) for m in [*found, *_rows("Message").filter(pk__in=neighbours)]}
    return {
        m.pk: Passage(
            conversation_id=m.conversation_id,
            lines=tuple(lines[pk] for pk in (m.before_id, m.pk, m.after_id) if pk in lines),
            focus=m.pk,
        )
        for m in found
    }


def summaries_of(message_id: int) -> QuerySet[Any]:
    """Return the texts of the abstracts of its conversation that a message went into."""
    place = _rows("Message").filter(pk=message_id).values("conversation")
    found = _rows("Summary").filter(conversation__in=place, up_to_message__gte=message_id)
    return found.order_by("up_to_message").values_list("text", flat=True)


def talk(conversation_id: int, *, tenant_id: int, around: int | None, size: int) -> Talk | None:
    """Return about `size` messages of a conversation of the tenant, those around a message (the
    newest without one): four queries, however long it is."""
    conversation = (
        _rows("Conversation").filter(pk=conversation_id, user__tenant_id=tenant_id).first()
    )
    if conversation is None:
        return None
    messages = _rows("Message").filter(conversation=conversation).select_related("turn")
    if around is None:
        before, after = list(messages.order_by("-pk")[: size + 1]), []
    else:
        half = size // 2
        before = list(messages.filter(pk__lte=around).order_by("-pk")[: half + 1])
        after = list(messages.filter(pk__gt=around).order_by("pk")[: half + 1])
        size = half
    kept = [*before[:size][::-1], *after[:size]]
    return Talk(
        id=conversation.pk,
        title=conversation.title,
        user_id=conversation.user_id,
        is_temporary=conversation.is_temporary,
        lines=tuple(_line(message) for message in kept),
        traces={m.pk: m.turn.trace_id for m in kept if m.turn},
        earlier=before[size].pk if len(before) > size else None,
        later=after[size].pk if len(after) > size else None,
    )


def last_window(user: User, *, limit: int) -> WindowView | None:
    """Return the newest conversation of a user: its summary and up to `limit` messages after it."""
    conversation = _rows("Conversation").filter(user=user).order_by("-updated_at").first()
    if conversation is None:
        return None
    summary = _rows("Summary").filter(conversation=conversation).first()
    up_to = summary.up_to_message_id if summary else 0
    messages = _rows("Message").filter(conversation=conversation)
    recent = list(messages.filter(pk__gt=up_to).order_by("-pk")[:limit])[::-1]
    return WindowView(
        conversation_id=conversation.pk,
        title=conversation.title,
        summary=summary.text if summary else "",
        summary_tokens=summary.token_count if summary else 0,
        summary_up_to=up_to,
        replaced=messages.filter(pk__lte=up_to).count() if up_to else 0,
        lines=tuple(_line(m) for m in recent),
    )


def conversations(user: User, *, limit: int = 20) -> Sequence[Model]:
    return list(_rows("Conversation").filter(user=user).order_by("-updated_at")[:limit])


def activity(user_ids: Iterable[int]) -> dict[int, datetime]:
    """Return the time of the last turn of each of these users."""
    rows = _rows("Conversation").filter(user_id__in=list(user_ids)).values_list("user_id")
    return dict(rows.annotate(newest=Max("updated_at")).order_by())
