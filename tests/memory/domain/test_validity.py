"""Intervals in the world, and the end of a day at the user's place."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from memory.domain.validity import end_of_day, has_ended, holds, is_history, overlap

NOW = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@dataclass
class Span:
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None


@pytest.mark.parametrize(
    ("span", "true", "over"),
    [
        (Span(), True, False),
        (Span(NOW), True, False),
        (Span(NOW + DAY), False, False),
        (Span(None, NOW), False, True),
        (Span(None, NOW + DAY), True, False),
        (Span(None, None, NOW), False, True),
        (Span(None, NOW + DAY, NOW - DAY), False, True),
    ],
)
def test_a_statement_holds_from_its_beginning_until_before_its_end(span, true, over):
    assert (holds(span, NOW), has_ended(span, NOW)) == (true, over)


def test_history_is_what_has_a_closed_interval():
    assert is_history(Span(None, NOW), NOW)
    assert not is_history(Span(None, None, NOW), NOW)  # merely expired


def test_touching_intervals_do_not_overlap():
    assert not overlap(Span(None, NOW), Span(NOW, None))
    assert overlap(Span(None, NOW + DAY), Span(NOW, None))
    assert overlap(Span(), Span(NOW, NOW + DAY))


@pytest.mark.parametrize(
    ("zone", "hours"),
    [("UTC", 12), ("Asia/Shanghai", 4), ("America/New_York", 16), ("Nowhere/Land", 12)],
)
def test_the_day_ends_at_the_users_midnight(zone, hours):
    assert end_of_day(NOW, zone) == NOW + timedelta(hours=hours)
