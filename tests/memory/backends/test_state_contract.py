"""What every state store owes, tried on a real Redis."""

import threading

import pytest

from memory.backends.base import BackendUnavailable, VersionConflict
from memory.backends.redis import RedisState


@pytest.fixture
def store(services):
    return RedisState(url=services.redis_url, prefix="contract")


def write(store, key, version, changes=None, removed=(), ttl=60):
    return store.compare_and_set(
        key, version=version, changes=changes or {}, removed=removed, ttl=ttl
    )


def test_nothing_is_version_zero(store):
    assert store.load("1:1") == ({}, 0)
    assert store.time_to_live("1:1") == 0


def test_changed_fields_are_written_and_the_others_stay(store):
    write(store, "1:1", 0, {"goal": "去北京", "todos": [{"text": "buy", "done": False}]})
    assert write(store, "1:1", 1, {"goal": "a trip"}, removed=["todos"]) == 2
    assert store.load("1:1") == ({"goal": "a trip"}, 2)


def test_who_read_an_older_version_is_refused_and_changes_nothing(store):
    write(store, "1:1", 0, {"goal": "a"})
    with pytest.raises(VersionConflict):
        write(store, "1:1", 0, {"goal": "b"})
    assert store.load("1:1") == ({"goal": "a"}, 1)


def test_use_renews_the_time_to_live(store, services):
    write(store, "1:1", 0, {"goal": "a"}, ttl=100)
    services.redis.expire("contract:working:1:1", 5)
    store.load("1:1")
    assert 95 < store.time_to_live("1:1") <= 100


def test_what_expired_is_gone(store, services):
    write(store, "1:1", 0, {"goal": "a"})
    services.redis.pexpire("contract:working:1:1", 1)
    threading.Event().wait(0.05)
    assert store.load("1:1") == ({}, 0)


def test_a_prefix_is_meant_as_written(store):
    for key in ("1:1", "1:2", "11:1", "[1]:1", "?:1"):
        write(store, key, 0, {"goal": key})
    assert store.scan("1:") == ["1:1", "1:2"]
    assert store.scan("?:") == ["?:1"]
    assert store.scan("[1]:") == ["[1]:1"]
    assert store.delete(["1:1", "1:2", "9:9"]) == 2
    assert store.delete([]) == 0


def test_writers_that_meet_lose_nothing(store):
    def append(name):
        while True:
            fields, version = store.load("1:1")
            entries = [*fields.get("notes", []), name]
            try:
                write(store, "1:1", version, {"notes": entries})
                return
            except VersionConflict:
                continue

    threads = [threading.Thread(target=append, args=(i,)) for i in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    fields, version = store.load("1:1")
    assert (sorted(fields["notes"]), version) == (list(range(20)), 20)


def test_no_server_is_an_outage(tmp_path):
    lost = RedisState(url=f"unix://{tmp_path}/none.sock")
    with pytest.raises(BackendUnavailable):
        lost.check()
