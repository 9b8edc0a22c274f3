"""The profile of a namespace: which items are in it, and how many at most."""

import uuid
from datetime import timedelta

import pytest

from memory.models import MemoryItem
from memory.profile import MAX_ENTRIES, current_document

pytestmark = pytest.mark.django_db


def item(namespace, now, number, **fields):
    return MemoryItem(
        namespace=namespace,
        text=f"The user likes thing {number}.",
        content_hash=f"hash-{number}",
        chain=uuid.uuid4(),
        said_at=now,
        created_at=now,
        updated_at=now,
        **{"kind": "preference", "attribute": "likes", "importance": 0.8, **fields},
    )


@pytest.fixture
def many(namespace, frozen_now):
    """More preferences than a profile holds, then an allergy."""
    rows = [item(namespace, frozen_now, number) for number in range(MAX_ENTRIES + 20)]
    rows.append(
        item(namespace, frozen_now, -1, attribute="allergy", kind="constraint", importance=0.5)
    )
    return MemoryItem.objects.bulk_create(rows)


def entries(namespace, now):
    return [entry for rows in current_document(namespace, now).values() for entry in rows]


def test_it_holds_the_first_of_many_and_constraints_before_them(namespace, many, frozen_now):
    assert len(entries(namespace, frozen_now)) == MAX_ENTRIES
    assert len(current_document(namespace, frozen_now)["allergy"]) == 1


def test_it_loads_no_more_items_than_it_holds(
    namespace, many, frozen_now, django_assert_num_queries
):
    with django_assert_num_queries(4) as context:  # tenant, ontology, conflicts, items
        current_document(namespace, frozen_now)
    assert any(f"LIMIT {MAX_ENTRIES}" in query["sql"] for query in context.captured_queries)


def test_what_has_ended_or_has_no_place_in_it_takes_no_room(namespace, frozen_now):
    over = [
        item(namespace, frozen_now, number, valid_to=frozen_now - timedelta(days=1))
        for number in range(MAX_ENTRIES)
    ]
    trip = item(namespace, frozen_now, -1, attribute="visited", kind="event", importance=1)
    topic = item(namespace, frozen_now, -2, attribute="favorite:colour", importance=0.1)
    MemoryItem.objects.bulk_create([*over, trip, topic])
    assert list(current_document(namespace, frozen_now)) == ["favorite:colour"]
