"""How items change: every path that writes memory goes through `changing` and these functions.

One transaction leads from one consistent state to another. Within it each change writes its audit
row; at its end the projections (profile, graph, outbox, generation) follow what was touched.
"""

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from memory import audit, graph, outbox, signals
from memory.audit import Author
from memory.domain.decay import DEFAULT, DecaySettings, half_life_hours
from memory.domain.normalise import content_hash
from memory.domain.types import Candidate, Kind, Status
from memory.held import settings_for
from memory.models import (
    Conflict,
    DecayState,
    Episode,
    ItemEvidence,
    MemoryEvent,
    MemoryItem,
    Namespace,
)
from memory.ontology import Ontology, ontology_of
from memory.profile import rebuild_profile

INDEXED = ("text", "status")  # what the vector index knows of an item
AUDITED = (
    *("text", "subject", "attribute", "value", "kind", "status", "status_reason", "importance"),
    *("confidence", "valid_from", "valid_to", "expires_at", "pinned", "version", "mention_count"),
    *("supersedes_id", "overrides_id"),
)


@dataclass(slots=True, kw_only=True)
class Change:
    """One transaction on one namespace, which it holds: who, why, whence, what it touched."""

    namespace: Namespace
    ontology: Ontology
    author: Author
    now: datetime
    decay: DecaySettings = DEFAULT
    reason: str = ""
    episode: Episode | None = None
    trace_id: str = ""
    touched: set[int] = field(default_factory=set)
    indexed: set[str] = field(default_factory=set)
    removed: set[str] = field(default_factory=set)

    def event(self, action: str, item: MemoryItem | None = None, **values: Any) -> MemoryEvent:
        """Write an audit row of this change. The reason that a person gave wins over a code."""
        given, code = self.reason, values.pop("reason", "")
        is_typed = self.author.kind == MemoryEvent.Actor.PERSON and given
        return audit.record_event(
            namespace=self.namespace,
            action=action,
            author=self.author,
            now=self.now,
            item=item,
            reason=given if is_typed else code or given,
            episode=self.episode,
            trace_id=self.trace_id,
            **values,
        )


@contextmanager
def changing(
    namespace: Namespace,
    *,
    author: Author,
    now: datetime,
    reason: str = "",
    episode: Episode | None = None,
    trace_id: str = "",
) -> Iterator[Change]:
    """Open the transaction of a change and, at its end, bring the projections along.

    Writers of one namespace take turns: whoever reads items within it reads what is true then.
    """
    with transaction.atomic():
        held = Namespace.objects.select_for_update().select_related("tenant").get(pk=namespace.pk)
        change = Change(
            namespace=held,
            ontology=ontology_of(held.tenant),
            decay=settings_for(held),
            author=author,
            now=now,
            reason=reason,
            episode=episode,
            trace_id=trace_id,
        )
        yield change
        _project(change)


def _project(change: Change) -> None:
    outbox.enqueue_vectors(
        change.namespace.pk, upserts=change.indexed - change.removed, deletes=change.removed
    )
    # The hot index holds exchanges and experiences too: it is out of date with any of them.
    if not (change.touched or change.indexed or change.removed):
        return
    graph.remove_orphans(change.namespace)
    rebuild_profile(change.namespace, change.now, trace_id=change.trace_id)
    Namespace.objects.filter(pk=change.namespace.pk).update(generation=F("generation") + 1)
    signals.announce(
        namespace_id=change.namespace.pk,
        tenant_id=change.namespace.tenant_id,
        user_id=change.namespace.user_id,
        item_ids=change.touched,
        by=change.author.user.get_username() if change.author.user else "",
    )


def add_item(
    change: Change,
    candidate: Candidate,
    *,
    source: str,
    said_at: datetime,
    status: Status = Status.ACTIVE,
    status_reason: str = "",
    supersedes: MemoryItem | None = None,
    overrides: MemoryItem | None = None,
    action: str = "item.added",
    **values: Any,
) -> MemoryItem:
    """Add an item from a candidate; as a new version of `supersedes` when that is given."""
    episode = change.episode
    item = MemoryItem.objects.create(
        namespace=change.namespace,
        kind=candidate.kind,
        status=status,
        status_reason=status_reason,
        status_changed_at=change.now,
        text=candidate.text,
        subject=candidate.subject,
        attribute=candidate.attribute,
        value=candidate.value,
        quote=candidate.quote,
        language=candidate.language,
        importance=candidate.importance,
        confidence=candidate.confidence,
        source=source,
        extractor=values.pop("extractor", ""),
        episode=episode,
        conversation_id=episode.conversation_id if episode else None,
        message_id=episode.user_message_id if episode else None,
        trace_id=change.trace_id,
        author=change.author.user,
        said_at=said_at,
        valid_from=candidate.valid_from,
        valid_to=candidate.valid_to,
        expires_at=candidate.expires_at,
        overrides=overrides,
        chain=supersedes.chain if supersedes else uuid.uuid4(),
        supersedes=supersedes,
        version=supersedes.version + 1 if supersedes else 1,
        content_hash=content_hash(candidate),
        created_at=change.now,
        updated_at=change.now,
        **values,
    )
    add_decay(change, item, inherited=supersedes)
    graph.relate(item, candidate.triples)
    change.touched.add(item.pk)
    change.indexed.add(f"item:{item.pk}")
    change.event(action, item, after=described(item), reason=status_reason)
    if supersedes is not None and status == Status.ACTIVE and item.expires_at is None:
        hide_instead(change, supersedes, item)
    return item


def hide_instead(change: Change, old: MemoryItem, new: MemoryItem) -> None:
    """What holds for a while in front of an item holds in front of the one that takes its place."""
    passing = MemoryItem.objects.of(change.namespace).active().filter(overrides=old)
    for item in passing.exclude(pk=new.pk):
        update_item(change, item, "item.overridden", overrides=new)


def add_decay(change: Change, item: MemoryItem, *, inherited: MemoryItem | None = None) -> None:
    """Give an item its decay state; what a person protected stays protected in a new version."""
    before = DecayState.objects.filter(item=inherited).first() if inherited else None
    DecayState.objects.create(
        item=item,
        half_life_hours=half_life_hours(
            Kind(item.kind), change.ontology.spec(item.attribute), change.decay
        ),
        last_accessed_at=item.said_at,
        protected=before.protected if before else False,
    )


def update_item(
    change: Change, item: MemoryItem, action: str, *, reason: str = "", **values: Any
) -> MemoryItem:
    """Change fields of an item, with its audit row. Nothing is written when nothing differs."""
    changed = {name: value for name, value in values.items() if getattr(item, name) != value}
    if not changed:
        return item
    before = described(item, changed)
    for name, value in changed.items():
        setattr(item, name, value)
    if "status" in changed:
        item.status_changed_at = change.now
    item.revision += 1
    item.updated_at = change.now
    item.save()
    change.touched.add(item.pk)
    if any(name in changed for name in INDEXED):
        change.indexed.add(f"item:{item.pk}")
    if "value" in changed or "attribute" in changed:
        graph.unrelate(item)
    graph.relate(item)
    if item.status != Status.ACTIVE and "status" in changed:
        _settle_left(change, item)
    change.event(action, item, before=before, after=described(item, changed), reason=reason)
    return item


def deprecate(
    change: Change, item: MemoryItem, *, reason: str, valid_to: datetime | None = None
) -> MemoryItem:
    """Mark an item as no longer right, kept as history up to `valid_to`."""
    ends = item.valid_to or valid_to
    if ends is not None and item.valid_from is not None and ends < item.valid_from:
        ends = item.valid_from  # never an interval that ends before it begins
    return update_item(
        change,
        item,
        "item.deprecated",
        reason=reason,
        status=Status.DEPRECATED,
        status_reason=reason,
        valid_to=ends,
    )


def add_evidence(
    change: Change, item: MemoryItem, candidate: Candidate, *, said_at: datetime, reason: str
) -> MemoryItem:
    """Note that an item was said again: one more mention, and the place where."""
    episode = change.episode
    ItemEvidence.objects.create(
        item=item,
        episode=episode,
        conversation_id=episode.conversation_id if episode else None,
        message_id=episode.user_message_id if episode else None,
        quote=candidate.quote,
        said_at=said_at,
    )
    DecayState.objects.filter(item=item, last_accessed_at__lt=said_at).update(
        last_accessed_at=said_at
    )
    return update_item(
        change,
        item,
        "item.reinforced",
        reason=reason,
        mention_count=item.mention_count + 1,
        confidence=max(item.confidence, candidate.confidence),
        valid_from=item.valid_from or candidate.valid_from,
    )


def is_said_in(item: MemoryItem, episode: Episode | None) -> bool:
    """Say whether the episode is a source of the item already: one telling counts once."""
    if episode is None:
        return False
    return item.episode_id == episode.pk or item.evidence.filter(episode=episode).exists()


def open_conflict(
    change: Change, old: MemoryItem, new: MemoryItem, *, reason: str, question: str
) -> Conflict:
    """Keep both and have somebody say which is right."""
    conflict = Conflict.objects.create(
        namespace=change.namespace,
        old_item=old,
        new_item=new,
        reason=reason,
        confidence=new.confidence,
        question=question,
        created_at=change.now,
    )
    change.touched |= {old.pk, new.pk}
    change.event(
        "conflict.opened",
        new,
        object_type="conflict",
        object_id=conflict.pk,
        after={"old": old.pk, "new": new.pk},
        reason=reason,
    )
    return conflict


def close_conflict(change: Change, conflict: Conflict, state: str, *, reason: str) -> Conflict:
    """Record how a conflict was settled; what becomes of its items is the caller's."""
    conflict.state = state
    conflict.settled_by = change.author.user
    conflict.settled_at = change.now
    conflict.settle_reason = reason
    conflict.save()
    change.touched |= {conflict.old_item_id, conflict.new_item_id}
    change.event(
        "conflict.settled",
        object_type="conflict",
        object_id=conflict.pk,
        before={"state": Conflict.State.OPEN},
        after={"state": state},
        reason=reason,
    )
    return conflict


def open_conflicts_of(change: Change, items: Iterable[int]) -> list[Conflict]:
    ids = list(items)
    found = Conflict.objects.filter(namespace=change.namespace, state=Conflict.State.OPEN)
    return list(found.filter(Q(old_item_id__in=ids) | Q(new_item_id__in=ids)).order_by("pk"))


def _settle_left(change: Change, item: MemoryItem) -> None:
    """Close the conflicts of an item that is no longer active: the other one is left standing."""
    for conflict in open_conflicts_of(change, [item.pk]):
        lost_old = conflict.old_item_id == item.pk
        state = Conflict.State.NEW_WINS if lost_old else Conflict.State.OLD_WINS
        close_conflict(change, conflict, state, reason=item.status_reason)


def described(item: MemoryItem, names: Iterable[str] = AUDITED) -> dict[str, Any]:
    """Return fields of an item for the audit, as JSON values."""
    columns = [name if name in AUDITED else f"{name}_id" for name in names]  # of a linked item
    values = {name: getattr(item, name) for name in columns if name in AUDITED}
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in values.items()
        if value not in (None, "")
    }
