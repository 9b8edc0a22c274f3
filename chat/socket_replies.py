"""What the socket answers: synchronous, with the rows and templates that frames.py leaves out."""

import uuid
from datetime import datetime
from typing import Any

from django.utils import timezone, translation

from chat import actions, events, failures, fragments, frames
from chat.history import ConversationState
from chat.models import Turn
from memory.models import User


def accept(frame: frames.Send | frames.Retry, user: User, now: datetime) -> actions.StartedTurn:
    """Store what the user sent. Raises actions.Refused."""
    if isinstance(frame, frames.Retry):
        return actions.retry_turn(acting_user=user, turn_id=frame.turn_id, now=now)
    return actions.start_turn(
        acting_user=user,
        conversation_id=frame.conversation_id,
        client_id=frame.client_id,
        text=frame.text,
        is_temporary=frame.is_temporary,
        now=now,
    )


def recover(conversation_id: int) -> None:
    """Fail the turns of a conversation whose process is gone, and tell the open tabs."""
    for turn in actions.recover_lost_turns(now=timezone.now(), conversation_id=conversation_id):
        group = events.user_group(turn.conversation.user_id)
        events.announce_now(group, events.turn_finished(turn))


def refused(code: str, language: str, client_id: uuid.UUID | None) -> str:
    with translation.override(language):
        return frames.refused(code=code, line=failures.line(code), client_id=client_id)


def ready(conversation_id: int | None, state: ConversationState | None) -> str:
    return frames.ready(
        conversation_id=conversation_id,
        running_turn_id=state.running_turn_id if state else None,
        last_message_id=state.last_message_id if state else None,
    )


def ack(frame: frames.Send, started: actions.StartedTurn) -> str:
    request = started.request
    return frames.ack(
        client_id=frame.client_id,
        conversation_id=request.conversation_id,
        turn_id=request.turn_id,
        message_id=request.message_id,
        is_repeat=started.is_repeat,
        is_new_conversation=started.is_new_conversation,
    )


def started_event(started: actions.StartedTurn, *, origin: str) -> dict[str, Any]:
    return {
        "type": "turn.started",
        "conversation_id": started.request.conversation_id,
        "turn_id": started.request.turn_id,
        "replaces": started.replaces,
        "origin": origin,
    }


def begun(event: dict[str, Any], language: str, *, is_shown: bool) -> list[str]:
    """Return the frames that show a turn as running."""
    turn = _turn(event)
    if turn is None:
        return []
    found = []
    if is_shown:
        if event["replaces"]:
            found.append(fragments.render_removed(event["replaces"]))
        with translation.override(language):
            view = fragments.turn_view(turn)
            found.append(fragments.render_turn(view, oob="beforeend:#turns"))
    started = frames.turn_started(conversation_id=turn.conversation_id, turn_id=turn.pk)
    return [*found, started]


def ended(event: dict[str, Any], language: str, *, is_shown: bool, was_streamed: bool) -> list[str]:
    """Return the frames that show how a turn ended: its foot where it was streamed, else all."""
    turn = _turn(event)
    if turn is None:
        return []
    with translation.override(language):
        found = []
        if is_shown:
            view = fragments.turn_view(turn)
            render = fragments.render_foot if was_streamed else fragments.render_turn
            found.append(render(view, oob="true"))
        finished = frames.turn_finished(
            conversation_id=turn.conversation_id,
            turn_id=turn.pk,
            state=turn.state,
            error=turn.error,
            line=failures.line(turn.error) if turn.error else "",
        )
    return [*found, finished]


def _turn(event: dict[str, Any]) -> Turn | None:
    """Return the turn of an event, unless it was deleted meanwhile."""
    return Turn.objects.filter(pk=event["turn_id"]).first()
