"""One name for one attribute, one hash for one statement."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from memory.domain.normalise import content_hash, normalise_attribute, normalise_candidate
from memory.domain.types import Candidate, Mode

NOW = datetime(2026, 3, 11, tzinfo=UTC)


@pytest.mark.parametrize(
    ("given", "known"),
    [
        ("home", "home"),
        ("Lives in", "home"),
        ("dietary-restrictions", "diet"),
        ("favorite:Food", "favorite:food"),
        ("shoe size", "shoe_size"),
        ("interests:music", "likes"),
        ("", ""),
    ],
)
def test_attributes_lead_to_the_ontology(given, known):
    assert normalise_attribute(given) == known


def test_a_tenants_aliases_lead_to_its_attributes():
    aliases = {"Badge No": "badge", "station": "badge"}
    assert normalise_attribute("badge no", aliases) == "badge"
    assert normalise_attribute("badge", aliases) == "badge"


@pytest.mark.parametrize("value", ["辣", "吃辣", "spicy food", "Spicy"])
def test_not_eating_spicy_food_is_a_spice_level(value):
    found = normalise_candidate(Candidate(text="x", attribute="avoids", value=value))
    assert (found.attribute, found.value) == ("spice_level", "none")


def test_scores_are_clamped_and_an_empty_subject_is_the_user():
    found = normalise_candidate(Candidate(text="x", subject=" ", importance=3, confidence=-1))
    assert (found.subject, found.importance, found.confidence) == ("user", 1, 0)


def test_the_hash_is_of_who_what_and_when_and_not_of_the_wording():
    first = Candidate(text="The user lives in Bern.", attribute="home", value="Bern")
    assert content_hash(first) == content_hash(replace(first, text="Bern is home.", value="bern "))
    others = [
        replace(first, subject="sister"),
        replace(first, attribute="hometown"),
        replace(first, value="Rome"),
        replace(first, mode=Mode.TEMPORARY, expires_at=NOW),
        replace(first, mode=Mode.PAST, valid_to=NOW),
        replace(first, mode=Mode.PAST, valid_from=NOW),
        replace(first, value=""),
    ]
    assert len({content_hash(one) for one in [first, *others]}) == len(others) + 1
