"""Reads the stored messages of a conversation as values for the window."""

from dataclasses import dataclass

from chat.domain.types import ToolCall, WindowMessage, WindowSummary
from chat.models import Conversation, Message, Turn
from memory.models import User


def window_messages(
    conversation: Conversation, *, covered_up_to: int, width: int, before_id: int | None = None
) -> list[WindowMessage]:
    """Return, in order of time, what the summary does not cover, and at least `width` messages.

    Answers that were replaced by a retry are left out.
    """
    rows = conversation.messages.filter(turn__retries=None)
    if before_id is not None:
        rows = rows.filter(pk__lt=before_id)
    uncovered = rows.filter(pk__gt=covered_up_to).count()
    newest = list(rows.order_by("-pk")[: max(width, uncovered)])
    return [_as_value(row) for row in reversed(newest)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationState:
    """What a page that comes (back) to a conversation compares itself with."""

    running_turn_id: int | None
    last_message_id: int | None


def conversation_state(user: User, conversation_id: int) -> ConversationState | None:
    """Return the state of a user's own conversation, or None."""
    conversation = Conversation.objects.for_user(user).filter(pk=conversation_id).first()
    if conversation is None:
        return None
    running = conversation.turns.filter(state=Turn.State.RUNNING).order_by("-pk").first()
    last = conversation.messages.order_by("-pk").first()
    return ConversationState(
        running_turn_id=running.pk if running else None,
        last_message_id=last.pk if last else None,
    )


def latest_summary(conversation: Conversation) -> WindowSummary:
    row = conversation.summaries.first()
    if row is None:
        return WindowSummary()
    return WindowSummary(
        text=row.text, up_to_message_id=row.up_to_message_id, tokens=row.token_count
    )


def _as_value(row: Message) -> WindowMessage:
    return WindowMessage(
        message_id=row.pk,
        role=row.role,
        content=row.content,
        tokens=row.token_count,
        tool_calls=tuple(
            ToolCall(call_id=call["id"], name=call["name"], arguments=call["arguments"])
            for call in row.tool_calls
        ),
        tool_call_id=row.tool_call_id,
        is_partial=row.is_partial,
    )
