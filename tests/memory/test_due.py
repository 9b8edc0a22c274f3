"""The rule of forgetting as SQL says what the rule in Python says, of every item."""

import itertools
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from memory import due
from memory.domain.decay import DEFAULT, DecaySettings
from memory.domain.forgetting import Held, due_at, retention_of
from memory.domain.types import Kind
from memory.held import held_of
from memory.models import DecayState, MemoryItem, Namespace
from memory.upkeep import put_half_lives_in_force

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MICROSECOND = 1e-6
shares = st.floats(0, 1)
edges = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.5, 0.8, 1.0])
moments = st.builds(lambda days: NOW + timedelta(days=days), st.floats(-2600, 2800))
near = st.builds(
    lambda hours, more: NOW + timedelta(hours=hours, microseconds=more),
    st.integers(-9000, 9000), st.integers(0, 999_999),
)  # fmt: skip
at_some_time = near | moments
items = st.builds(
    Held,
    item_id=st.just(0),
    kind=st.sampled_from(Kind),
    importance=shares | edges,
    pinned=st.just(False) | st.booleans(),
    protected=st.just(False) | st.booleans(),
    half_life=st.none() | st.sampled_from([72.0, 720.0, 4320.0]) | st.floats(0.5, 9000),
    last_accessed_at=at_some_time,
    expires_at=st.none() | at_some_time,
    exempt_until=st.none() | at_some_time,
)
rules = st.just(DEFAULT) | st.builds(
    DecaySettings,
    threshold=shares | edges,
    protected_importance=shares | edges,
    weak_importance=shares | edges,
    unused_days=st.floats(0.5, 400),
)
FACT = Held(
    item_id=0, kind=Kind.FACT, importance=0.5, pinned=False, protected=False, half_life=720,
    last_accessed_at=NOW,
)  # fmt: skip


@pytest.fixture
def keep(owner):
    """Return a function that stores items as described, and gives them by id."""
    namespace = Namespace.objects.for_user(owner)
    numbers = itertools.count()

    def store(described):
        rows = MemoryItem.objects.bulk_create(
            MemoryItem(
                namespace=namespace, text="x", kind=one.kind, importance=one.importance,
                pinned=one.pinned, expires_at=one.expires_at, said_at=NOW, created_at=NOW,
                updated_at=NOW, chain=f"{next(numbers):032x}", content_hash=str(next(numbers)),
            )
            for one in described
        )  # fmt: skip
        DecayState.objects.bulk_create(
            DecayState(
                item=row, half_life_hours=one.half_life, protected=one.protected,
                last_accessed_at=one.last_accessed_at, exempt_until=one.exempt_until,
            )
            for row, one in zip(rows, described, strict=True)
        )  # fmt: skip
        return {one.item_id: one for one in held_of(MemoryItem.objects.all())}

    return store


def judged(under):
    """Return what SQL says of every item: id → (epoch seconds, reason), or None for never."""
    rows = due.with_due(MemoryItem.objects.all(), under).values_list("pk", "due_at", "due_reason")
    return {pk: None if at == due.NEVER else (at, reason) for pk, at, reason in rows}


@settings(
    max_examples=60, deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
@given(described=st.lists(items, min_size=1, max_size=20), under=rules)
@example(described=[replace(FACT, importance=edge) for edge in (0.0, 0.2, 0.3, 0.8)], under=DEFAULT)
@example(described=[FACT], under=DecaySettings(threshold=0.0))
@example(described=[FACT], under=DecaySettings(threshold=0.0, weak_importance=0.0))
@example(described=[replace(FACT, importance=0.1)], under=DecaySettings(weak_importance=0.0))
@example(described=[replace(FACT, half_life=None)], under=DEFAULT)
@example(described=[replace(FACT, half_life=None, importance=0.1)], under=DEFAULT)
@example(
    described=[replace(FACT, expires_at=NOW, exempt_until=NOW + timedelta(days=900))], under=DEFAULT
)
@example(described=[replace(FACT, exempt_until=NOW + timedelta(days=900))], under=DEFAULT)
@example(described=[replace(FACT, last_accessed_at=NOW + timedelta(days=5))], under=DEFAULT)
@example(described=[replace(FACT, expires_at=NOW.replace(microsecond=999_999))], under=DEFAULT)
def test_sql_and_python_give_the_same_moment_and_reason(keep, described, under):
    with transaction.atomic():
        expected = {pk: due_at(one, under) for pk, one in keep(described).items()}
        found = judged(under)
        assert found.keys() == expected.keys()
        for pk, said in expected.items():
            if said is None:
                assert found[pk] is None, pk
                continue
            assert found[pk] is not None, said
            assert abs(found[pk][0] - said[0].timestamp()) < MICROSECOND, said
            assert found[pk][1] == said[1], said
        transaction.set_rollback(True)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(described=st.lists(items, min_size=1, max_size=20))
def test_sql_and_python_give_the_same_retention(keep, described):
    with transaction.atomic():
        expected = {pk: retention_of(one, NOW) for pk, one in keep(described).items()}
        rows = MemoryItem.objects.annotate(held=due.retention_at(NOW)).values_list("pk", "held")
        assert dict(rows) == pytest.approx(expected, abs=1e-9)
        transaction.set_rollback(True)


def test_what_is_due_comes_soonest_first_with_dates_to_the_microsecond(keep):
    later, sooner = NOW.replace(microsecond=123_457), NOW.replace(microsecond=123_456)
    keep([replace(FACT, expires_at=later), replace(FACT, expires_at=sooner), FACT])
    found = due.due_by(MemoryItem.objects.all(), DEFAULT, NOW + timedelta(days=1))
    assert [due.moment(row.due_at) for row in found] == [sooner, later]
    assert due.due_by(MemoryItem.objects.all(), DEFAULT, sooner).count() == 1


@pytest.mark.parametrize(("value", "expected"), [(0.0, 0), (0.149, 2), (0.15, 3), (1.0, 19)])
def test_bins_are_closed_below_and_the_last_one_above(keep, value, expected):
    keep([replace(FACT, importance=value, last_accessed_at=timezone.now() + timedelta(days=1))])
    number = due.bin_of(due.retention_at(timezone.now()), start=0.0, end=1.0, bins=20)
    assert MemoryItem.objects.annotate(bin=number).get().bin == expected


def test_half_lives_are_tried_and_put_in_force_for_what_fades(keep, owner):
    """Two months after its last use a fact of importance 0.5 has faded by 30 days, not by 90."""
    slow = replace(DEFAULT, fact_days=90.0, preference_days=10.0)
    ago = timezone.now() - timedelta(days=60)
    keep([
        replace(FACT, last_accessed_at=ago),
        replace(FACT, kind=Kind.PREFERENCE, half_life=4320, last_accessed_at=ago),
        replace(FACT, half_life=None, last_accessed_at=ago),
    ])  # fmt: skip
    fact, taste, name = MemoryItem.objects.order_by("pk")
    rows, now = MemoryItem.objects.all(), timezone.now()
    assert list(due.due_by(rows, DEFAULT, now)) == [fact]
    assert list(due.due_by(rows, slow, now, due.half_lives_by(slow))) == [taste]
    before = Namespace.objects.for_user(owner).generation
    put_half_lives_in_force(owner.tenant, slow)
    assert list(due.due_by(rows, slow, now)) == [taste]
    assert DecayState.objects.get(item=name).half_life_hours is None
    assert Namespace.objects.for_user(owner).generation > before
