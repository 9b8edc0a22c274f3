"""The database rows of a whole conversation, or of everything that a namespace has."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q, QuerySet

from memory.changes import Change
from memory.erasure import items as item_rows
from memory.erasure.counts import Counts, Sought
from memory.exchanges import exchange_text
from memory.models import (
    Decision,
    Entity,
    Episode,
    Experience,
    ItemEvidence,
    JobRun,
    KnowledgeDocument,
    KnowledgeUpload,
    MemoryEvent,
    MemoryItem,
    Namespace,
    Profile,
    RecallTrace,
    ReviewProposal,
    Tombstone,
    WorkingSnapshot,
)
from memory.outbox import enqueue_vectors


def conversation(namespace: Namespace, conversation_id: int) -> Sought:
    """Collect what a conversation left behind: its exchanges, and the items that only it gave."""
    return of_sources(
        namespace,
        Q(conversation_id=conversation_id),
        Q(conversation_id=conversation_id),
        conversation_ids=(conversation_id,),
    )


def of_sources(
    namespace: Namespace,
    said: Q,
    recorded: Q,
    *,
    conversation_ids: tuple[int, ...] = (),
    message_ids: tuple[int, ...] = (),
) -> Sought:
    """Collect what came only from some sources.

    `said` picks them among items and evidence, `recorded` among episodes.
    """
    items = MemoryItem.objects.of(namespace).filter(said)
    elsewhere = ItemEvidence.objects.exclude(said).values("item_id")
    only_here = list(items.exclude(pk__in=elsewhere))
    episodes = list(Episode.objects.filter(recorded, namespace=namespace))
    found = item_rows.sought(namespace, only_here)
    return Sought(
        namespace=namespace,
        item_ids=found.item_ids,
        episode_ids=tuple(episode.pk for episode in episodes),
        conversation_ids=conversation_ids,
        message_ids=message_ids,
        texts=found.texts,
        values=found.values,
        embedded=(
            *found.embedded,
            *_embedded(episodes),
            *_told_in(namespace, conversation_ids, episodes).values_list("general_task", flat=True),
        ),
        keys=(
            *(f"item:{pk}" for pk in found.item_ids),
            *(f"episode:{episode.pk}" for episode in episodes),
        ),
    )


def everything(namespace: Namespace) -> Sought:
    """Collect all that a namespace has."""
    items = MemoryItem.objects.of(namespace)
    episodes = Episode.objects.filter(namespace=namespace)
    experiences = _experiences(namespace)
    return Sought(
        namespace=namespace,
        item_ids=tuple(items.values_list("pk", flat=True)),
        episode_ids=tuple(episodes.values_list("pk", flat=True)),
        embedded=(
            *items.values_list("text", flat=True),
            *_embedded(episodes.only("user_text", "reply_text", "speaker")),
            *experiences.values_list("general_task", flat=True),
        ),
        keys=(
            *(f"item:{pk}" for pk in items.values_list("pk", flat=True)),
            *(f"episode:{pk}" for pk in episodes.values_list("pk", flat=True)),
        ),
    )


def remove_conversation(change: Change, found: Sought, counts: Counts) -> None:
    """Delete a conversation's exchanges, traces and own items; others lose only this source."""
    (conversation_id,) = found.conversation_ids
    here = Q(conversation_id=conversation_id)
    remove_sources(change, found, here, counts)
    traces = RecallTrace.objects.filter(here, namespace=found.namespace)
    _delete(counts, "traces", traces)
    _delete(counts, "snapshots", WorkingSnapshot.objects.filter(here, namespace=found.namespace))


def remove_sources(change: Change, found: Sought, said: Q, counts: Counts) -> None:
    """Delete what came only from some sources, and those sources from what has others."""
    shared = MemoryItem.objects.of(found.namespace).exclude(pk__in=found.item_ids)
    for item in shared.filter(Q(evidence__in=ItemEvidence.objects.filter(said)) | said).distinct():
        _take_other_source(item, said)
        change.touched.add(item.pk)
    item_rows.remove(change, found, counts)
    episodes = Episode.objects.filter(pk__in=found.episode_ids)
    _remove_experiences(_told_in(found.namespace, found.conversation_ids, episodes), counts)
    _delete(counts, "history", Episode.objects.filter(pk__in=found.episode_ids))


def remove_all(change: Change, found: Sought, counts: Counts) -> None:
    """Delete every row of a namespace; the audit keeps that something happened, not what."""
    namespace = found.namespace
    item_rows.forget_vectors(found.embedded)
    events = MemoryEvent.objects.filter(namespace=namespace)
    _blank(events, counts)
    _remove_experiences(_experiences(namespace), counts)
    for layer, rows in _owned(namespace):
        _delete(counts, layer, rows)
    change.touched |= set(found.item_ids)
    change.removed |= set(found.keys)


def _owned(namespace: Namespace) -> Iterable[tuple[str, QuerySet[Any]]]:
    own = Q(namespace=namespace)
    yield "traces", RecallTrace.objects.filter(own)
    yield "decisions", Decision.objects.filter(own)
    yield "long_term", MemoryItem.objects.filter(own)
    yield "profile", Profile.objects.filter(own)
    yield "graph", Entity.objects.filter(own)
    yield "snapshots", WorkingSnapshot.objects.filter(own)
    yield "history", Episode.objects.filter(own)
    yield "proposals", ReviewProposal.objects.filter(own)
    yield "tombstones", Tombstone.objects.filter(own)
    yield "job_runs", JobRun.objects.filter(own)
    yield "documents", KnowledgeDocument.objects.filter(own)
    yield "uploads", KnowledgeUpload.objects.filter(own)


def _experiences(namespace: Namespace) -> QuerySet[Experience]:
    """Return the experiences that a user's words are in; a shared namespace owns its own."""
    if namespace.user_id is None:
        return Experience.objects.filter(namespace=namespace)
    return Experience.objects.filter(
        namespace__tenant_id=namespace.tenant_id, proposed_by_id=namespace.user_id
    )


def _told_in(
    namespace: Namespace, conversation_ids: Sequence[int], episodes: Iterable[Episode]
) -> QuerySet[Experience]:
    """Return the experiences whose words come from conversations or exchanges, split ones too."""
    turns = [episode.turn_id for episode in episodes if episode.turn_id is not None]
    return _experiences(namespace).filter(
        Q(conversation_id__in=conversation_ids)
        | Q(turn_id__in=turns)
        | Q(split_from__turn_id__in=turns)
    )


def _remove_experiences(experiences: QuerySet[Experience], counts: Counts) -> None:
    """Delete experiences; the audit of the shared library keeps that they were, not what."""
    ids = list(experiences.values_list("pk", flat=True))
    if not ids:
        return
    for experience in experiences:
        enqueue_vectors(experience.namespace_id, deletes=[f"experience:{experience.pk}"])
    _blank(MemoryEvent.objects.filter(object_type="experience", object_id__in=ids), counts)
    _delete(counts, "experiences", Experience.objects.filter(pk__in=ids))


def _blank(events: QuerySet[MemoryEvent], counts: Counts) -> None:
    changed = events.update(before={}, after={}, reason="")
    counts.add("audit", changed, changed)


def _take_other_source(item: MemoryItem, said: Q) -> None:
    """Drop the evidence from the sources; an item that began there begins elsewhere now."""
    item.evidence.filter(said).delete()
    began_here = MemoryItem.objects.filter(said, pk=item.pk).exists()
    other = item.evidence.order_by("said_at").first()
    if began_here and other is not None:
        item.episode_id, item.message_id = other.episode_id, other.message_id
        item.conversation_id, item.quote = other.conversation_id, other.quote
        item.said_at = other.said_at
        other.delete()
    item.mention_count = 1 + item.evidence.count()
    item.revision += 1
    item.save()


def _embedded(episodes: Iterable[Episode]) -> Iterable[str]:
    for episode in episodes:
        yield episode.user_text
        yield exchange_text(episode)


def _delete(counts: Counts, layer: str, rows: QuerySet[Any]) -> None:
    requested = rows.count()
    _total, by_model = rows.delete()
    counts.add(layer, requested, by_model.get(rows.model._meta.label, 0))
