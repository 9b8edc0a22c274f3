"""Intervals of shares and means against published values, and what must always hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.domain import intervals

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17: 857-872, table I, method 3.
        pytest.param(81, 263, 0.2553, 0.3662, id="many"),
        pytest.param(15, 148, 0.0624, 0.1605, id="few hits"),
        pytest.param(0, 20, 0.0, 0.1611, id="none"),
        pytest.param(1, 29, 0.0061, 0.1718, id="one"),
    ],
)
def test_wilson_intervals_are_those_of_the_literature(hits, n, low, high):
    found = intervals.share(hits, n)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_a_difference_of_shares_is_that_of_the_literature():
    # Newcombe (1998), Statistics in Medicine 17: 873-890, table II, method 10: 56/70 − 48/80.
    found = intervals.difference(intervals.share(48, 80), intervals.share(56, 70))
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    assert intervals.is_decided(found)


def test_without_observations_there_is_no_estimate():
    assert intervals.share(0, 0) is None
    assert intervals.mean(1.0, None, 1) is None
    assert intervals.mean(None, None, 0) is None


def test_a_mean_has_the_usual_interval():
    found = intervals.mean(2.0, 1.0, 101)
    assert (found.low, found.high) == pytest.approx((1.804, 2.196), abs=1e-3)


@given(n=st.integers(1, 500), data=st.data())
def test_an_interval_holds_its_value_stays_within_bounds_and_narrows(n, data):
    hits = data.draw(st.integers(0, n))
    found = intervals.share(hits, n)
    assert 0 <= found.low <= found.value <= found.high <= 1
    more = intervals.share(4 * hits, 4 * n)
    assert more.high - more.low < found.high - found.low


def test_the_same_twice_is_not_decided():
    same = intervals.share(10, 40)
    assert not intervals.is_decided(intervals.difference(same, same))
