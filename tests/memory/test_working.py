"""Working memory of a conversation: nothing lost, nothing superfluous written, kept with the turn."""

import threading

import pytest
from django.db import connections

from memory import api
from memory.domain.types import WorkingChange, WorkingOp
from memory.models import WorkingSnapshot

pytestmark = pytest.mark.django_db


def append(value, field="todos"):
    return WorkingChange(op=WorkingOp.APPEND, field=field, value=value)


def test_turns_at_once_lose_nothing(namespace):
    def turn(number):
        try:
            api.change_working(namespace, 3, [append(f"task {number}")])
        finally:
            connections.close_all()

    assert namespace.tenant.slug  # read before the threads, which see no uncommitted row
    threads = [threading.Thread(target=turn, args=(i,)) for i in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    state = api.load_working(namespace, 3)
    assert sorted(todo["text"] for todo in state.fields["todos"]) == sorted(
        f"task {i}" for i in range(16)
    )
    assert state.version == 16
    assert 3590 < state.ttl_seconds <= 3600


def test_conversations_and_namespaces_are_apart(namespace, stranger):
    api.change_working(namespace, 3, [append("mine")])
    assert api.load_working(namespace, 4).fields == {}
    assert api.load_working(api.namespace_for(stranger), 3).fields == {}


def test_a_change_that_changes_nothing_writes_nothing(namespace):
    first = api.change_working(namespace, 3, [append("a")], turn_id=1)
    again = api.change_working(namespace, 3, [append("A")], turn_id=2)
    assert again.version == first.version
    assert WorkingSnapshot.objects.count() == 1


def test_the_snapshot_of_a_turn_begins_before_its_first_change(namespace):
    api.change_working(namespace, 3, [append("a")], turn_id=1, trace_id="t")
    api.change_working(namespace, 3, [append("b")], turn_id=2)
    api.change_working(namespace, 3, [append("c")], turn_id=2)
    snapshot = WorkingSnapshot.objects.get(turn_id=2)
    assert [len(snapshot.before["todos"]), len(snapshot.after["todos"])] == [1, 3]


def test_a_completed_task_clears_it(namespace):
    api.change_working(namespace, 3, [append("a"), append("Berlin", "entities")])
    assert api.clear_working(namespace, 3).fields == {}
    assert api.load_working(namespace, 3).version == 2


def test_tool_results_are_redacted(namespace):
    key = "sk-" + "proj-a1B2c3D4e5F6g7H8i9J0"
    result = append({"tool": "search", "summary": f"found {key}"}, "tool_results")
    api.change_working(namespace, 3, [result])
    (kept,) = api.load_working(namespace, 3).fields["tool_results"]
    assert kept == {"tool": "search", "summary": "found [redacted:key]"}
