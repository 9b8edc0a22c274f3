"""The way to the index: in order, repeatable, and nothing lost in an outage."""

import pytest

from memory import backends, outbox, tasks
from memory.backends.base import BackendUnavailable
from memory.domain.types import Mode
from memory.models import EmbeddingCache, MemoryItem, Tenant, User, VectorOperation
from tests.memory.conftest import fact

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _drained(db):
    VectorOperation.objects.all().delete()


def index_of(namespace):
    return backends.vector_index().keys(namespace.pk)


def test_the_index_ends_as_the_database_is(speaker, namespace):
    speaker.say("I live in Berlin", fact("home", "Berlin"))
    speaker.say("I live in Rome", fact("home", "Rome"))
    assert outbox.waiting_operations(namespace.pk) > 0
    outbox.write_vectors()
    berlin, rome = speaker.items()
    keys = index_of(namespace)
    assert (keys[f"item:{berlin.pk}"], keys[f"item:{rome.pk}"]) == ("deprecated", "active")
    assert sorted(key for key in keys if key.startswith("episode:"))
    assert outbox.waiting_operations() == 0
    rome.refresh_from_db()
    assert rome.embedding_model == backends.embedder().name


def test_carrying_out_twice_is_once(speaker, namespace):
    speaker.say("I live in Berlin", fact("home", "Berlin"))
    outbox.write_vectors()
    before = index_of(namespace)
    VectorOperation.objects.update(done_at=None)
    outbox.write_vectors()
    assert index_of(namespace) == before


def test_what_was_erased_leaves_the_index_with_its_source(speaker, namespace):
    told = speaker.say("my salary is 100", fact("fact", "salary 100"))
    outbox.write_vectors()
    (item,) = speaker.items()
    speaker.say("forget my salary", fact("fact", "salary 100", mode=Mode.FORGET))
    outbox.write_vectors()
    left = index_of(namespace)
    assert f"item:{item.pk}" not in left
    assert f"episode:{told.pk}" not in left


def test_an_outage_leaves_the_operations_with_the_error_and_the_lag_is_seen(
    speaker, namespace, settings
):
    speaker.say("I live in Berlin", fact("home", "Berlin"))
    working = settings.MEMORY
    lost = {**working["index"], "OPTIONS": {"url": "http://127.0.0.1:9", "shards": 1}}
    settings.MEMORY = {**working, "index": lost}
    with pytest.raises(BackendUnavailable):
        outbox.write_vectors()
    assert tasks.write_vectors() == 0  # the task goes on living
    waiting = VectorOperation.objects.filter(done_at=None)
    assert {(row.attempts, "Chroma" in row.error) for row in waiting} == {(2, True)}
    settings.MEMORY = working
    assert tasks.write_vectors() == waiting.count() or outbox.waiting_operations() == 0
    assert len(index_of(namespace)) == 2


def test_a_text_is_embedded_once(speaker, namespace):
    speaker.say("I live in Berlin", fact("home", "Berlin", text="The user lives in Berlin."))
    outbox.write_vectors()
    cached = EmbeddingCache.objects.count()
    MemoryItem.objects.update(status="archived")
    outbox.enqueue_vectors(namespace.pk, upserts=[f"item:{speaker.items()[0].pk}"])
    outbox.write_vectors()
    assert EmbeddingCache.objects.count() == cached
    assert "archived" in index_of(namespace).values()


def test_done_rows_are_pruned_after_a_while(speaker):
    speaker.say("I live in Berlin", fact("home", "Berlin"))
    outbox.write_vectors()
    done = VectorOperation.objects.order_by("-done_at").first().done_at
    outbox.prune(now=done)
    assert VectorOperation.objects.exists()
    outbox.prune(now=done + 2 * outbox.KEEP_DONE)
    assert not VectorOperation.objects.exists()


@pytest.mark.parametrize("pair", [("acme", "acme-corp"), ("john_doe", "john-doe")])
def test_names_that_look_alike_are_strangers(make_speaker, pair, db):

    speakers = []
    for name in pair:
        tenant = Tenant.objects.create(slug=f"{name}-x", name=name)
        user = User.objects.create_user(username=name, password="x", tenant=tenant)
        speakers.append(make_speaker(user))
    for one in speakers:
        one.say("I live here", fact("home", f"town of {one.namespace.user.username}"))
    outbox.write_vectors()
    query = backends.embedder().embed_queries(["where do I live"])[0]
    for one in speakers:
        mine = {f"item:{item.pk}" for item in one.items()}
        hits = backends.vector_index().query(one.namespace.pk, query, limit=50, statuses=["active"])
        assert {hit.key for hit in hits} == mine
