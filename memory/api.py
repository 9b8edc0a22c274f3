"""The only door of memory for other apps and for commands. Everything here is synchronous.

Every call names a `Namespace`; there is no default owner.
"""

from memory.backends.base import BackendError, BackendUnavailable
from memory.domain.language import language_of
from memory.domain.ontology import attribute_spec
from memory.domain.scrub import scrub_text, without_sentences
from memory.embedding import similarity
from memory.erase import erase, forget_item, messages_changed
from memory.erasure.counts import Sought
from memory.explain import Explanation, ItemNotFound, explain
from memory.export import export
from memory.inbox import pending_episodes, record_episode, retry_failed
from memory.listing import (
    absorb_state,
    fades_at,
    group_of,
    item_of,
    items_from_conversation,
    items_of,
    open_conflicts,
    used_in_turn,
    versions_of,
)
from memory.models import Decision, Namespace, User
from memory.preview import Preview, preview_extraction
from memory.recall import recall
from memory.redaction import redact_text, redact_value
from memory.signals import erasing, memory_changed, reading_back
from memory.usage import complete_trace, mark_used
from memory.working import change_working, clear_working, load_working, snapshot_working

__all__ = [
    "BackendError",
    "BackendUnavailable",
    "Explanation",
    "ItemNotFound",
    "Namespace",
    "Preview",
    "Sought",
    "absorb_state",
    "attribute_spec",
    "change_working",
    "clear_working",
    "complete_trace",
    "decisions_of_turn",
    "erase",
    "erasing",
    "explain",
    "export",
    "forget_item",
    "fades_at",
    "group_of",
    "item_of",
    "items_from_conversation",
    "items_of",
    "language_of",
    "load_working",
    "mark_used",
    "memory_changed",
    "messages_changed",
    "namespace_for",
    "open_conflicts",
    "pending_episodes",
    "preview_extraction",
    "recall",
    "reading_back",
    "record_episode",
    "redact_text",
    "redact_value",
    "retry_failed",
    "similarity",
    "scrub_text",
    "snapshot_working",
    "without_sentences",
    "used_in_turn",
    "versions_of",
]


def namespace_for(user: User) -> Namespace:
    """Return the user's namespace, made at first use."""
    return Namespace.objects.for_user(user)


def decisions_of_turn(namespace: Namespace, turn_id: int) -> list[Decision]:
    """Return what the write path decided about a turn, in order; refusals too."""
    found = Decision.objects.filter(namespace=namespace, episode__turn_id=turn_id)
    return list(found.select_related("item").order_by("position"))
