"""Background work of chat: ids in, nothing out."""

import logging

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from chat import actions, events, summaries
from chat.models import Conversation

logger = logging.getLogger(__name__)


@shared_task(name="chat.tasks.summarise_conversation")
def summarise_conversation(conversation_id: int) -> None:
    """Bring the running summary up to date, before anything has to leave the window."""
    conversation = Conversation.objects.filter(pk=conversation_id).first()
    if conversation is None:
        return
    up_to = summaries.due_up_to(conversation)
    if up_to is not None:
        summaries.summarise(conversation, up_to_message_id=up_to, now=timezone.now(), by_model=True)


@shared_task(name="chat.tasks.recover_turns")
def recover_turns() -> None:
    """Fail the turns whose process is gone, and tell the open pages."""
    for turn in actions.recover_lost_turns(now=timezone.now()):
        events.announce_now(
            events.user_group(turn.conversation.user_id), events.turn_finished(turn)
        )


@shared_task(name="chat.tasks.record_abandoned")
def record_abandoned() -> None:
    """Let memory learn from what was said last where no reply came and nobody tried again."""
    actions.record_abandoned(now=timezone.now())


def wake_summary_when_due(conversation_id: int) -> None:
    """Ask the worker for a summary. Without a broker a later turn makes it itself."""
    conversation = Conversation.objects.filter(pk=conversation_id).first()
    if conversation is None or summaries.due_up_to(conversation) is None:
        return
    try:
        summarise_conversation.delay(conversation_id)
    except OperationalError as error:
        logger.warning("conversation %s: summary not queued: %s", conversation_id, error)
