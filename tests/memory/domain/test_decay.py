"""Retention, its crossing of the threshold, and its curve."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.domain.decay import (
    DecaySettings,
    crossing_at,
    curve,
    half_life_hours,
    is_protected_by_rule,
    retention,
)
from memory.domain.ontology import attribute_spec
from memory.domain.types import Kind

START = datetime(2026, 1, 1, tzinfo=UTC)
IMPORTANCE = st.floats(0, 1)
HOURS = st.floats(0, 1e5)
HALF_LIFE = st.floats(0.1, 1e5)


def kept(importance, half_life, hours):
    return retention(
        importance=importance,
        half_life=half_life,
        last_accessed_at=START,
        now=START + timedelta(hours=hours),
    )


def test_it_halves_with_each_half_life():
    assert kept(0.8, 72, 72) == pytest.approx(0.4)
    assert kept(0.8, 72, 144) == pytest.approx(0.2)
    assert kept(0.8, None, 1e6) == 0.8


@given(IMPORTANCE, HALF_LIFE, HOURS, HOURS)
def test_it_never_rises_with_age(importance, half_life, one, other):
    young, old = sorted((one, other))
    assert kept(importance, half_life, old) <= kept(importance, half_life, young) <= importance


@given(IMPORTANCE, HALF_LIFE, HOURS, HOURS)
def test_a_recall_never_lowers_it(importance, half_life, access, later):
    now = START + timedelta(hours=access + later)
    rule = {"importance": importance, "half_life": half_life, "now": now}
    recalled = retention(last_accessed_at=START + timedelta(hours=access), **rule)
    assert recalled >= retention(last_accessed_at=START, **rule)


@given(st.floats(0.25, 1), st.floats(1, 1e4))
def test_it_crosses_the_threshold_on_the_date_that_is_told(importance, half_life):
    date = crossing_at(
        importance=importance, half_life=half_life, last_accessed_at=START, threshold=0.2
    )
    hours = (date - START).total_seconds() / 3600
    assert kept(importance, half_life, hours) == pytest.approx(0.2, rel=1e-3)


def test_what_never_fades_never_crosses():
    assert (
        crossing_at(importance=0.5, half_life=None, last_accessed_at=START, threshold=0.2) is None
    )


@pytest.mark.parametrize(
    ("kind", "attribute", "days"),
    [
        pytest.param(Kind.EPISODE_CHUNK, "", 3, id="episodic"),
        pytest.param(Kind.FACT, "owns", 30, id="fact"),
        pytest.param(Kind.EVENT, "plan", 30, id="event"),
        pytest.param(Kind.PREFERENCE, "likes", 180, id="preference"),
        pytest.param(Kind.FACT, "name", None, id="identity"),
        pytest.param(Kind.CONSTRAINT, "allergy", None, id="constraint"),
    ],
)
def test_half_life_by_kind(kind, attribute, days):
    hours = half_life_hours(kind, attribute_spec(attribute))
    assert hours == (None if days is None else days * 24)


def test_protection_by_rule():
    assert is_protected_by_rule(kind=Kind.CONSTRAINT, importance=0.1, pinned=False)
    assert is_protected_by_rule(kind=Kind.FACT, importance=0.8, pinned=False)
    assert is_protected_by_rule(kind=Kind.FACT, importance=0.1, pinned=True)
    assert not is_protected_by_rule(kind=Kind.FACT, importance=0.79, pinned=False)


def test_the_curve_rises_again_at_each_recall():
    recalled = START + timedelta(days=10)
    points = curve(
        importance=0.8,
        half_life=240,
        accesses=[START, recalled],
        until=START + timedelta(days=20),
        points=4,
    )
    at_recall = [value for moment, value in points if moment == recalled]
    assert at_recall == [pytest.approx(0.4), pytest.approx(0.8)]
    assert points[0] == (START, pytest.approx(0.8))
    assert points[-1][1] == pytest.approx(0.4)


def test_bad_settings_are_refused_by_name():
    with pytest.raises(ValueError, match="threshold must be between 0 and 1"):
        DecaySettings.from_values({"threshold": 2})
    with pytest.raises(ValueError, match="unknown forgetting setting: half"):
        DecaySettings.from_values({"half": 2})
    assert DecaySettings.from_values({"fact_days": 60}).fact_days == 60
