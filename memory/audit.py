"""The append-only audit: one row for each change and each read, in the change's transaction."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory.models import Episode, MemoryEvent, MemoryItem, Namespace, User


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Who makes a change: a person, the product itself, or a model (by the extractor's name)."""

    kind: str = MemoryEvent.Actor.SYSTEM
    user: User | None = None
    name: str = ""


SYSTEM = Author()


def person(user: User) -> Author:
    return Author(kind=MemoryEvent.Actor.PERSON, user=user, name=user.get_username())


def model(extractor: str) -> Author:
    return Author(kind=MemoryEvent.Actor.MODEL, name=extractor)


def record_event(
    *,
    namespace: Namespace,
    action: str,
    author: Author,
    now: datetime,
    item: MemoryItem | None = None,
    object_type: str = "",
    object_id: int | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
    episode: Episode | None = None,
    trace_id: str = "",
) -> MemoryEvent:
    """Write an audit row; `action` reads noun.past_tense ("item.added")."""
    return MemoryEvent.objects.create(
        namespace=namespace,
        tenant_id=namespace.tenant_id,
        action=action,
        actor_kind=author.kind,
        actor=author.user,
        actor_name=author.name,
        item=item,
        object_type=object_type or ("item" if item is not None else ""),
        object_id=object_id if object_id is not None else (item.pk if item is not None else None),
        before=dict(before or {}),
        after=dict(after or {}),
        reason=reason,
        episode=episode,
        trace_id=trace_id,
        created_at=now,
    )
