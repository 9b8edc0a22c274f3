"""The message rows of a reply: its text, and its tool calls with their results."""

from collections.abc import Sequence
from datetime import datetime

from chat.domain import budget
from chat.domain.types import PromptMessage, ToolRound
from chat.llm.tokens import token_counter
from chat.models import Message, Turn
from chat.prompts import BROKEN_OFF


def keep_partial(turn: Turn, text: str, rounds: Sequence[ToolRound], now: datetime) -> None:
    """Store what there is of a reply that was stopped or cut."""
    store_rounds(turn, rounds, now)
    if text.strip():
        store_reply(turn, text, now, is_partial=True)


def store_reply(turn: Turn, text: str, now: datetime, *, is_partial: bool = False) -> Message:
    """Store the text of a reply, with the tokens that it has in a later prompt."""
    sent = text + BROKEN_OFF if is_partial else text
    return Message.objects.create(
        conversation_id=turn.conversation_id,
        turn=turn,
        role=Message.Role.ASSISTANT,
        content=text,
        token_count=tokens_of(Message.Role.ASSISTANT, sent),
        is_partial=is_partial,
        created_at=now,
    )


def store_rounds(turn: Turn, rounds: Sequence[ToolRound], now: datetime) -> None:
    """Store calls and results as messages. The text beside the calls is part of the reply."""
    count = token_counter().count
    for done in rounds:
        calls = tuple(result.call for result in done.results)
        asked = PromptMessage(role="assistant", tool_calls=calls)
        Message.objects.create(
            conversation_id=turn.conversation_id,
            turn=turn,
            role=Message.Role.ASSISTANT,
            token_count=budget.message_tokens(asked, count),
            tool_calls=[
                {"id": call.call_id, "name": call.name, "arguments": call.arguments}
                for call in calls
            ],
            created_at=now,
        )
        for result in done.results:
            Message.objects.create(
                conversation_id=turn.conversation_id,
                turn=turn,
                role=Message.Role.TOOL,
                content=result.content,
                token_count=tokens_of(Message.Role.TOOL, result.content),
                tool_call_id=result.call.call_id[:80],
                metadata={"summary": result.summary, "is_error": result.is_error},
                created_at=now,
            )


def tokens_of(role: str, text: str) -> int:
    """Return the tokens of a message, its overhead included."""
    return budget.message_tokens(PromptMessage(role=role, content=text), token_counter().count)
