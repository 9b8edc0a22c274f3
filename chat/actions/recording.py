"""Hands what was said over to memory, in the transaction that calls it."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from chat.domain.types import TurnRequest
from chat.models import Conversation, Message, Turn
from memory import api
from memory.models import User

# Whoever has not tried again by then is taken to have left; a later try adds nothing twice.
ABANDONED_AFTER = timedelta(minutes=5)
LOOKED_BACK = timedelta(days=2)
BATCH = 100


def record(request: TurnRequest, reply: Message | None) -> None:
    """Give memory what was said, unless the user or the conversation wants nothing learned.

    A message is recorded once, however often it is answered.
    """
    user = User.objects.select_related("tenant").get(pk=request.user_id)
    if not user.learns or request.is_temporary or request.is_repeat:
        return
    if api.recorded_messages([request.message_id]):
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


def record_unanswered(user: User, conversation: Conversation) -> None:
    """Give memory what was said last where the reply failed or was stopped.

    Called once the user goes on without trying again: another try records it with its reply.
    """
    last = conversation.turns.order_by("-pk").first()
    if last is not None and last.state != Turn.State.DONE:
        _record_turn(user, last)


@transaction.atomic
def record_abandoned(*, now: datetime) -> int:
    """Give memory what was said last in conversations that ended with a failed reply.

    Return how many messages were recorded, at most BATCH.
    """
    later = Turn.objects.filter(conversation=OuterRef("conversation"), pk__gt=OuterRef("pk"))
    turns = Turn.objects.filter(
        ~Exists(later),
        state__in=(Turn.State.FAILED, Turn.State.CANCELLED),
        finished_at__range=(now - LOOKED_BACK, now - ABANDONED_AFTER),
        conversation__is_temporary=False,
        conversation__user__learns=True,
    ).select_related("conversation__user__tenant")
    said = Message.objects.filter(turn__in=turns, role=Message.Role.USER)
    waiting = set(said.values_list("pk", flat=True))
    fresh = waiting - api.recorded_messages(waiting)
    found = turns.filter(messages__in=sorted(fresh)[:BATCH])
    for turn in found:
        _record_turn(turn.conversation.user, turn)
    return len(found)


def request_of(user: User, turn: Turn, message: Message, text: str = "") -> TurnRequest:
    """Return a turn as the pipeline takes it; `text` where the message is stored redacted."""
    return TurnRequest(
        user_id=user.pk,
        conversation_id=turn.conversation_id,
        turn_id=turn.pk,
        message_id=message.pk,
        trace_id=turn.trace_id,
        text=text or message.content,
        now=turn.started_at,
        language=api.language_of(text or message.content),
        time_zone=user.time_zone,
        channel=message.channel,
        is_temporary=turn.conversation.is_temporary,
        is_repeat=_was_answered(turn),
        learns=user.learns,
    )


def _record_turn(user: User, turn: Turn) -> None:
    message = turn.messages.filter(role=Message.Role.USER).first()
    if message is not None:
        replies = turn.messages.filter(role=Message.Role.ASSISTANT, tool_calls=[])
        record(request_of(user, turn, message), replies.last())


def _was_answered(turn: Turn) -> bool:
    """Say whether any turn that this one answers again came to its end."""
    earlier = turn.retry_of
    while earlier is not None and earlier.state != Turn.State.DONE:
        earlier = earlier.retry_of
    return earlier is not None
