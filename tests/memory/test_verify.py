"""The check of every projection finds each kind of difference, and a rebuild mends the index."""

import json
import uuid

import pytest
from django.core.management import call_command

from memory import backends
from memory.audit import SYSTEM
from memory.backends.base import DimensionMismatch
from memory.changes import add_item, changing, deprecate
from memory.domain.types import Candidate
from memory.models import Entity, MemoryItem, Namespace, Profile, Relation
from memory.outbox import write_vectors
from memory.rebuild import rebuild_index
from memory.verify import verify_memory

pytestmark = pytest.mark.django_db


@pytest.fixture
def namespace(owner):
    return Namespace.objects.for_user(owner)


@pytest.fixture
def homes(namespace, frozen_now):
    """Return two versions of where the user lives, the second in force."""
    with changing(namespace, author=SYSTEM, now=frozen_now) as change:
        told = Candidate(text="The user lives in Berlin.", attribute="home", value="Berlin")
        old = add_item(change, told, source="chat", said_at=frozen_now)
        deprecate(change, old, reason="superseded", valid_to=frozen_now)
        told = Candidate(text="The user lives in Lisbon.", attribute="home", value="Lisbon")
        new = add_item(change, told, source="chat", said_at=frozen_now, supersedes=old)
    write_vectors()
    return old, new


def checks(now):
    return {difference.check for difference in verify_memory(now=now)}


def test_what_the_write_path_left_is_clean(homes, frozen_now):
    assert verify_memory(now=frozen_now) == []


def test_what_waits_in_the_outbox_only_lags(homes, namespace, frozen_now):
    with changing(namespace, author=SYSTEM, now=frozen_now) as change:
        told = Candidate(text="The user likes tea.", attribute="likes", value="tea")
        add_item(change, told, source="chat", said_at=frozen_now)
    assert verify_memory(now=frozen_now) == []


def test_it_finds_each_kind_of_difference(homes, namespace, frozen_now):
    old, new = homes
    backends.vector_index().delete(namespace.pk, [f"item:{new.pk}"])
    Profile.objects.update(document={"home": []})
    Entity.objects.create(namespace=namespace, name="Rome", key="rome", type="place")
    Relation.objects.update(valid_to=frozen_now)
    MemoryItem.objects.filter(pk=new.pk).update(chain=uuid.uuid4())
    new.decay.delete()
    assert checks(frozen_now) >= {"vectors", "profile", "graph", "chains", "decay"}


def test_two_standing_values_are_found(homes, namespace, frozen_now):
    old, _new = homes
    MemoryItem.objects.filter(pk=old.pk).update(status="active", valid_to=None)
    found = {one.check: one for one in verify_memory(now=frozen_now)}
    assert found["single_values"].subject == "home"
    assert "chains" in found


def test_a_rebuild_brings_back_a_lost_index_and_removes_strays(homes, namespace, frozen_now):
    index = backends.vector_index()
    lost = index.fetch(namespace.pk)
    index.delete_namespace(namespace.pk)
    assert checks(frozen_now) == {"vectors"}
    steps = []
    rebuild_index(on_progress=lambda done, total: steps.append((done, total)))
    assert verify_memory(now=frozen_now) == []
    assert steps[-1][0] == steps[-1][1]
    again = index.fetch(namespace.pk)
    assert {key: vector.tolist() for key, vector in again.items()} == {
        key: vector.tolist() for key, vector in lost.items()
    }
    MemoryItem.objects.filter(pk=homes[1].pk).delete()
    rebuild_index()
    assert set(index.keys(namespace.pk)) == {f"item:{homes[0].pk}"}


def test_another_embedding_model_stops_writes_until_the_rebuild(
    homes, namespace, frozen_now, settings
):
    other = {"BACKEND": "tests.memory.scripted.OtherEmbedder", "OPTIONS": {}}
    settings.MEMORY = {**settings.MEMORY, "embedder": other}
    with changing(namespace, author=SYSTEM, now=frozen_now) as change:
        told = Candidate(text="The user likes tea.", attribute="likes", value="tea")
        add_item(change, told, source="chat", said_at=frozen_now)
    with pytest.raises(DimensionMismatch, match="rebuild_index"):
        write_vectors()
    rebuild_index()
    write_vectors()
    assert verify_memory(now=frozen_now) == []
    settings.MEMORY = {**settings.MEMORY, "embedder": {"BACKEND": "memory.backends.e5.E5Embedder"}}
    rebuild_index()  # for the tests that follow


def test_the_command_lists_and_fails(homes, frozen_now, capsys):
    call_command("verify_memory", "--json")
    assert json.loads(capsys.readouterr().out) == {"clean": True, "differences": []}
    Profile.objects.update(document={"home": []})
    with pytest.raises(SystemExit) as exit_info:
        call_command("verify_memory", "--json")
    assert exit_info.value.code == 1
    (difference,) = json.loads(capsys.readouterr().out)["differences"]
    assert difference["check"] == "profile"
