"""Every name that the core gives to a field, a step, an entity or a relation has words."""

import ast
from dataclasses import fields
from pathlib import Path

import pytest
from django.utils.translation import override

from memory.dashboard import field_words
from memory.domain import graph
from memory.domain.decay import DecaySettings
from memory.domain.policy import Policy
from memory.domain.working import WORKING_FIELDS
from memory.ontology import attribute_label

pytestmark = pytest.mark.pure
ROOT = Path(__file__).resolve().parents[3]


def names_given(*calls):
    """Return the constant first texts of calls of these names in the core and the chat."""
    for path in [*(ROOT / "memory").rglob("*.py"), *(ROOT / "chat").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                first = node.args[0] if node.args else None
                if node.func.attr in calls and isinstance(first, ast.Constant):
                    yield first.value


def test_every_step_of_a_turn_has_words():
    steps = {*names_given("step", "measure"), "model"}
    assert {"candidates", "recall", "summary"} <= steps
    assert steps - set(field_words.STEPS) == set()


def test_every_relation_and_kind_of_entity_has_words():
    relations = graph._RELATIONS.values()
    assert {predicate for predicate, _kind in relations} == set(field_words.RELATIONS)
    assert {kind for _predicate, kind in relations} == set(field_words.ENTITY_KINDS)


def test_every_parameter_and_every_field_of_working_memory_has_words():
    parameters = {f.name for owner in (Policy, DecaySettings) for f in fields(owner)}
    wanted = (parameters - {"name"}) | set(WORKING_FIELDS)
    assert wanted - set(field_words.FIELDS) == set()


def test_codes_are_words_in_their_field_and_nothing_else_is_touched():
    with override("zh-hans"):
        assert field_words.coded_value("status", "archived") == "已归档"
        assert field_words.coded_value("subject", "user") == "用户"
        assert field_words.coded_value("supersedes_id", 12) == "#12"
        assert field_words.coded_value("text", "archived") is None
        assert attribute_label("favorite:茶") == "最喜欢: 茶"
    assert attribute_label("spice_level") == "spice level"
