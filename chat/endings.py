"""The last step of a turn: one transaction, and then what may fail without harming the reply."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from chat import actions, tasks
from chat.domain.types import Prompt, Reply, ToolRound, TurnContext, TurnRequest
from memory import api

logger = logging.getLogger(__name__)


def end_done(*, request: TurnRequest, prompt: Prompt, reply: Reply) -> None:
    """Finish a turn, then tell memory which entries the reply used."""
    now = timezone.now()
    if not actions.finish_turn(request=request, prompt=prompt, reply=reply, now=now):
        return
    _complete_trace(prompt, reply)
    api.mark_used(
        trace_id=request.trace_id,
        reply=reply.text,
        now=now,
        looked_up=prompt.context.recall.looked_up,
        told=reply.told,
    )
    tasks.wake_summary_when_due(request.conversation_id)


def end_failed(
    *,
    request: TurnRequest,
    prompt: Prompt | None,
    code: str,
    detail: str,
    text: str,
    rounds: Sequence[ToolRound],
) -> None:
    """Mark a turn as failed; the message and the text so far are kept."""
    now = timezone.now()
    ended = actions.fail_turn(
        request=request, code=code, detail=detail, text=text, rounds=rounds, now=now
    )
    if ended and prompt is not None:
        _complete_trace(prompt, None)


def end_cancelled(
    *, request: TurnRequest, prompt: Prompt | None, text: str, rounds: Sequence[ToolRound]
) -> None:
    """Mark a turn as stopped by the user; the text so far is kept."""
    now = timezone.now()
    ended = actions.cancel_turn(request=request, text=text, rounds=rounds, now=now)
    if ended and prompt is not None:
        _complete_trace(prompt, None)


def _complete_trace(prompt: Prompt, reply: Reply | None) -> None:
    """Add to the trace what only the turn knows."""
    context = prompt.context
    tokens = actions.figures(prompt)
    api.complete_trace(
        trace_id=context.request.trace_id,
        tokens=tokens,
        messages=_as_sent(prompt),
        steps=_steps(context, reply),
        recall_start_ms=_since_start(context, context.begun.get("recall", 0.0)),
        full_history_tokens=context.full_history_tokens,
    )


def _as_sent(prompt: Prompt) -> list[Mapping[str, Any]]:
    """Return the messages exactly as the model got them, the tool definitions by name."""
    sent: list[Mapping[str, Any]] = []
    for message in prompt.messages:
        entry: dict[str, Any] = {"role": message.role, "content": message.content}
        if message.tool_calls:
            entry["tool_calls"] = [
                {"id": call.call_id, "name": call.name, "arguments": call.arguments}
                for call in message.tool_calls
            ]
        if message.tool_call_id:
            entry["tool_call_id"] = message.tool_call_id
        sent.append(entry)
    return sent


def _steps(context: TurnContext, reply: Reply | None) -> list[dict[str, Any]]:
    """Return the steps of the turn; those within recall are in the trace already."""
    begun = dict(context.begun)
    spent = {name: ms for name, ms in context.milliseconds.items() if name != "recall"}
    if reply is not None:
        spent["model"], begun["model"] = round(reply.model_ms, 1), reply.begun
    return [
        {"name": name, "start_ms": _since_start(context, begun[name]), "ms": ms}
        for name, ms in spent.items()
    ]


def _since_start(context: TurnContext, moment: float) -> float:
    """Return the milliseconds from the first step of the turn to a reading of its counter."""
    start = min(context.begun.values(), default=moment)
    return round(max(moment - start, 0.0) * 1000, 1)
