"""When a statement is true: intervals in the world, and the end of what was said in passing."""

from datetime import datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


class Interval(Protocol):
    """True from `valid_from` until before `valid_to`; `expires_at` ends what was said in passing.

    None means open on that side.
    """

    @property
    def valid_from(self) -> datetime | None: ...

    @property
    def valid_to(self) -> datetime | None: ...

    @property
    def expires_at(self) -> datetime | None: ...


def holds(statement: Interval, now: datetime) -> bool:
    """Say whether the statement is true at `now`."""
    return has_begun(statement, now) and not has_ended(statement, now)


def has_begun(statement: Interval, now: datetime) -> bool:
    return statement.valid_from is None or statement.valid_from <= now


def has_ended(statement: Interval, now: datetime) -> bool:
    ends = [end for end in (statement.valid_to, statement.expires_at) if end is not None]
    return bool(ends) and min(ends) <= now


def is_history(statement: Interval, now: datetime) -> bool:
    """Say whether it tells of a time that is over (an interval that was closed by then)."""
    return statement.valid_to is not None and statement.valid_to <= now


def overlap(first: Interval, second: Interval) -> bool:
    """Say whether two intervals share a moment; touching ends do not."""
    return _before(first.valid_from, second.valid_to) and _before(second.valid_from, first.valid_to)


def _before(start: datetime | None, end: datetime | None) -> bool:
    return start is None or end is None or start < end


def end_of_day(moment: datetime, time_zone: str) -> datetime:
    """Return the next midnight at the user's place, as an aware time."""
    local = moment.astimezone(zone(time_zone))
    midnight = datetime.combine(local.date() + timedelta(days=1), time.min, tzinfo=local.tzinfo)
    return midnight.astimezone(moment.tzinfo)


def zone(name: str) -> ZoneInfo:
    """Return the time zone of that name; UTC for a name that is not known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
