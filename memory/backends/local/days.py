"""The coming days that a text names, in either language: "on Saturday", 下周三. Pure."""

from datetime import datetime

from memory.backends.local.chinese.dates import TimeKind, told_ahead
from memory.backends.local.chinese.dates import find_times as chinese_times
from memory.backends.local.chinese.script import simplify
from memory.backends.local.english.times import find_times as english_times
from memory.backends.local.english.times import next_such_month
from memory.domain.language import language_of

Interval = tuple[datetime, datetime]


def days_named(text: str, now: datetime) -> tuple[Interval, ...]:
    """Return from when to when each is, seen from `now`, the user's local time."""
    if language_of(text) == "zh":
        plain = simplify(text)
        times = told_ahead(chinese_times(plain, now), plain, now)
        return tuple(t.interval for t in times if t.kind is TimeKind.DATE and t.interval)
    spans = (next_such_month(span, text, now) for span in english_times(text, now))
    return tuple((s.since, s.until) for s in spans if s.role == "at" and s.since and s.until)
