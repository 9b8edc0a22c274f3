"""Erasure: what was remembered goes from every layer of the database, and by the outbox from the
index. Tombstones, which hold no text, keep it from coming back from the same source."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q

from memory import graph
from memory.changes import Change
from memory.embedding import text_hash
from memory.models import (
    Decision,
    EmbeddingCache,
    Episode,
    ItemEvidence,
    MemoryEvent,
    MemoryItem,
    ProfileVersion,
    RecallTrace,
    Tombstone,
)

ERASED = "[erased]"


def erase_items(change: Change, items: Sequence[MemoryItem], *, reason: str) -> dict[str, int]:
    """Remove items with everything that repeats their words, and return counts by layer.

    The words as they were said leave the reach of cold recall; the conversation keeps them.
    """
    ids = [item.pk for item in items]
    evidence = list(ItemEvidence.objects.filter(item_id__in=ids))
    words = sorted({w for item in items for w in (item.text, item.quote) if w}, key=len)
    counts = {
        "tombstones": _bury(change, items, evidence),
        "history": _hide_sources(change, items, evidence),
        "decisions": _blank_decisions(ids),
        "events": MemoryEvent.objects.filter(object_type="item", object_id__in=ids).update(
            before={}, after={}, reason=""
        ),
        "traces": _scrub_traces(ids, words),
        "profile_versions": _scrub_profile_versions(change, set(ids)),
        "embeddings": _drop_embeddings(items, ids),
        "items": len(ids),
    }
    for item in items:
        MemoryItem.objects.filter(supersedes=item).update(supersedes=item.supersedes_id)
        graph.unrelate(item)
    MemoryItem.objects.filter(pk__in=ids).delete()
    change.touched |= set(ids)
    change.removed |= {f"item:{pk}" for pk in ids}
    for pk in ids:
        change.event("item.erased", object_type="item", object_id=pk, reason=reason)
    return counts


def _bury(change: Change, items: Iterable[MemoryItem], evidence: Iterable[ItemEvidence]) -> int:
    sources = [(item.content_hash, item.message_id, item.episode_id) for item in items]
    hashes = {item.pk: item.content_hash for item in items}
    sources += [(hashes[row.item_id], row.message_id, row.episode_id) for row in evidence]
    stones = [
        Tombstone(
            namespace=change.namespace,
            content_hash=content_hash,
            message_id=message_id,
            episode_id=episode_id,
        )
        for content_hash, message_id, episode_id in dict.fromkeys(sources)
    ]
    return len(Tombstone.objects.bulk_create(stones))


def _hide_sources(
    change: Change, items: Iterable[MemoryItem], evidence: Iterable[ItemEvidence]
) -> int:
    sources = [item.episode_id for item in items] + [row.episode_id for row in evidence]
    episodes = {pk for pk in sources if pk is not None}
    hidden = Episode.objects.filter(pk__in=episodes, quotable=True).update(quotable=False)
    change.removed |= {f"episode:{pk}" for pk in episodes}
    return hidden


def _blank_decisions(ids: Sequence[int]) -> int:
    rows = Decision.objects.filter(Q(item_id__in=ids))
    return rows.update(text="", value="", subject="", detail={})


def _scrub_traces(ids: Sequence[int], words: Sequence[str]) -> int:
    """Take the words out of the prompts that were sent while the items were remembered."""
    traces = RecallTrace.objects.filter(candidates__item_id__in=ids).distinct()
    changed = []
    for trace in traces.only("pk", "messages"):
        scrubbed = _without(trace.messages, words)
        if scrubbed != trace.messages:
            trace.messages = scrubbed
            changed.append(trace)
    RecallTrace.objects.bulk_update(changed, ["messages"], batch_size=200)
    return len(changed)


def _without(value: Any, words: Sequence[str]) -> Any:
    if isinstance(value, str):
        for said in reversed(words):  # the longest first: one may contain another
            value = value.replace(said, ERASED)
        return value
    if isinstance(value, dict):
        return {key: _without(inner, words) for key, inner in value.items()}
    if isinstance(value, list):
        return [_without(inner, words) for inner in value]
    return value


def _scrub_profile_versions(change: Change, ids: set[int]) -> int:
    changed = []
    for version in ProfileVersion.objects.filter(profile__namespace=change.namespace):
        kept = {
            attribute: [entry for entry in entries if entry.get("item") not in ids]
            for attribute, entries in version.document.items()
        }
        document = {attribute: entries for attribute, entries in kept.items() if entries}
        if json.dumps(document) != json.dumps(version.document):
            version.document = document
            changed.append(version)
    ProfileVersion.objects.bulk_update(changed, ["document"], batch_size=200)
    return len(changed)


def _drop_embeddings(items: Sequence[MemoryItem], ids: Sequence[int]) -> int:
    """Vectors of texts that nobody else remembers; a vector can betray its text."""
    texts = {item.text for item in items}
    shared = MemoryItem.objects.exclude(pk__in=ids).filter(text__in=texts)
    texts -= set(shared.values_list("text", flat=True))
    hashes = [text_hash(text) for text in texts]
    return EmbeddingCache.objects.filter(content_hash__in=hashes).delete()[0]
