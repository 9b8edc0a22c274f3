"""The database rows of erased items, and every row that repeats their words."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from django.db.models import Model, Q, QuerySet

from memory.changes import Change
from memory.domain.scrub import scrub
from memory.embedding import text_hash
from memory.erasure.counts import Counts, Sought
from memory.models import (
    Decision,
    EmbeddingCache,
    Episode,
    ItemEvidence,
    MemoryEvent,
    MemoryItem,
    Namespace,
    Profile,
    ProfileVersion,
    RecallTrace,
    ReviewProposal,
    Tombstone,
    WorkingSnapshot,
)
from memory.profile import rebuild_profile

BATCH = 500  # below the limit of variables of one SQLite statement


def sought(
    namespace: Namespace, items: Sequence[MemoryItem], *, asked_in: Episode | None = None
) -> Sought:
    """Collect what repeats the items: their sources, quotes and vectors."""
    ids = [item.pk for item in items]
    evidence = list(ItemEvidence.objects.filter(item_id__in=ids))
    rows: list[MemoryItem | ItemEvidence] = [*items, *evidence]
    sources = {row.episode_id for row in rows if row.episode_id}
    sources |= {asked_in.pk} if asked_in else set()
    texts = {text for item in items for text in (item.text, item.quote) if text.strip()}
    texts |= {row.quote for row in evidence if row.quote.strip()}
    conversations = {row.conversation_id for row in rows if row.conversation_id}
    messages = {row.message_id for row in rows if row.message_id}
    return Sought(
        namespace=namespace,
        item_ids=tuple(ids),
        episode_ids=tuple(sorted(sources)),
        conversation_ids=tuple(sorted(conversations)),
        message_ids=tuple(sorted(messages)),
        texts=tuple(sorted(texts)),
        values=tuple(sorted({item.value for item in items if item.value.strip()})),
        embedded=tuple(sorted({item.text for item in items})),
        keys=(*(f"item:{pk}" for pk in ids), *(f"episode:{pk}" for pk in sorted(sources))),
    )


def remove(change: Change, found: Sought, counts: Counts) -> None:
    """Delete the items and scrub every row that repeats them, as part of a change."""
    namespace = found.namespace
    traces = _traces(found)
    _leave_tombstones(found)
    relink(found.item_ids)
    _count_deleted(counts, "decisions", Decision.objects.filter(_repeats_item(found)))
    _scrub_rows(counts, "traces", traces, ("query", "rewritten_query", "messages"), found.texts)
    events = MemoryEvent.objects.filter(namespace=namespace, item_id__in=found.item_ids)
    events |= MemoryEvent.objects.filter(
        namespace=namespace, object_type="item", object_id__in=found.item_ids
    )
    changed = events.update(before={}, after={})
    counts.add("audit", changed, changed)
    _delete_items(found, counts)
    _silence_sources(found, counts)
    snapshots = WorkingSnapshot.objects.filter(
        namespace=namespace, conversation_id__in=found.conversation_ids
    )
    _scrub_rows(counts, "snapshots", snapshots, ("before", "after"), found.texts)
    proposals = ReviewProposal.objects.filter(namespace=namespace)
    _scrub_rows(counts, "proposals", proposals, ("payload",), found.texts)
    rebuild_profile(namespace, change.now, trace_id=change.trace_id)
    _scrub_versions(found, counts)
    forget_vectors(found.embedded)
    change.touched |= set(found.item_ids)
    change.removed |= set(found.keys)


def remaining(found: Sought, scope: str) -> Iterator[tuple[str, int]]:
    """Read back the rows of the database, layer by layer."""
    items = MemoryItem.objects.filter(namespace=found.namespace)
    if scope in ("user", "tenant"):
        yield "long_term", items.count()
        yield "history", Episode.objects.filter(namespace=found.namespace).count()
        yield "traces", RecallTrace.objects.filter(namespace=found.namespace).count()
        documents = Profile.objects.filter(namespace=found.namespace)
        yield "profile", documents.exclude(document={}).count()
        return
    yield "long_term", items.filter(pk__in=found.item_ids).count()
    episodes = Episode.objects.filter(pk__in=found.episode_ids)
    if scope in ("conversation", "messages"):
        yield "history", episodes.count()
    else:
        yield "history", sum(map(_holds(found.texts), episodes.values_list("user_text", flat=True)))
    # By item, not by sentence: another one that stands may say the same.
    profiles = Profile.objects.filter(namespace=found.namespace)
    held = [e["item"] for p in profiles for entries in p.document.values() for e in entries]
    yield "profile", len(set(held) & set(found.item_ids))
    yield "traces", sum(map(_holds(found.texts), _traces(found).values_list("messages", flat=True)))


def forget_vectors(texts: Iterable[str]) -> None:
    """Drop cached vectors; another namespace that says the same embeds it anew."""
    hashes = [text_hash(text) for text in texts]
    for start in range(0, len(hashes), BATCH):
        EmbeddingCache.objects.filter(content_hash__in=hashes[start : start + BATCH]).delete()


def _traces(found: Sought) -> QuerySet[RecallTrace]:
    """Return the traces that may repeat the items: candidates, and turns of their conversations."""
    return RecallTrace.objects.filter(namespace=found.namespace).filter(
        Q(conversation_id__in=found.conversation_ids) | Q(pk__in=_trace_ids(found))
    )


def _trace_ids(found: Sought) -> Any:
    return RecallTrace.objects.filter(candidates__item_id__in=found.item_ids).values("pk")


def _repeats_item(found: Sought) -> Q:
    return Q(item_id__in=found.item_ids) | Q(
        namespace=found.namespace, text__in=found.texts[:BATCH]
    )


def _leave_tombstones(found: Sought) -> None:
    items = MemoryItem.objects.filter(pk__in=found.item_ids).in_bulk()
    sources = [(item.content_hash, item.message_id, item.episode_id) for item in items.values()]
    sources += [
        (items[row.item_id].content_hash, row.message_id, row.episode_id)
        for row in ItemEvidence.objects.filter(item_id__in=found.item_ids)
    ]
    Tombstone.objects.bulk_create(
        Tombstone(
            namespace=found.namespace,
            content_hash=content_hash,
            message_id=message_id,
            episode_id=episode_id,
        )
        for content_hash, message_id, episode_id in dict.fromkeys(sources)
    )


def relink(item_ids: Collection[int]) -> None:
    """Let the versions after an erased one follow the version before it."""
    for item in MemoryItem.objects.filter(pk__in=item_ids).order_by("-version"):
        MemoryItem.objects.filter(supersedes=item).update(supersedes=item.supersedes_id)


def _delete_items(found: Sought, counts: Counts) -> None:
    deleted = 0
    for start in range(0, len(found.item_ids), BATCH):
        batch = found.item_ids[start : start + BATCH]
        _total, by_model = MemoryItem.objects.filter(pk__in=batch).delete()
        deleted += by_model.get("memory.MemoryItem", 0)
        for name, layer in (
            ("memory.ItemEvidence", "evidence"),
            ("memory.Relation", "graph"),
            ("memory.RecallCandidate", "candidates"),
            ("memory.Conflict", "conflicts"),
        ):
            counts.add(layer, by_model.get(name, 0), by_model.get(name, 0))
    counts.add("long_term", len(found.item_ids), deleted)


def _silence_sources(found: Sought, counts: Counts) -> None:
    """Keep cold recall, and a second reading, from the words that said it."""
    episodes = Episode.objects.filter(pk__in=found.episode_ids)
    forget_vectors(episodes.values_list("user_text", flat=True))
    _scrub_rows(counts, "history", episodes, ("user_text", "reply_text"), found.texts)
    episodes.update(quotable=False)


def _scrub_versions(found: Sought, counts: Counts) -> None:
    versions = ProfileVersion.objects.filter(profile__namespace=found.namespace)
    repeating = [
        pk
        for pk, document in versions.values_list("pk", "document")
        if _holds((*found.texts, *found.values))(document)
    ]
    removed = versions.filter(pk__in=repeating).delete()[0]
    counts.add("profile", len(repeating), removed)


def _scrub_rows(
    counts: Counts,
    layer: str,
    rows: QuerySet[Any],
    fields: Sequence[str],
    texts: Collection[str],
) -> None:
    changed: list[Model] = []
    for row in rows.only("pk", *fields).iterator(BATCH):
        before = {name: getattr(row, name) for name in fields}
        after = {name: scrub(value, texts) for name, value in before.items()}
        if after != before:
            for name, value in after.items():
                setattr(row, name, value)
            changed.append(row)
    rows.model._default_manager.bulk_update(changed, list(fields), batch_size=100)
    counts.add(layer, len(changed), len(changed))


def _holds(texts: Collection[str]) -> Any:
    """Return a test of whether a value repeats one of the texts."""
    return lambda value: scrub(value, texts) != value


def _count_deleted(counts: Counts, layer: str, rows: QuerySet[Any]) -> None:
    removed = rows.delete()[0]
    counts.add(layer, removed, removed)
