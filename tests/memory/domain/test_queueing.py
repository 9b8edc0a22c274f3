"""How a queue stood, against a count of every moment."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.domain.queueing import standings

pytestmark = pytest.mark.pure
START = datetime(2026, 3, 1, tzinfo=UTC)


def at(minute):
    return START + timedelta(minutes=minute)


def test_a_queue_that_fills_and_empties_between_two_moments_is_seen():
    spans = [(at(1), at(2)), (at(1), at(3)), (at(12), None)]
    first, second = standings(spans, [at(0), at(10), at(20)])
    assert (first.at, first.depth, first.oldest) == (at(0), 2, timedelta(minutes=2))
    assert (second.depth, second.oldest) == (1, timedelta(minutes=8))


def test_what_is_done_as_another_comes_does_not_wait_beside_it():
    (only,) = standings([(at(1), at(2)), (at(2), at(3))], [at(0), at(10)])
    assert only.depth == 1


def test_a_wait_from_before_is_counted_from_its_beginning():
    (only,) = standings([(at(-60), None)], [at(0), at(10)])
    assert (only.depth, only.oldest) == (1, timedelta(minutes=70))


@given(st.lists(st.tuples(st.integers(-20, 40), st.integers(1, 30)), max_size=6))
def test_depth_is_that_of_the_fullest_moment(waits):
    spans = [(at(came), at(came + lasts)) for came, lasts in waits]
    for found in standings(spans, [at(0), at(10), at(20), at(30)]):
        minutes = [found.at + timedelta(minutes=n) for n in range(10)]
        counts = [sum(came <= m < done for came, done in spans) for m in minutes]
        assert found.depth == max(counts)
