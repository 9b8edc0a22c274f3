"""Makes the running summary of a conversation, by the small model or without one."""

import logging
from collections.abc import Sequence
from datetime import datetime

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import IntegrityError, transaction

from chat.domain import budget
from chat.domain.summary import extend_summary
from chat.domain.types import WindowMessage
from chat.domain.window import summary_due
from chat.history import latest_summary, window_messages
from chat.llm.base import ModelError, small_model
from chat.llm.tokens import token_counter
from chat.models import Conversation, Summary
from chat.prompts import summary_messages

logger = logging.getLogger(__name__)
SUMMARY_SHARE = 0.08  # of the model's limit, at most
LOCAL = "local"


def summary_limit() -> int:
    """Return the tokens that a summary may have."""
    return int(settings.MODEL_CONTEXT_TOKENS * SUMMARY_SHARE)


def due_up_to(conversation: Conversation) -> int | None:
    """Return up to which message a summary should reach now, or None."""
    covered = latest_summary(conversation).up_to_message_id
    return summary_due(
        window_messages(conversation, covered_up_to=covered, width=0),
        covered_up_to=covered,
        base=settings.CHAT["window_messages"],
        budget=budget.input_budget(settings.MODEL_CONTEXT_TOKENS) // 2,
    )


def summarise(
    conversation: Conversation, *, up_to_message_id: int, now: datetime, by_model: bool
) -> None:
    """Store a summary that covers everything up to a message; one that is there already stays.

    Without a model, or when it fails, the summary is made of the sentences that matter.
    """
    previous = latest_summary(conversation)
    fresh = [
        message
        for message in window_messages(
            conversation, covered_up_to=previous.up_to_message_id, width=0
        )
        if message.message_id <= up_to_message_id
    ]
    if not fresh:
        return
    text, made_by = _by_model(previous.text, fresh) if by_model else ("", "")
    count = token_counter().count
    if not text:
        text = extend_summary(previous.text, fresh, limit=summary_limit(), count=count)
        made_by = LOCAL
    _store(conversation, text, up_to_message_id, made_by=made_by, now=now)


def _by_model(previous: str, fresh: Sequence[WindowMessage]) -> tuple[str, str]:
    """Return (summary, name of the model); empty when no model made one within the limit."""
    model = small_model()
    if model is None:
        return "", ""
    limit = summary_limit()
    try:
        request = summary_messages(previous, fresh, words=limit // 2)
        text = async_to_sync(model.complete)(request)
    except ModelError as error:
        logger.warning("summary by %s failed, made without a model: %s", model.name, error)
        return "", ""
    if not 0 < token_counter().count(text) <= limit:
        logger.warning("summary by %s is empty or too long, made without a model", model.name)
        return "", ""
    return text.strip(), model.name


def _store(
    conversation: Conversation, text: str, up_to_message_id: int, *, made_by: str, now: datetime
) -> None:
    """Store unless the conversation or the message went meanwhile, or another was quicker."""
    try:
        with transaction.atomic():
            newest = conversation.summaries.first()
            if newest is not None and newest.up_to_message_id >= up_to_message_id:
                return
            Summary.objects.create(
                conversation=conversation,
                text=text,
                up_to_message_id=up_to_message_id,
                token_count=token_counter().count(text),
                made_by=made_by[:120],
                created_at=now,
            )
    except IntegrityError as error:
        logger.info("summary of conversation %s dropped: %s", conversation.pk, error)
