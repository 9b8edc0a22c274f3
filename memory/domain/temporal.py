"""Time in words, English and Chinese: the span that a question names, and whether a text tells of
time. `now` is an argument. Pure."""

import calendar
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

MONTHS = {
    name: place
    for place, names in enumerate(
        (
            ("january", "jan"),
            ("february", "feb"),
            ("march", "mar"),
            ("april", "apr"),
            ("may",),
            ("june", "jun"),
            ("july", "jul"),
            ("august", "aug"),
            ("september", "sept", "sep"),
            ("october", "oct"),
            ("november", "nov"),
            ("december", "dec"),
        ),
        start=1,
    )
    for name in names
}
_WEEKDAYS = {name: place for place, name in enumerate(calendar.day_name)}
_SMALL = {
    **dict(
        zip(
            "a an one two three four five six seven".split(),
            (1, 1, 1, 2, 3, 4, 5, 6, 7),
            strict=True,
        )
    ),
    **dict(zip("eight nine ten eleven twelve".split(), range(8, 13), strict=True)),
    **dict(zip("一二两三四五六七八九十", (1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10), strict=True)),
    "couple of": 2,
    "few": 3,
    "several": 3,
    "几": 3,
    "半": 1,
}
_DAYS = {
    "day": 1,
    "week": 7,
    "month": 30,
    "year": 365,
    "天": 1,
    "周": 7,
    "星期": 7,
    "礼拜": 7,
    "月": 30,
    "年": 365,
}
_VERBS = ("may", "march", "mar")  # months only with a capital letter
_MONTH = "|".join(sorted((m for m in MONTHS if m not in _VERBS), key=len, reverse=True))
_MONTH = rf"(?:(?i:{_MONTH})|May|March|Mar)"
_N = (
    r"\d+|[Aa]n?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|(?:a )?(?:few|couple of)|several"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """From `start` up to, not including, `end`."""

    start: datetime
    end: datetime

    @property
    def days(self) -> float:
        return (self.end - self.start).total_seconds() / 86400


def spans(text: str, now: datetime) -> tuple[Span, ...]:
    """Return the spans of time that a text names; a date without a year is the last such one."""
    found: list[Span] = []
    rest = text
    for pattern, resolve in _PATTERNS:
        for match in list(pattern.finditer(rest)):
            span = resolve(match, now)
            if span:
                found.append(span)
        rest = pattern.sub(" ", rest)
    return tuple(dict.fromkeys(found))


def closeness(hours: float, span: Span) -> float:
    """Return how well a moment (hours since 1970) suits a span, in [0, 1].

    People speak of a thing on the day or in the days after it, so the time after a short span
    counts for half.
    """
    start, end = _hours(span)
    if start <= hours < end:
        return 1.0
    if end <= hours < end + 24 * max(8.0, min(span.days, 31.0)):
        return 0.5
    return 0.5 if start - 48 <= hours < start and span.days <= 2 else 0.0


def overlap(begun: NDArray[Any], over: NDArray[Any], named: tuple[Span, ...]) -> NDArray[Any]:
    """Return (n,) whether each interval, in hours since 1970, touches one of the spans."""
    touches = np.zeros(len(begun), bool)
    for start, end in map(_hours, named):
        touches |= (begun < end) & (over >= start)
    return touches


def _hours(span: Span) -> tuple[float, float]:
    return span.start.timestamp() / 3600, span.end.timestamp() / 3600


def _day(year: int, month: int, day: int, now: datetime) -> Span | None:
    try:
        start = now.replace(
            year=year, month=month, day=day, hour=0, minute=0, second=0, microsecond=0
        )
    except ValueError:
        return None
    return Span(start=start, end=start + timedelta(days=1))


def _month_span(year: int, month: int, now: datetime) -> Span | None:
    first = _day(year, month, 1, now)
    if first is None:
        return None
    return Span(
        start=first.start,
        end=first.start + timedelta(days=calendar.monthrange(year, month)[1]),
    )


def _year_span(year: int, now: datetime) -> Span | None:
    first, after = _day(year, 1, 1, now), _day(year + 1, 1, 1, now)
    return Span(start=first.start, end=after.start) if first and after else None


def _written_day(match: re.Match[str], now: datetime) -> Span | None:
    groups = match.groupdict()
    month = _month_number(groups["month"])
    year, day = groups.get("year"), groups.get("day")
    if day is None:
        span = _month_span(int(year) if year else now.year, month, now)
        back = span and not year and span.start > now
        return _month_span(now.year - 1, month, now) if back else span
    span = _day(int(year) if year else now.year, month, int(day), now)
    back = span and not year and span.start > now
    return _day(now.year - 1, month, int(day), now) if back else span


def _month_number(word: str) -> int:
    return int(word) if word.isdigit() else MONTHS[word.casefold().rstrip(".")]


def _written_year(match: re.Match[str], now: datetime) -> Span | None:
    return _year_span(int(match["year"]), now)


def _ago(match: re.Match[str], now: datetime) -> Span | None:
    count = _number(match["n"])
    unit = _DAYS[match["unit"].casefold()]
    middle = now - timedelta(days=count * unit)
    around = timedelta(days=max(unit / 2, 1))
    return Span(start=middle - around, end=middle + around)


def _number(word: str) -> int:
    word = word.casefold()
    if word.isdigit():
        return int(word)
    return _SMALL.get(word) or _SMALL.get(word.removeprefix("a ")) or 1


def _past(match: re.Match[str], now: datetime) -> Span | None:
    days = _number(match["n"]) * _DAYS[match["unit"].casefold()]
    return Span(start=now - timedelta(days=days), end=now)


def _days_back(first: int, last: int) -> Callable[[re.Match[str], datetime], Span | None]:
    """Whole days from `first` to `last` days ago."""

    def resolve(_match: re.Match[str], now: datetime) -> Span | None:
        today = now.replace(hour=0, minute=0, second=0, microsecond=0)
        return Span(start=today - timedelta(days=first), end=today - timedelta(days=last - 1))

    return resolve


def _week(back: int) -> Callable[[re.Match[str], datetime], Span | None]:
    def resolve(_match: re.Match[str], now: datetime) -> Span | None:
        monday = now.replace(hour=0, minute=0, second=0, microsecond=0)
        monday -= timedelta(days=now.weekday() + 7 * back)
        return Span(start=monday, end=monday + timedelta(days=7))

    return resolve


def _month(back: int) -> Callable[[re.Match[str], datetime], Span | None]:
    def resolve(_match: re.Match[str], now: datetime) -> Span | None:
        index = now.year * 12 + now.month - 1 - back
        return _month_span(index // 12, index % 12 + 1, now)

    return resolve


def _year(back: int) -> Callable[[re.Match[str], datetime], Span | None]:
    return lambda _match, now: _year_span(now.year - back, now)


def _weekday(match: re.Match[str], now: datetime) -> Span | None:
    back = (now.weekday() - _WEEKDAYS[match["day"].capitalize()]) % 7 or 7
    return _days_back(back, back)(match, now)


_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,? (?:of )?(?P<year>(?:19|20)\d\d))?"
_ZH_N = r"\d+|[一二两三四五六七八九十几半]"
_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], datetime], Span | None]], ...] = (
    (
        re.compile(r"(?P<year>(?:19|20)\d\d)[-/年.](?P<month>\d{1,2})[-/月.](?P<day>\d{1,2})日?"),
        _written_day,
    ),
    (re.compile(r"(?P<year>(?:19|20)\d\d)年(?P<month>\d{1,2})月"), _written_day),
    (re.compile(r"(?P<month>\d{1,2})月(?P<day>\d{1,2})[日号]"), _written_day),
    (re.compile(r"(?<!\d)(?P<month>\d{1,2})月份?"), _written_day),
    (re.compile(rf"\b{_DAY} (?:of )?(?P<month>{_MONTH})\b{_YEAR}"), _written_day),
    (re.compile(rf"\b(?P<month>{_MONTH})\.? {_DAY}(?!\d){_YEAR}"), _written_day),
    (re.compile(rf"\b(?P<month>{_MONTH})\b{_YEAR}"), _written_day),
    (re.compile(r"(?P<year>(?:19|20)\d\d)年"), _written_year),
    (
        re.compile(r"\b(?:in|since|during|of|year) (?P<year>(?:19|20)\d\d)\b", re.IGNORECASE),
        _written_year,
    ),
    (re.compile(rf"\b(?P<n>{_N}) (?P<unit>day|week|month|year)s? ago\b", re.IGNORECASE), _ago),
    (re.compile(rf"(?P<n>{_ZH_N})个?(?P<unit>天|周|星期|礼拜|月|年)(?:以)?前"), _ago),
    (
        re.compile(rf"\b(?:past|last) (?P<n>{_N}) (?P<unit>day|week|month|year)s\b", re.IGNORECASE),
        _past,
    ),
    (re.compile(rf"(?:最近|过去)(?P<n>{_ZH_N})个?(?P<unit>天|周|星期|礼拜|月|年)"), _past),
    (re.compile(r"\bday before yesterday\b|前天", re.IGNORECASE), _days_back(2, 2)),
    (re.compile(r"\byesterday\b|\blast night\b|昨天|昨晚", re.IGNORECASE), _days_back(1, 1)),
    (
        re.compile(
            r"\btoday\b|\bthis (?:morning|afternoon|evening)\b|今天|今早|今晚", re.IGNORECASE
        ),
        _days_back(0, 0),
    ),
    (re.compile(rf"\b(?:last|on) (?P<day>{'|'.join(_WEEKDAYS)})\b", re.IGNORECASE), _weekday),
    (re.compile(r"\blast week(?:end)?\b|上个?(?:周|星期|礼拜)", re.IGNORECASE), _week(1)),
    (re.compile(r"\bthis week(?:end)?\b|[这本]个?(?:周|星期|礼拜)", re.IGNORECASE), _week(0)),
    (re.compile(r"\blast month\b|上个?月", re.IGNORECASE), _month(1)),
    (re.compile(r"\bthis month\b|[这本]个?月", re.IGNORECASE), _month(0)),
    (re.compile(r"\blast year\b|去年", re.IGNORECASE), _year(1)),
    (re.compile(r"\bthis year\b|今年", re.IGNORECASE), _year(0)),
    (re.compile(r"前年"), _year(2)),
)

_TELLS_TIME = re.compile(
    rf"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|weeks?|weekend|months?|years?|days?|since"
    rf"|just|recently|morning|{'|'.join(_WEEKDAYS)}|\d{{4}}|\d+(?:st|nd|rd|th))\b|\b{_MONTH}\b"
    r"|[昨今明前后]天|[上下这]个?(?:周|月|星期)|[去今明前]年|\d[年月日号]|周[一二三四五六日末]|星期|最近|刚才",
    re.IGNORECASE,
)
_ASKS_TIME = re.compile(
    r"\bwhen\b|\bhow (?:long|recently|soon)\b|\b(?:what|which) (?:year|month|date|day|time)\b"
    r"|什么时候|何时|几点|哪[天年月]|几[月号]|多久|多长时间|哪一[天年]",
    re.IGNORECASE,
)
_TELLS_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|couple|few|several|dozen"
    r"|hundred|thousand)\b|[一二两三四五六七八九十百千几]",
    re.IGNORECASE,
)
_ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|often|old|far|tall)\b|几|多少|多大|多高|多远", re.IGNORECASE
)


def asks_time(text: str) -> bool:
    return _ASKS_TIME.search(text) is not None


def tells_time(text: str) -> bool:
    return _TELLS_TIME.search(text) is not None


def asks_number(text: str) -> bool:
    return _ASKS_NUMBER.search(text) is not None


def tells_number(text: str) -> bool:
    return _TELLS_NUMBER.search(text) is not None


def iter_closeness(hours: Iterator[float], named: tuple[Span, ...]) -> list[float]:
    """Return for each moment its closeness to the nearest of the spans."""
    return [max((closeness(hour, span) for span in named), default=0.0) for hour in hours]
