"""The only door of memory for other apps and for commands. Everything here is synchronous.

Every call names a `Namespace`; there is no default owner.
"""

from memory.absorb import absorb_episode
from memory.actions import (
    ActionRefused,
    StaleItem,
    approve_item,
    archive_item,
    confirm_item,
    deprecate_item,
    edit_item,
    mark_asked,
    merge_items,
    next_question,
    pin_item,
    protect_item,
    reject_item,
    restore_item,
    set_expiry,
    set_importance,
    settle_conflict,
)
from memory.backends.base import BackendError, BackendUnavailable
from memory.backends.local.days import days_named
from memory.backends.local.english.language import written as written_english
from memory.backends.local.english.rewrite import third_person as english_third_person
from memory.backends.local.english.surface.closed import FOODS as english_foods
from memory.backends.local.english.surface.verbs import form_of as english_verb
from memory.backends.local.noting import as_told
from memory.consolidate import complete_task
from memory.domain.asking import answers_question
from memory.domain.kinds import CHINESE_ROLES as chinese_roles
from memory.domain.kinds import names_of
from memory.domain.language import language_of
from memory.domain.ontology import attribute_spec
from memory.domain.scrub import scrub_text, without_sentences
from memory.domain.temporal import tells_time
from memory.domain.validity import zone as zone_named
from memory.domain.working import best_match
from memory.embedding import similarity
from memory.erase import erase, forget_item, messages_changed
from memory.erasure.counts import Sought
from memory.experiences import propose_experience, withdraw_proposal
from memory.explain import Explanation, ItemNotFound, explain
from memory.export import export
from memory.inbox import (
    pending_episodes,
    pending_texts,
    record_episode,
    recorded_messages,
    retry_failed,
    texts_of,
)
from memory.layers import layer_label
from memory.listing import (
    absorb_state,
    due_dates,
    group_of,
    item_of,
    items_from_conversation,
    items_of,
    months_of,
    open_conflicts,
    used_in_turn,
    versions_of,
)
from memory.models import Decision, Namespace, User
from memory.ontology import attribute_label
from memory.preview import Preview, known_values, preview_extraction
from memory.profile import profile_text
from memory.recall import recall
from memory.redaction import redact_text, redact_value
from memory.signals import erasing, memory_changed, reading_back
from memory.usage import complete_trace, mark_used
from memory.warm import warm_up_in_background
from memory.working import change_working, clear_working, load_working, snapshot_working, todos_of

__all__ = [
    "chinese_roles",
    "english_foods",
    "english_third_person",
    "english_verb",
    "written_english",
    "best_match",
    "ActionRefused",
    "BackendError",
    "BackendUnavailable",
    "Explanation",
    "ItemNotFound",
    "Namespace",
    "Preview",
    "Sought",
    "StaleItem",
    "absorb_episode",
    "absorb_state",
    "answers_question",
    "approve_item",
    "as_told",
    "archive_item",
    "attribute_label",
    "attribute_spec",
    "change_working",
    "clear_working",
    "complete_task",
    "complete_trace",
    "days_named",
    "confirm_item",
    "decisions_of_turn",
    "deprecate_item",
    "due_dates",
    "edit_item",
    "erase",
    "erasing",
    "explain",
    "export",
    "forget_item",
    "group_of",
    "item_of",
    "items_from_conversation",
    "items_of",
    "months_of",
    "known_values",
    "language_of",
    "layer_label",
    "load_working",
    "mark_asked",
    "mark_used",
    "memory_changed",
    "merge_items",
    "messages_changed",
    "names_of",
    "namespace_for",
    "next_question",
    "open_conflicts",
    "pending_episodes",
    "pending_texts",
    "pin_item",
    "preview_extraction",
    "profile_text",
    "propose_experience",
    "protect_item",
    "reading_back",
    "recall",
    "record_episode",
    "recorded_messages",
    "redact_text",
    "redact_value",
    "reject_item",
    "restore_item",
    "retry_failed",
    "scrub_text",
    "set_expiry",
    "set_importance",
    "settle_conflict",
    "similarity",
    "snapshot_working",
    "tells_time",
    "texts_of",
    "todos_of",
    "used_in_turn",
    "versions_of",
    "warm_up_in_background",
    "withdraw_proposal",
    "without_sentences",
    "zone_named",
]


def namespace_for(user: User) -> Namespace:
    """Return the user's namespace, made at first use."""
    return Namespace.objects.for_user(user)


def decisions_of_turn(namespace: Namespace, turn_id: int) -> list[Decision]:
    """Return what the write path decided about a turn, in order; refusals too."""
    found = Decision.objects.filter(namespace=namespace, episode__turn_id=turn_id)
    return list(found.select_related("item").order_by("position"))
