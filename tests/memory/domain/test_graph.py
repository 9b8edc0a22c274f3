"""Which attributes are relations between entities."""

import pytest

from memory.domain.graph import called, entity_key, is_user, same_entities, triple_of
from memory.domain.kinds import names_of


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


@pytest.mark.parametrize(
    ("attribute", "value", "expected"),
    [
        ("family", "sister Clara", ("Clara", ("sister",))),
        ("family", "older sister Clara", ("Clara", ("older sister", "sister"))),
        ("pet", "dog Biscuit", ("Biscuit", ("dog",))),
        ("relationship", "boss Anna Schmidt", ("Anna Schmidt", ("boss",))),
        ("family", "妹妹小雨", ("小雨", ("妹妹", "sister"))),
        ("pet", "猫年糕", ("年糕", ("猫",))),
        ("family", "姐姐", ("姐姐", ("sister",))),
        ("family", "sister", ("sister", ())),
        ("family", "two kids Tom and Ella", ("two kids Tom and Ella", ())),
        ("relationship", "Omar", ("Omar", ())),
        ("employer", "bank Santander", ("bank Santander", ())),
    ],
)
def test_a_value_names_somebody_and_says_what_they_are(attribute, value, expected):
    assert names_of(attribute, value) == expected


def test_who_is_called_by_what_they_are_is_one_with_the_only_one_of_that_name():
    told = [(2, "clara", "family", "sister Clara"), (3, "omar", "relationship", "friend Omar")]
    aliases = called([*told, (4, "rome", "home", "Rome")])
    assert aliases == {2: {"sister"}, 3: {"friend"}}
    keys = {1: "sister", 2: "clara", 3: "omar", 5: "friend", 6: "rome"}
    assert same_entities(keys, aliases) == {1: 2, 5: 3}
    assert same_entities(keys, {**aliases, 7: {"sister"}}) == {5: 3}
