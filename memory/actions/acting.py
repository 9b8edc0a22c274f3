"""What the acts of people share: the transaction, the item, the room that it needs."""

from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from memory import changes
from memory.audit import person
from memory.changes import Change, changing
from memory.domain.normalise import content_hash
from memory.domain.types import Candidate, Kind, Mode, Status
from memory.models import MemoryItem, Namespace, User


class StaleItem(Exception):
    """Somebody changed the item since it was read; look again before changing it."""


class ActionRefused(Exception):
    """The act would leave memory in a state that the rules do not allow; the message says why."""


def as_candidate(item: MemoryItem) -> Candidate:
    """Return an item in the form in which the rules compare statements."""
    standing = Candidate(
        text=item.text,
        subject=item.subject,
        attribute=item.attribute,
        value=item.value,
        kind=Kind(item.kind),
        importance=item.importance,
        confidence=item.confidence,
        quote=item.quote,
        language=item.language,
        valid_from=item.valid_from,
    )
    if item.expires_at is not None:
        return replace(
            standing, mode=Mode.TEMPORARY, valid_to=item.valid_to, expires_at=item.expires_at
        )
    # What was deprecated has an end too; only what was *told* as past has it in its identity.
    past = replace(standing, mode=Mode.PAST, valid_to=item.valid_to)
    if item.valid_to is not None and item.content_hash == content_hash(past):
        return past
    return standing


def acting(
    namespace: Namespace, acting_user: User, reason: str, now: datetime | None = None
) -> AbstractContextManager[Change]:
    return changing(namespace, author=person(acting_user), now=now or timezone.now(), reason=reason)


def item_of(change: Change, item_id: int, revision: int | None = None) -> MemoryItem:
    item = MemoryItem.objects.of(change.namespace).get(pk=item_id)
    if revision is not None and item.revision != revision:
        raise StaleItem(f"item {item_id} is at revision {item.revision}, not {revision}")
    return item


def make_room(change: Change, candidate: Candidate, *, besides: MemoryItem) -> None:
    """Deprecate what cannot stand beside a statement that a person makes active."""
    live = MemoryItem.objects.of(change.namespace).live().exclude(pk=besides.pk)
    # Of one chain one version stands, of whatever time it speaks.
    versions = Q(chain=besides.chain, status=Status.ACTIVE)
    # Restored for good, an item is still known by what it said for a while.
    said = (besides.content_hash, content_hash(candidate))
    for twin in live.filter(Q(content_hash__in=said) | versions):
        _replace(change, twin, besides)
    spec = change.ontology.spec(candidate.attribute)
    if not spec.single or candidate.mode != Mode.STANDING:
        return
    slot = live.active().filter(subject=candidate.subject, attribute=candidate.attribute)
    for item in slot.filter(valid_to=None, expires_at=None):
        _replace(change, item, besides)


def _replace(change: Change, item: MemoryItem, by: MemoryItem) -> None:
    changes.deprecate(change, item, reason="replaced", valid_to=change.now)
    changes.hide_instead(change, item, by)
