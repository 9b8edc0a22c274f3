"""The writes of chat that span rows: the begin and the end of a turn. Atomic, keyword-only.

A turn ends exactly once: each ending first takes the turn's row and does nothing unless the turn
is still running.
"""

import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from chat.actions import recording, records
from chat.domain import budget
from chat.domain.types import Prompt, Reply, ToolRound, TurnRequest
from chat.llm.base import chat_model
from chat.llm.tokens import token_counter
from chat.models import Conversation, Message, Turn
from memory import api
from memory.models import User

HEARTBEAT_SECONDS = 3.0
LOST_AFTER = timedelta(seconds=15)  # a running turn without a heartbeat for so long was lost
TITLE_CHARACTERS = 60
COMMAND = "command"  # the channel of people at the machine itself, who are not held back


class Refused(Exception):
    """A request of the browser that is not carried out; `code` names the sentence shown."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedTurn:
    """An accepted message; `is_repeat` when it was accepted before and nothing is to be done."""

    request: TurnRequest
    is_repeat: bool = False
    is_new_conversation: bool = False
    replaces: int | None = None  # the turn that this one answers again


@transaction.atomic
def start_turn(
    *,
    acting_user: User,
    conversation_id: int | None,
    client_id: uuid.UUID,
    text: str,
    now: datetime,
    is_temporary: bool = False,
    channel: str = "chat",
) -> StartedTurn:
    """Store the user's message and its turn; the same `client_id` again changes nothing.

    Raises Refused: not_found, turn_running, too_many_turns.
    """
    user = User.objects.select_for_update().get(pk=acting_user.pk)  # one at a time per user
    sent = Message.objects.for_user(user).filter(client_id=client_id).select_related("turn").first()
    if sent is not None and sent.turn is not None:
        return StartedTurn(request=recording.request_of(user, sent.turn, sent), is_repeat=True)
    if channel != COMMAND:
        _refuse_when_too_many(user, now)
    conversation = _conversation(user, conversation_id, text, now, is_temporary=is_temporary)
    _refuse_when_running(conversation, now)
    recording.record_unanswered(user, conversation)
    turn = _new_turn(conversation, now)
    message = Message.objects.create(
        conversation=conversation,
        turn=turn,
        role=Message.Role.USER,
        content=_kept_text(user, text),
        token_count=records.tokens_of(Message.Role.USER, text),
        channel=channel,
        client_id=client_id,
        created_at=now,
    )
    Conversation.objects.filter(pk=conversation.pk).update(updated_at=now, draft="")
    return StartedTurn(
        request=recording.request_of(user, turn, message, text=text),
        is_new_conversation=conversation_id is None,
    )


@transaction.atomic
def retry_turn(*, acting_user: User, turn_id: int, now: datetime) -> StartedTurn:
    """Answer the last message of a conversation again. Its message moves to the new turn.

    Raises Refused: not_found, not_last_turn, turn_running, too_many_turns.
    """
    user = User.objects.select_for_update().get(pk=acting_user.pk)
    old = turns_of(user).select_related("conversation").filter(pk=turn_id).first()
    if old is None:
        raise Refused("not_found")
    _refuse_when_too_many(user, now)
    _refuse_when_running(old.conversation, now)
    message = old.messages.filter(role=Message.Role.USER).first()
    if message is None or old.conversation.turns.filter(pk__gt=old.pk).exists():
        raise Refused("not_last_turn")
    old.refresh_from_db()
    turn = _new_turn(old.conversation, now, retry_of=old)
    message.turn = turn
    message.save(update_fields=["turn"])
    return StartedTurn(request=recording.request_of(user, turn, message), replaces=old.pk)


def turns_of(user: User) -> QuerySet[Turn]:
    """Return the turns that a user may see: their own."""
    return Turn.objects.filter(conversation__user=user)


def keep_alive(turn_id: int, now: datetime) -> None:
    """Show that a running turn is not lost."""
    Turn.objects.filter(pk=turn_id, state=Turn.State.RUNNING).update(heartbeat_at=now)


@transaction.atomic
def finish_turn(*, request: TurnRequest, prompt: Prompt, reply: Reply, now: datetime) -> bool:
    """Store the reply with its tool pairs, its figures and the episode; False if ended before.

    A turn that was taken for lost while it was slow is finished all the same.
    """
    turn = _take(request, is_late_welcome=True)
    if turn is None:
        return False
    records.store_rounds(turn, reply.rounds, now)
    message = records.store_reply(turn, reply.text, now)
    turn.model = reply.model[:120]
    turn.tokens = {
        **figures(prompt),
        "counter": prompt.counter,
        "input": reply.usage.input_tokens,
        "output": reply.usage.output_tokens or token_counter().count(reply.text),
        "degraded": list(prompt.context.degraded),
    }
    turn.milliseconds = {
        **dict(prompt.context.milliseconds),
        "first_delta": round(reply.first_delta_ms),
        "model": round(reply.model_ms),
    }
    _end(turn, Turn.State.DONE, now)
    recording.record(request, message)
    return True


@transaction.atomic
def fail_turn(
    *,
    request: TurnRequest,
    code: str,
    detail: str,
    text: str,
    now: datetime,
    rounds: Sequence[ToolRound] = (),
) -> bool:
    """Mark a turn as failed; what there is of the reply is kept. False if ended before."""
    turn = _take(request)
    if turn is None:
        return False
    turn.error = code
    turn.error_detail = api.redact_text(detail, None).text[:2000]
    records.keep_partial(turn, text, rounds, now)
    _end(turn, Turn.State.FAILED, now)
    return True


@transaction.atomic
def cancel_turn(
    *, request: TurnRequest, text: str, now: datetime, rounds: Sequence[ToolRound] = ()
) -> bool:
    """Mark a turn as stopped by the user; what there is of the reply is kept."""
    turn = _take(request)
    if turn is None:
        return False
    records.keep_partial(turn, text, rounds, now)
    _end(turn, Turn.State.CANCELLED, now)
    return True


@transaction.atomic
def recover_lost_turns(*, now: datetime, conversation_id: int | None = None) -> list[Turn]:
    """Fail the running turns whose process is gone; their messages are kept. Return them."""
    lost = Turn.objects.filter(state=Turn.State.RUNNING, heartbeat_at__lt=now - LOST_AFTER)
    if conversation_id is not None:
        lost = lost.filter(conversation_id=conversation_id)
    found = list(lost.select_for_update().select_related("conversation"))
    for turn in found:
        turn.error = "lost"
        _end(turn, Turn.State.FAILED, now)
    return found


def _refuse_when_too_many(user: User, now: datetime) -> None:
    recent = turns_of(user).filter(started_at__gt=now - timedelta(minutes=1)).count()
    if recent >= settings.CHAT["turns_per_minute"]:
        raise Refused("too_many_turns")


def _refuse_when_running(conversation: Conversation, now: datetime) -> None:
    recover_lost_turns(now=now, conversation_id=conversation.pk)
    if conversation.turns.filter(state=Turn.State.RUNNING).exists():
        raise Refused("turn_running")


def _conversation(
    user: User, conversation_id: int | None, text: str, now: datetime, *, is_temporary: bool
) -> Conversation:
    if conversation_id is None:
        title = " ".join(api.redact_text(text, user.tenant).text.split())
        return Conversation.objects.create(
            user=user,
            title=title if len(title) <= TITLE_CHARACTERS else title[: TITLE_CHARACTERS - 1] + "…",
            is_temporary=is_temporary,
            updated_at=now,
        )
    conversation = Conversation.objects.for_user(user).filter(pk=conversation_id).first()
    if conversation is None:
        raise Refused("not_found")
    return conversation


def _new_turn(conversation: Conversation, now: datetime, retry_of: Turn | None = None) -> Turn:
    return Turn.objects.create(
        conversation=conversation,
        trace_id=str(uuid.uuid4()),
        model=chat_model().name[:120],
        retry_of=retry_of,
        started_at=now,
        heartbeat_at=now,
    )


def _kept_text(user: User, text: str) -> str:
    """Return the message as stored: as written, unless the tenant wants it redacted."""
    return api.redact_text(text, user.tenant).text if user.tenant.redact_messages else text


def _take(request: TurnRequest, *, is_late_welcome: bool = False) -> Turn | None:
    """Lock the turn and return it, or None when it has ended (or was deleted)."""
    turn = Turn.objects.select_for_update().filter(pk=request.turn_id).first()
    if turn is None:
        return None
    was_lost = turn.error == "lost" and not turn.retries.exists()
    if turn.state == Turn.State.RUNNING or (is_late_welcome and was_lost):
        turn.error = ""
        return turn
    return None


def _end(turn: Turn, state: Turn.State, now: datetime) -> None:
    turn.state = state
    turn.finished_at = now
    milliseconds = (now - turn.started_at) / timedelta(milliseconds=1)
    turn.milliseconds = {**turn.milliseconds, "total": round(milliseconds)}
    turn.save()
    Conversation.objects.filter(pk=turn.conversation_id).update(updated_at=now)


def figures(prompt: Prompt) -> dict[str, int]:
    """Return the tokens of each part of the context window, with the limit and the reserve."""
    return {
        **asdict(prompt.tokens),
        "total": prompt.tokens.total,
        "limit": prompt.limit,
        "reserve": budget.reply_reserve(prompt.limit),
    }
