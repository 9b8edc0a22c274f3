"""Which attributes are relations between entities."""

import pytest

from memory.domain.graph import entity_key, is_user, triple_of


@pytest.mark.parametrize(
    ("attribute", "value", "predicate"),
    [
        ("home", "Berlin", "lives_in"),
        ("employer", "西门子", "works_at"),
        ("pet", "Rex", "has_pet"),
        ("reply_length", "short", None),
        ("home", " ", None),
        ("project", "x" * 100, None),
    ],
)
def test_the_relation_of_a_statement(attribute, value, predicate):
    triple = triple_of("user", attribute, value)
    assert (triple.predicate if triple else None) == predicate


def test_names_are_compared_without_case_and_spaces():
    assert entity_key("  New   York ") == "new york"
    assert is_user("The User")
    assert not is_user("Anna")
