"""Owners whose names look alike are strangers: nothing of one is found from the other."""

import json
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory import api, backends
from memory.audit import SYSTEM
from memory.erase import Order, erase_user
from memory.export import export
from memory.models import MemoryItem, Tenant, User
from memory.outbox import write_vectors
from memory.recall import recall
from tests.memory.conftest import fact

pytestmark = pytest.mark.django_db
PAIRS = [(("acme", "john_doe"), ("acme", "john-doe")), (("acme", "john"), ("acme-corp", "john2"))]


@pytest.fixture(params=PAIRS, ids=["john_doe/john-doe", "acme/acme-corp"])
def pair(request, db, make_speaker):
    """Return two speakers with names that look alike; the first one said something."""
    speakers = []
    for slug, name in request.param:
        tenant, _ = Tenant.objects.get_or_create(slug=slug, defaults={"name": slug})
        speakers.append(make_speaker(User.objects.create_user(name, tenant=tenant)))
    speakers[0].say("I live in Berlin", fact("home", "Berlin", text="The user lives in Berlin."))
    write_vectors()
    return speakers


def recalled(namespace, now, query="Where do I live?"):
    result = recall(
        namespace=namespace,
        query=query,
        now=now,
        trace_id=f"t-{namespace.pk}-{len(query)}",
        count_tokens=lambda text: len(text.split()),
    )
    return [item.text for item in (*result.injected, *result.dropped)]


def test_recall_sees_its_own_only(pair, frozen_now):
    mine, theirs = pair
    assert any("Berlin" in text for text in recalled(mine.namespace, mine.now))
    assert recalled(theirs.namespace, mine.now) == []


def test_the_index_answers_its_owner_only(pair):
    mine, theirs = pair
    vector = backends.embedder().embed_queries(["Where do I live?"])[0]
    index = backends.vector_index()
    asked = {"limit": 5, "statuses": ["active", "history"]}
    assert index.query(mine.namespace.pk, vector, **asked)
    assert index.query(theirs.namespace.pk, vector, **asked) == []


def test_export_explain_and_acts_find_nothing_of_the_other(pair, frozen_now):
    mine, theirs = pair
    (item,) = mine.items()
    assert "Berlin" not in export(namespace=theirs.namespace, format="json")
    with pytest.raises(api.ItemNotFound):
        api.explain(
            namespace=theirs.namespace,
            query="home",
            item_id=item.pk,
            now=mine.now,
            count_tokens=len,
        )
    with pytest.raises(MemoryItem.DoesNotExist):
        api.forget_item(
            namespace=theirs.namespace,
            item_id=item.pk,
            acting_user=theirs.namespace.user,
            reason="guess",
        )


def test_erasing_the_other_leaves_ones_own(pair, frozen_now):
    mine, theirs = pair
    erase_user(theirs.namespace, Order(author=SYSTEM, reason="asked", now=frozen_now))
    assert len(mine.items()) == 1
    assert f"item:{mine.items()[0].pk}" in backends.vector_index().keys(mine.namespace.pk)


@pytest.mark.parametrize("nobody", [None, 7, "acme/john"])
def test_a_call_without_an_owner_raises(nobody, frozen_now):
    with pytest.raises(TypeError):
        recall(namespace=nobody, query="q", now=frozen_now, trace_id="t", count_tokens=len)


def test_erasing_many_takes_no_more_queries_than_erasing_some(owner, colleague, frozen_now):
    """142 seconds for 793 memories is what a query for each of them costs."""
    counts = []
    for user, number in ((owner, 20), (colleague, 400)):
        namespace = api.namespace_for(user)
        MemoryItem.objects.bulk_create(
            MemoryItem(
                namespace=namespace,
                kind="preference",
                text=f"The user likes thing {i}.",
                said_at=frozen_now,
                chain=uuid.uuid4(),
                content_hash=str(i),
                created_at=frozen_now,
                updated_at=frozen_now,
            )
            for i in range(number)
        )
        order = Order(author=SYSTEM, reason="asked", now=frozen_now)
        with CaptureQueriesContext(connection) as queries:
            erase_user(namespace, order)
        counts.append(len(queries))
        assert json.loads(export(namespace=namespace, format="json"))["items"] == []
    assert counts[1] <= counts[0] + 5  # batches of 500
