"""Several workers at once, with real transactions: nothing lost, nothing done twice."""

import threading
from datetime import timedelta

import pytest
from django.db import connections

from memory import absorb, inbox
from memory.apply import view
from memory.domain.conflicts import clashing
from memory.domain.ontology import attribute_spec
from memory.models import Episode, MemoryEvent, MemoryItem, Namespace, Tenant, User
from tests.memory.conftest import fact

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls):
    """Run the calls in threads that start together; raise what one of them raised."""
    barrier, errors = threading.Barrier(len(calls)), []

    def run(call):
        try:
            barrier.wait()
            call()
        except Exception as error:
            errors.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def drain(namespace):
    """Absorb what is left, as the periodic requeue does."""
    while waiting := inbox.waiting_episodes(now=namespace.created_at + timedelta(days=3650)):
        for episode in waiting:
            absorb.absorb_episode(episode.pk)


def test_two_turns_at_once_lose_no_fact_and_leave_one_value(speaker, namespace):
    texts = [("I live in Berlin", "Berlin"), ("I live in Rome", "Rome"), ("I live in Oslo", "Oslo")]
    episodes = [
        speaker.record(text, fact("home", city), fact("likes", f"the food of {city}"))
        for text, city in texts
    ]
    at_once(*[lambda e=e: absorb.absorb_episode(e.pk) for e in episodes for _ in range(2)])
    drain(namespace)
    assert set(Episode.objects.values_list("state", flat=True)) == {"done"}
    items = speaker.items(attribute="home")
    assert sorted(item.value for item in items) == ["Berlin", "Oslo", "Rome"]
    assert speaker.active("home") == ["Oslo"]  # the last that was said
    assert len(speaker.active("likes")) == 3
    assert {item.mention_count for item in items} == {1}
    assert MemoryEvent.objects.filter(action="episode.absorbed").count() == 3
    pairs = [(a, b) for a in items for b in items if a.pk < b.pk]
    spec = attribute_spec("home")
    assert not any(clashing(view(a), view(b), spec, speaker.now) for a, b in pairs)


def test_one_episode_claimed_by_many_is_absorbed_once(speaker):
    episode = speaker.record("I live in Berlin", fact("home", "Berlin"))
    at_once(*[lambda: absorb.absorb_episode(episode.pk)] * 5)
    assert MemoryItem.objects.count() == 1
    assert MemoryEvent.objects.filter(action="episode.absorbed").count() == 1


def test_users_do_not_wait_for_each_other_nor_mix(make_speaker, tenant):
    users = [
        User.objects.create_user(username=f"user{i}", password="x", tenant=tenant) for i in range(4)
    ]
    speakers = [make_speaker(user) for user in users]
    episodes = [
        one.record(f"I live in town {i}", fact("home", f"town {i}"))
        for i, one in enumerate(speakers)
    ]
    at_once(*[lambda e=e: absorb.absorb_episode(e.pk) for e in episodes])
    for i, one in enumerate(speakers):
        assert one.active("home") == [f"town {i}"]
        assert Namespace.objects.get(pk=one.namespace.pk).generation == 1
    assert Tenant.objects.get(pk=tenant.pk).namespaces.count() == 4
