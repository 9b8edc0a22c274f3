"""What chat removes when memory is erased: conversations, and the summaries that cite it."""

from typing import Any

from django.db.models import QuerySet
from django.dispatch import receiver

from chat.models import Conversation, Summary
from memory.api import Sought, erasing, reading_back, scrub_text, without_sentences

SCRUBBED = ("item", "messages")  # scopes that take sentences out of what stays


@receiver(erasing)
def remove(*, sought: Sought, scope: str, **_kwargs: Any) -> dict[str, tuple[int, int]]:
    """Delete the conversations of a wider scope; take an item's sentences out of summaries."""
    if scope not in SCRUBBED:
        conversations = _conversations(sought, scope)
        requested = conversations.count()
        _total, by_model = conversations.delete()
        removed = by_model.get("chat.Conversation", 0)
        return {"window": (requested, removed), "summaries": _same(by_model.get("chat.Summary", 0))}
    changed = 0
    for summary in _citing(sought):
        summary.text = without_sentences(summary.text, (*sought.texts, *sought.values))
        summary.save(update_fields=["text"])
        changed += 1
    return {"summaries": _same(changed)}


@receiver(reading_back)
def read_back(*, sought: Sought, scope: str, **_kwargs: Any) -> dict[str, int]:
    if scope not in SCRUBBED:
        return {"window": _conversations(sought, scope).count(), "summaries": 0}
    return {"summaries": len(_citing(sought))}


def _conversations(sought: Sought, scope: str) -> QuerySet[Conversation]:
    owned = Conversation.objects.filter(user=sought.namespace.user_id)
    if scope == "conversation":
        return owned.filter(pk__in=sought.conversation_ids)
    return owned


def _citing(sought: Sought) -> list[Summary]:
    texts = (*sought.texts, *sought.values)
    summaries = Summary.objects.filter(conversation__user=sought.namespace.user_id)
    return [summary for summary in summaries if scrub_text(summary.text, texts) != summary.text]


def _same(number: int) -> tuple[int, int]:
    return number, number
