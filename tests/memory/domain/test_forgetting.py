"""What forgetting archives, and why."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memory.domain.decay import DecaySettings
from memory.domain.forgetting import ForgetReason, Held, due_at, select_forgotten
from memory.domain.types import Kind

START = datetime(2026, 1, 1, tzinfo=UTC)
SETTINGS = DecaySettings()
FACT = Held(
    item_id=1,
    kind=Kind.FACT,
    importance=0.5,
    pinned=False,
    protected=False,
    half_life=30 * 24,
    last_accessed_at=START,
)


def forgotten(item, days):
    found = select_forgotten([item], now=START + timedelta(days=days), settings=SETTINGS)
    return found[0].reason if found else None


@pytest.mark.parametrize(
    ("change", "days", "reason"),
    [
        pytest.param({}, 39, None, id="still-held"),
        pytest.param({}, 40, ForgetReason.FADED, id="faded"),  # 30 · log2(0.5 / 0.2) = 39.7 days
        pytest.param({"importance": 0.25}, 0, ForgetReason.WEAK, id="weak-at-once"),
        pytest.param({"importance": 0.8}, 9999, None, id="important"),
        pytest.param({"kind": Kind.CONSTRAINT}, 9999, None, id="constraint"),
        pytest.param({"pinned": True}, 9999, None, id="pinned"),
        pytest.param({"protected": True}, 9999, None, id="protected"),
        pytest.param({"half_life": 180 * 24, "importance": 0.75}, 179, None, id="preference-held"),
        pytest.param(
            {"half_life": 180 * 24, "importance": 0.75}, 181, ForgetReason.UNUSED, id="unused"
        ),
        pytest.param(
            {"pinned": True, "expires_at": START + timedelta(days=1)},
            2,
            ForgetReason.EXPIRED,
            id="expired-though-pinned",
        ),
        pytest.param({"exempt_until": START + timedelta(days=60)}, 59, None, id="exempt"),
        pytest.param(
            {"exempt_until": START + timedelta(days=60)},
            61,
            ForgetReason.FADED,
            id="exemption-over",
        ),
    ],
)
def test_reasons(change, days, reason):
    assert forgotten(replace(FACT, **change), days) is reason


def test_the_date_is_told_before_it_happens():
    due, reason = due_at(FACT, SETTINGS)
    assert reason is ForgetReason.FADED
    assert forgotten(FACT, (due - START).days) is None
    assert forgotten(FACT, (due - START).days + 1) is ForgetReason.FADED


def test_weak_items_go_first():
    weak = replace(FACT, item_id=2, importance=0.2, last_accessed_at=START + timedelta(days=50))
    found = select_forgotten([FACT, weak], now=START + timedelta(days=60), settings=SETTINGS)
    assert [f.item_id for f in found] == [2, 1]
