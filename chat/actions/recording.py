"""Hands what was said over to memory, in the transaction that calls it."""

from chat.domain.types import TurnRequest
from chat.models import Message
from memory import api
from memory.models import User


def record(request: TurnRequest, reply: Message | None) -> None:
    """Give memory what was said, unless the user or the conversation wants nothing learned."""
    user = User.objects.select_related("tenant").get(pk=request.user_id)
    if not user.learns or request.is_temporary or request.is_repeat:
        return
    api.record_episode(
        namespace=api.namespace_for(user),
        user_text=request.text,
        reply_text=reply.content if reply else "",
        occurred_at=request.now,
        trace_id=request.trace_id,
        channel=request.channel,
        conversation_id=request.conversation_id,
        turn_id=request.turn_id,
        user_message_id=request.message_id,
        reply_message_id=reply.pk if reply else None,
    )
