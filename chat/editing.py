"""What a person changes in what was said: edit or delete a message, delete a conversation, judge.

Memory is told in the same transaction, so that what was derived from the old words is checked.
"""

from django.db import transaction
from django.utils import timezone

from chat.models import Conversation, Feedback, Message, Turn
from memory import api
from memory.models import User


@transaction.atomic
def edit_message(*, message: Message, text: str, acting_user: User) -> None:
    """Change the words of the user's own message; what was remembered from it is re-checked."""
    if message.content == text:
        return
    message.content = text
    message.metadata = {**message.metadata, "edited_at": timezone.now().isoformat()}
    message.save(update_fields=["content", "metadata"])
    api.messages_changed(
        namespace=api.namespace_for(acting_user),
        message_ids=[message.pk],
        deleted=False,
        text=text,
    )


@transaction.atomic
def delete_turn(*, turn: Turn, acting_user: User) -> None:
    """Delete a message with its reply; what was remembered from it alone is forgotten."""
    message_ids = list(turn.messages.values_list("pk", flat=True))
    turn.delete()
    api.messages_changed(
        namespace=api.namespace_for(acting_user), message_ids=message_ids, deleted=True
    )


@transaction.atomic
def record_feedback(*, turn: Turn, is_positive: bool) -> Feedback | None:
    """Keep a thumb on a reply; the same thumb again takes it back (returns None)."""
    standing = Feedback.objects.filter(turn=turn).first()
    if standing is not None and standing.is_positive == is_positive:
        standing.delete()
        return None
    feedback, _is_new = Feedback.objects.update_or_create(
        turn=turn, defaults={"is_positive": is_positive, "created_at": timezone.now()}
    )
    return feedback


def delete_conversation(
    *, conversation: Conversation, acting_user: User, with_memories: bool
) -> int:
    """Delete a conversation; with `with_memories` what came from it is erased too.

    Returns how many memory items were forgotten. The erasure comes first: when it fails, the
    conversation is still there and the person can ask again.
    """
    namespace = api.namespace_for(acting_user)
    items = api.items_from_conversation(namespace=namespace, conversation_id=conversation.pk)
    if with_memories:
        for item in items:
            api.forget_item(
                namespace=namespace,
                item_id=item.pk,
                acting_user=acting_user,
                reason="conversation_deleted",
            )
    api.clear_working(namespace, conversation.pk)
    conversation.delete()
    return len(items) if with_memories else 0
