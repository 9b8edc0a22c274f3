"""Several items that say the same become one, with all their sources."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from memory import changes
from memory.actions.acting import ActionRefused, acting, item_of
from memory.changes import Change
from memory.models import ItemEvidence, MemoryItem, Namespace, User
from memory.redaction import redact_text


def merge_items(
    *,
    namespace: Namespace,
    item_ids: Sequence[int],
    into_id: int,
    acting_user: User,
    reason: str = "",
    text: str | None = None,
) -> MemoryItem:
    """Fold items into one: their sources become its evidence, and they leave recall."""
    with acting(namespace, acting_user, reason) as change:
        kept = item_of(change, into_id)
        others = [item_of(change, pk) for pk in dict.fromkeys(item_ids) if pk != into_id]
        if any(other.subject != kept.subject for other in others):
            raise ActionRefused(_("only items about the same subject can be merged"))
        mentions = kept.mention_count + sum(other.mention_count for other in others)
        for other in others:
            fold(change, other, kept)
        safe = redact_text(text, change.namespace.tenant).text if text else kept.text
        return changes.update_item(
            change,
            kept,
            "item.merged",
            text=safe,
            mention_count=mentions,
            importance=max(item.importance for item in (kept, *others)),
            pinned=any(item.pinned for item in (kept, *others)),
        )


def fold(change: Change, other: MemoryItem, kept: MemoryItem) -> None:
    """Make an item's sources evidence of another one, and deprecate it as merged."""
    made = ItemEvidence.objects.create(
        item=kept,
        episode=other.episode,
        conversation_id=other.conversation_id,
        message_id=other.message_id,
        quote=other.quote,
        said_at=other.said_at,
    )
    sources = ItemEvidence.objects.filter(item=other)
    moved = list(sources.values_list("pk", flat=True))
    sources.update(item=kept)
    changes.deprecate(change, other, reason="merged")
    # What a merge is taken back by, see memory.taking_back.
    change.event("item.folded", other, after={"into": kept.pk, "made": made.pk, "moved": moved})
