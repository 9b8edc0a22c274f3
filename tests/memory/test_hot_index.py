"""The hot index: a constant number of statements, and a partial update like a full load."""

import uuid
from datetime import timedelta

import numpy as np
import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from memory import api, index
from memory.domain.types import Kind
from memory.models import DecayState, MemoryItem, Namespace
from memory.segments import build_segment, update_segment
from memory.sources import ITEMS

pytestmark = pytest.mark.django_db
WORDS = ("violin", "bicycle", "printer", "lentils", "harbour")


def remember(namespace, now, count, *, start=0):
    for number in range(start, start + count):
        said_at = now - timedelta(hours=number + 1)
        item = MemoryItem.objects.create(
            namespace=namespace,
            kind=Kind.EVENT,
            text=f"The user saw {WORDS[number % len(WORDS)]} number {number}.",
            attribute="event",
            said_at=said_at,
            chain=uuid.uuid4(),
            content_hash=uuid.uuid4().hex,
            created_at=said_at,
            updated_at=said_at,
        )
        DecayState.objects.create(item=item, half_life_hours=720.0, last_accessed_at=said_at)
    Namespace.objects.filter(pk=namespace.pk).update(generation=F("generation") + 1)


def recall(namespace, now, query="Which violin did I see?"):
    return api.recall(
        namespace=namespace,
        query=query,
        now=now,
        trace_id=str(uuid.uuid4()),
        count_tokens=lambda text: len(text.split()),
    )


def statements(namespace, now):
    recall(namespace, now)  # loads the index
    recall(namespace, now)  # reads the policies, should loading have taken long
    with CaptureQueriesContext(connection) as captured:
        recall(namespace, now)
    return len(captured)


def test_a_hot_recall_needs_the_same_few_statements_however_many_items(namespace, frozen_now):
    remember(namespace, frozen_now, 3)
    few = statements(namespace, frozen_now)
    remember(namespace, frozen_now, 120, start=3)
    assert statements(namespace, frozen_now) == few <= 8


def test_a_partial_update_is_like_a_full_load(namespace, frozen_now):
    remember(namespace, frozen_now, 12)
    old = build_segment(ITEMS, namespace.pk, ITEMS.rows(namespace.pk, None))
    changed, gone = MemoryItem.objects.of(namespace).order_by("pk")[2:4]
    changed.text, changed.revision = "The user saw a comet.", changed.revision + 1
    changed.save()
    gone.delete()
    remember(namespace, frozen_now, 2, start=12)
    updated = update_segment(ITEMS, namespace.pk, old)
    loaded = build_segment(ITEMS, namespace.pk, ITEMS.rows(namespace.pk, None))
    assert updated.ids.tolist() == loaded.ids.tolist()
    assert np.array_equal(updated.vectors, loaded.vectors)
    assert np.array_equal(updated.postings.terms, loaded.postings.terms)
    assert np.array_equal(updated.postings.documents, loaded.postings.documents)
    for name, column in loaded.columns.items():
        assert np.array_equal(updated.columns[name], column), name


def test_a_change_by_another_process_is_seen_at_the_next_recall(namespace, frozen_now):
    remember(namespace, frozen_now, 2)
    recall(namespace, frozen_now)
    remember(namespace, frozen_now, 1, start=5)
    assert len(recall(namespace, frozen_now, "violin number 5").injected) >= 1
    assert recall(namespace, frozen_now, "violin number 5").injected[0].text.endswith("number 5.")


def test_the_oldest_segment_leaves_when_the_bytes_run_out(namespace, frozen_now, settings):
    remember(namespace, frozen_now, 4)
    settings.HOT_INDEX_BYTES = 1
    index.clear()
    recall(namespace, frozen_now)
    assert len(index._entries) == 1


def test_an_explanation_has_the_numbers_of_the_trace(namespace, frozen_now):
    remember(namespace, frozen_now, 6)
    result = recall(namespace, frozen_now)
    for entry in (*result.injected, *result.dropped):
        told = api.explain(
            namespace=namespace,
            query=result.query,
            item_id=entry.item_id,
            now=frozen_now,
            count_tokens=lambda text: len(text.split()),
        )
        assert (told.reason, told.entry.score) == (entry.reason, entry.score)


def test_an_item_of_another_is_not_found(namespace, stranger, frozen_now):
    remember(namespace, frozen_now, 1)
    foreign = MemoryItem.objects.of(namespace).get()
    with pytest.raises(api.ItemNotFound):
        api.explain(
            namespace=api.namespace_for(stranger),
            query="violin",
            item_id=foreign.pk,
            now=frozen_now,
            count_tokens=len,
        )
