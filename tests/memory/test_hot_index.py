"""The hot index: a constant number of statements, and a partial update like a full load."""

import uuid
from datetime import timedelta

import numpy as np
import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from memory import api, index
from memory.audit import SYSTEM
from memory.changes import changing, close_conflict
from memory.domain.types import Kind, Layer, Triple
from memory.embedding import keep_vectors, passage_vectors, text_hash
from memory.graph import relate
from memory.models import (
    Conflict,
    DecayState,
    Episode,
    Experience,
    MemoryItem,
    Namespace,
    RecallTrace,
)
from memory.policies import forget_policies
from memory.segments import build_segment, update_segment
from memory.sources import ITEMS

pytestmark = pytest.mark.django_db
WORDS = ("violin", "bicycle", "printer", "lentils", "harbour")


def item_of(namespace, now, number, text, **fields):
    said_at = now - timedelta(hours=number + 1)
    return MemoryItem(
        **{
            "namespace": namespace,
            "kind": Kind.EVENT,
            "text": text,
            "attribute": "event",
            "said_at": said_at,
            "chain": uuid.uuid4(),
            "content_hash": uuid.uuid4().hex,
            "created_at": said_at,
            "updated_at": said_at,
        }
        | fields
    )


def keep(namespace, items):
    made = MemoryItem.objects.bulk_create(items)
    DecayState.objects.bulk_create(
        DecayState(item=item, half_life_hours=720.0, last_accessed_at=item.said_at) for item in made
    )
    Namespace.objects.filter(pk=namespace.pk).update(generation=F("generation") + 1)
    return made


def remember(namespace, now, count, *, start=0):
    keep(
        namespace,
        [
            item_of(namespace, now, n, f"The user saw {WORDS[n % len(WORDS)]} number {n}.")
            for n in range(start, start + count)
        ],
    )


def remember_everything(namespace, now):
    """Give a user, beside items, each thing that costs a recall a statement of its own."""
    said = ("The violin lesson is on Monday.", "The violin lesson is on Thursday.")
    old, new = keep(
        namespace,
        [
            item_of(namespace, now, n, text, attribute="lesson_day", value=text[-9:])
            for n, text in enumerate(said)
        ],
    )
    Conflict.objects.create(
        namespace=namespace, old_item=old, new_item=new, reason="pinned", created_at=now
    )
    (job,) = keep(namespace, [item_of(namespace, now, 5, "Anna builds violins.", subject="Anna")])
    keep(
        namespace,
        [item_of(namespace, now, 4, "Anna mends violins today.", subject="Anna", overrides=job)],
    )
    told = {"subject": "Anna", "predicate": "builds", "object": "violins"}
    relate(job, [Triple(**told, subject_type="person", object_type="thing")])
    Episode.objects.create(
        namespace=namespace,
        user_text="I told Anna where the violin lesson is.",
        occurred_at=now - timedelta(days=9),
        created_at=now,
        trace_id="earlier",
    )
    shared = Namespace.objects.shared(namespace.tenant)
    Experience.objects.create(
        namespace=shared,
        state=Experience.State.ACTIVE,
        general_task="When is the violin lesson of somebody?",
        general_solution="Look at the calendar of the school.",
        content_hash="-",
        created_at=now,
        updated_at=now,
    )
    Namespace.objects.filter(pk=shared.pk).update(generation=F("generation") + 1)


def remember_many(namespace, now, count):
    """Store items with vectors drawn at random: embedding thousands would take minutes."""
    texts = [f"The user noted number {number}." for number in range(count)]
    random = np.random.default_rng(7)
    vectors = random.normal(size=(count, passage_vectors([WORDS[0]]).shape[1])).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    keep_vectors(dict(zip(map(text_hash, texts), vectors, strict=True)))
    keep(namespace, [item_of(namespace, now, n, text) for n, text in enumerate(texts)])


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


@pytest.mark.parametrize("count", [50, 5000])
def test_whatever_a_recall_has_to_look_at_it_needs_eight_statements(namespace, frozen_now, count):
    remember_many(namespace, frozen_now, count)
    remember_everything(namespace, frozen_now)
    query = "When is my violin lesson with Anna, as I told you last time?"
    recall(namespace, frozen_now, query)
    forget_policies()  # they are read again after some seconds: that counts too
    with CaptureQueriesContext(connection) as captured:
        result = recall(namespace, frozen_now, query)
    assert len(captured) <= 8
    layers = {entry.layer for entry in (*result.injected, *result.dropped)}
    assert {Layer.HISTORY, Layer.EXPERIENCE} <= layers
    assert any(entry.detail.get("disputed_with") for entry in result.injected)
    assert any(entry.reason == "overridden_until" for entry in result.dropped)
    assert any(entry.subject == "Anna" for entry in result.injected)
    assert RecallTrace.objects.count() == 2


def test_what_is_kept_of_a_generation_is_read_anew_after_a_change(namespace, frozen_now):
    remember_everything(namespace, frozen_now)
    query = "When is my violin lesson?"
    assert "disagree" in recall(namespace, frozen_now, query).block_text
    conflict = Conflict.objects.get(namespace=namespace)
    with changing(namespace, author=SYSTEM, now=frozen_now) as change:
        close_conflict(change, conflict, Conflict.State.BOTH_TRUE, reason="both")
    assert "disagree" not in recall(namespace, frozen_now, query).block_text


def assert_alike(updated, loaded):
    assert updated.ids.tolist() == loaded.ids.tolist()
    assert updated.places == loaded.places
    for name in ("revisions", "vectors", "has_vector"):
        assert np.array_equal(getattr(updated, name), getattr(loaded, name)), name
    for name in ("terms", "starts", "documents", "counts", "lengths", "of"):
        assert np.array_equal(getattr(updated.postings, name), getattr(loaded.postings, name)), name
    for name, column in loaded.columns.items():
        assert np.array_equal(updated.columns[name], column), name


def loaded(namespace):
    return build_segment(ITEMS, namespace.pk, ITEMS.rows(namespace.pk, None))


def test_a_partial_update_is_like_a_full_load(namespace, frozen_now):
    remember(namespace, frozen_now, 12)
    old = loaded(namespace)
    changed, gone, late = MemoryItem.objects.of(namespace).order_by("pk")[2:5]
    changed.text, changed.revision = "The user saw a comet.", changed.revision + 1
    changed.save()
    gone.delete()
    remember(namespace, frozen_now, 2, start=12)
    updated = update_segment(ITEMS, namespace.pk, old)
    assert_alike(updated, loaded(namespace))
    late_id = late.pk
    late.delete()  # comes back with its old id, as what a slow transaction wrote would
    without = update_segment(ITEMS, namespace.pk, updated)
    assert_alike(without, loaded(namespace))
    keep(namespace, [item_of(namespace, frozen_now, 20, "The user saw an owl.", pk=late_id)])
    assert_alike(update_segment(ITEMS, namespace.pk, without), loaded(namespace))
    MemoryItem.objects.of(namespace).delete()
    assert len(update_segment(ITEMS, namespace.pk, updated)) == 0


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
