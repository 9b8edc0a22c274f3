"""What a user does with conversations, messages and replies that are there already."""

from datetime import datetime

from django.db import transaction

from chat.actions import records
from chat.actions.turns import Refused, turns_of
from chat.models import Conversation, Feedback, Message, Summary, Turn
from memory import api
from memory.models import User


@transaction.atomic
def rename_conversation(*, acting_user: User, conversation_id: int, title: str) -> Conversation:
    """Give a conversation a title. Raises Refused("not_found")."""
    conversation = _own_conversation(acting_user, conversation_id)
    conversation.title = " ".join(title.split())[:200]
    conversation.save(update_fields=["title"])
    return conversation


@transaction.atomic
def delete_conversation(*, acting_user: User, conversation_id: int, with_memories: bool) -> None:
    """Delete a conversation; the memories made from it go too only when asked. Raises Refused."""
    conversation = _own_conversation(acting_user, conversation_id)
    namespace = api.namespace_for(acting_user)
    if with_memories:
        message_ids = list(conversation.messages.values_list("pk", flat=True))
        api.messages_changed(namespace=namespace, message_ids=message_ids, deleted=True)
    transaction.on_commit(lambda: _forget_state(acting_user, conversation_id))
    conversation.delete()


@transaction.atomic
def delete_message(*, acting_user: User, message_id: int) -> int:
    """Delete a user's message with its answer; return the conversation. Raises Refused.

    What was derived from it is checked again by memory, and summaries that may hold it go.
    """
    message = _own_message(acting_user, message_id)
    _refuse_while_running(message.conversation)
    turns = _answers(message.turn)
    said = Message.objects.filter(turn__in=turns)
    doomed = sorted({message.pk, *said.values_list("pk", flat=True)})
    _drop_summaries(message.conversation_id, from_message_id=doomed[0])
    api.messages_changed(namespace=api.namespace_for(acting_user), message_ids=doomed, deleted=True)
    Message.objects.filter(pk__in=doomed).delete()
    Turn.objects.filter(pk__in=[turn.pk for turn in turns]).delete()
    return message.conversation_id


@transaction.atomic
def edit_message(*, acting_user: User, message_id: int, text: str, now: datetime) -> Message:
    """Change the words of a user's message, without answering again. Raises Refused."""
    message = _own_message(acting_user, message_id)
    if not text.strip():
        raise Refused("empty_message")
    _refuse_while_running(message.conversation)
    message.content = text.strip()
    message.metadata = {**message.metadata, "edited_at": now.isoformat()}
    message.token_count = records.tokens_of(message.role, message.content)
    message.save(update_fields=["content", "metadata", "token_count"])
    _drop_summaries(message.conversation_id, from_message_id=message.pk)
    api.messages_changed(
        namespace=api.namespace_for(acting_user),
        message_ids=[message.pk],
        deleted=False,
        text=message.content,
    )
    return message


@transaction.atomic
def set_feedback(
    *, acting_user: User, turn_id: int, is_positive: bool, now: datetime, comment: str = ""
) -> Feedback:
    """Keep a thumb on a reply; a later one replaces it. Raises Refused("not_found").

    A thumb up proposes the exchange as an experience, for an operator to approve; a thumb down
    takes an undecided proposal back.
    """
    own = turns_of(acting_user).select_related("conversation")
    turn = own.filter(pk=turn_id, state=Turn.State.DONE).first()
    if turn is None:
        raise Refused("not_found")
    feedback, _ = Feedback.objects.update_or_create(
        turn=turn,
        defaults={"is_positive": is_positive, "comment": comment[:2000], "created_at": now},
    )
    _learn_from(turn, acting_user, feedback, now)
    return feedback


def _learn_from(turn: Turn, user: User, feedback: Feedback, now: datetime) -> None:
    """Propose the reply as an experience after a thumb up; take a proposal back after one down."""
    namespace = api.namespace_for(user)
    if not feedback.is_positive:
        api.withdraw_proposal(namespace=namespace, turn_id=turn.pk)
        return
    said = turn.messages.filter(role=Message.Role.USER).first()
    reply = turn.messages.filter(role=Message.Role.ASSISTANT).last()
    if said is None or reply is None or turn.conversation.is_temporary:
        return
    api.propose_experience(
        namespace=namespace,
        acting_user=user,
        task=said.content,
        solution=reply.content,
        turn_id=turn.pk,
        conversation_id=turn.conversation_id,
        feedback=feedback.comment,
        now=now,
    )


def _own_conversation(user: User, conversation_id: int) -> Conversation:
    conversation = Conversation.objects.for_user(user).filter(pk=conversation_id).first()
    if conversation is None:
        raise Refused("not_found")
    return conversation


def _own_message(user: User, message_id: int) -> Message:
    """Return a message that the user wrote (a reply is not theirs to change)."""
    own = Message.objects.for_user(user).filter(pk=message_id, role=Message.Role.USER)
    message = own.select_related("turn", "conversation").first()
    if message is None:
        raise Refused("not_found")
    return message


def _answers(turn: Turn | None) -> list[Turn]:
    """Return the turn of a message and those that it replaced."""
    found: list[Turn] = []
    while turn is not None:
        found.append(turn)
        turn = turn.retry_of
    return found


def _refuse_while_running(conversation: Conversation) -> None:
    if conversation.turns.filter(state=Turn.State.RUNNING).exists():
        raise Refused("turn_running")


def _drop_summaries(conversation_id: int, *, from_message_id: int) -> None:
    """Delete the summaries that may hold a message; the next turn makes new ones."""
    Summary.objects.filter(
        conversation_id=conversation_id, up_to_message_id__gte=from_message_id
    ).delete()


def _forget_state(user: User, conversation_id: int) -> None:
    api.clear_working(api.namespace_for(user), conversation_id)
