"""How changes are applied to working memory, case by case."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.domain.types import WorkingChange, WorkingOp
from memory.domain.working import WORKING_FIELDS, apply_changes, best_match, difference

SAID_AT = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)
SET, APPEND, DONE, REMOVE, CLEAR = WorkingOp


def apply(fields, *changes):
    made = [WorkingChange(op=op, field=field, value=value) for op, field, value in changes]
    return apply_changes(fields, made, said_at=SAID_AT)


def todo(text, done=False):
    return {"text": text, "done": done, "said_at": SAID_AT.isoformat()}


@pytest.mark.parametrize(
    ("before", "changes", "after"),
    [
        pytest.param({}, [(SET, "goal", "a trip")], {"goal": "a trip"}, id="a goal is set"),
        pytest.param({"goal": "a"}, [(SET, "goal", "b")], {"goal": "b"}, id="new beats old"),
        pytest.param({}, [(APPEND, "todos", "buy milk")], {"todos": [todo("buy milk")]}, id="a to-do"),
        pytest.param({"todos": [todo("buy milk")]}, [(APPEND, "todos", "Buy milk")], {"todos": [todo("buy milk")]}, id="the same to-do once"),
        pytest.param({"todos": [todo("buy milk", True)]}, [(APPEND, "todos", "buy milk")], {"todos": [todo("buy milk", True), todo("buy milk")]}, id="a ticked one can come again"),
        pytest.param({"todos": [todo("buy milk"), todo("call Anna")]}, [(DONE, "todos", "milk")], {"todos": [todo("buy milk", True), todo("call Anna")]}, id="done by a word"),
        pytest.param({"todos": [todo("买牛奶")]}, [(DONE, "todos", "牛奶")], {"todos": [todo("买牛奶", True)]}, id="完成"),
        pytest.param({"todos": [todo("buy milk")]}, [(DONE, "todos", "the report")], {"todos": [todo("buy milk")]}, id="done names nothing"),
        pytest.param({"todos": [todo("buy milk")]}, [(REMOVE, "todos", "buy milk")], {}, id="removed"),
        pytest.param({"missing": ["date", "city"]}, [(SET, "confirmed", {"city": "Rome"})], {"missing": ["date"], "confirmed": {"city": "Rome"}}, id="what is confirmed is not missing"),
        pytest.param({"confirmed": {"a": 1, "b": 2}}, [(SET, "confirmed", {"a": 3})], {"confirmed": {"a": 3, "b": 2}}, id="confirmed merges"),
        pytest.param({"confirmed": {"a": 1}}, [(REMOVE, "confirmed", "a")], {}, id="confirmed removed"),
        pytest.param({"goal": "x", "notes": ["n"]}, [(CLEAR, "", None)], {}, id="task completed"),
        pytest.param({"goal": "x", "notes": ["n"]}, [(CLEAR, "notes", None)], {"goal": "x"}, id="one field cleared"),
        pytest.param({}, [(SET, "plan", ["a", "b"])], {"plan": [{"text": "a", "done": False}, {"text": "b", "done": False}]}, id="a plan"),
    ],
)  # fmt: skip
def test_a_change(before, changes, after):
    assert apply(before, *changes) == after


def test_an_unknown_field_is_an_error():
    with pytest.raises(ValueError, match="mood"):
        apply({}, (SET, "mood", "good"))


def test_lists_are_bounded_and_keep_the_newest():
    state = apply(
        {}, *[(APPEND, "tool_results", {"tool": "t", "summary": str(i)}) for i in range(30)]
    )
    assert [entry["summary"] for entry in state["tool_results"]] == [str(i) for i in range(20, 30)]


def test_a_difference_names_what_changed_and_what_is_gone():
    assert difference({"a": 1, "b": 2}, {"b": 3, "c": 4}) == ({"b": 3, "c": 4}, ["a"])


@pytest.mark.parametrize(
    ("asked", "entries", "found"),
    [
        ("milk", ["call Anna", "buy milk"], 1),
        ("buy the milk", ["buy milk", "buy bread"], 0),
        ("牛奶", ["打电话", "买牛奶"], 1),
        ("买好牛奶", ["打电话", "买牛奶"], 1),
        ("the dentist", ["buy milk"], None),
        ("", ["buy milk"], None),
    ],
)
def test_the_entry_that_is_meant(asked, entries, found):
    assert best_match(asked, entries) == found


CHANGES = st.builds(
    WorkingChange,
    op=st.sampled_from([APPEND, DONE, REMOVE, CLEAR]),
    field=st.sampled_from([name for name, empty in WORKING_FIELDS.items() if empty == []]),
    value=st.sampled_from(["buy milk", "call Anna", "买牛奶", "x"]),
)


@given(st.lists(CHANGES, max_size=1), st.lists(CHANGES, max_size=6))
def test_the_same_change_twice_is_once(last, earlier):
    state = apply_changes({}, earlier, said_at=SAID_AT)
    once = apply_changes(state, last, said_at=SAID_AT)
    if last and last[0].op in (DONE, REMOVE):
        return  # names the next of several alike
    assert apply_changes(once, last, said_at=SAID_AT) == once
