"""Finds expressions of time and resolves them on the calendar of the user."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from memory.backends.local.english.feasts import feast, lent
from memory.backends.local.frame import (
    end_of_day,
    end_of_month,
    end_of_week,
    start_of_day,
    start_of_month,
)

_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_MONTHS = [
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
]
_NUMBERS = {
    **{"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6},
    **{"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12},
    **{"fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50},
    **{"a couple of": 2, "a few": 3, "several": 4, "couple of": 2},
}
_DAY = "(?:" + "|".join(f"{day}s?|{day[:3]}s?" for day in _DAYS) + ")"
_MONTH = "(?:" + "|".join(f"{month}|{month[:3]}\\.?" for month in _MONTHS) + "|sept\\.?)"
_NUMBER = (
    r"(?:\d{1,3}|a couple of|a few|several|an?|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|eleven|twelve|fifteen|twenty|thirty|forty|fifty)"
)
_UNIT = r"(?:day|week|month|year|hour|night|weekend)s?"
_CLOCK = (
    r"(?:\s*(?:at|by|around|before|after|from)\s+\d{1,2}(?::\d{2})?\s*(?:[ap]\.?m\.?|o'clock)?)?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSpan:
    """An expression of time in a text: `start`..`end` are characters; the moments are aware.

    `since` and `until` bound the period that it names. `role` says how it was put: "at" (on a
    day, in a month), "since", "until", "ago", "for_now" (until further notice), "every".
    """

    start: int
    end: int
    role: str
    since: datetime | None = None
    until: datetime | None = None


A_YEAR = 370  # days
_IN_MONTH = re.compile(r"(?:in|next|early|late|mid)?[- ]?[A-Z][a-z]{2,8}\.?", re.I)


def next_such_month(span: TimeSpan, text: str, now: datetime) -> TimeSpan:
    """Return the month of what is to come as the next such one, where no year was said."""
    said = text[span.start : span.end]
    if span.role != "at" or span.since is None or span.until is None or span.until >= now:
        return span
    if (now - span.until).days > A_YEAR or not _IN_MONTH.fullmatch(said.strip()):
        return span
    first = span.since.replace(year=now.year + 1)
    return replace(span, since=first, until=end_of_month(first))


Resolver = Callable[[re.Match[str], datetime], "tuple[datetime | None, datetime | None] | None"]


def find_times(text: str, now: datetime) -> list[TimeSpan]:
    """Return the expressions of time in a text, in order; `now` is the user's local time."""
    found: list[TimeSpan] = []
    taken = [False] * len(text)
    for role, pattern, resolve in _RULES:
        for match in pattern.finditer(text):
            if any(taken[match.start() : match.end()]):
                continue
            period = resolve(match, now)
            if period is None:
                continue
            taken[match.start() : match.end()] = [True] * (match.end() - match.start())
            since, until = period
            found.append(
                TimeSpan(start=match.start(), end=match.end(), role=role, since=since, until=until)
            )
    return sorted(found, key=lambda span: span.start)


def _number(text: str) -> int:
    text = text.casefold().strip()
    return int(text) if text.isdigit() else _NUMBERS.get(text, 1)


def _shift(now: datetime, count: int, unit: str) -> datetime:
    unit = unit.casefold().rstrip("s")
    if unit == "hour":
        return now + timedelta(hours=count)
    if unit in ("day", "night"):
        return now + timedelta(days=count)
    if unit in ("week", "weekend"):
        return now + timedelta(weeks=count)
    months = count * (12 if unit == "year" else 1)
    first = start_of_month(now, months)
    last_day = end_of_month(first).day
    return now.replace(year=first.year, month=first.month, day=min(now.day, last_day))


def _one_day(moment: datetime) -> tuple[datetime, datetime]:
    return start_of_day(moment), end_of_day(moment)


# "Friday pints", "Sunday lunch": the day describes what follows.
_ATTRIBUTIVE = re.compile(
    r" (?!(?:and|or|but|so|because|for|with|to|at|in|on|by|from|i|we|he|she|they|it|my|our|the|a|an"
    r"|this|that|is|was|works|when|if|then|as|after|before|until|please|not|about|around|too"
    r"|off)\b)"
    r"[a-z]{3,}",
    re.I,
)


def _named_day(match: re.Match[str], now: datetime) -> tuple[datetime, datetime] | None:
    """Read "(next|last|this) Friday"; a bare name is the coming one."""
    target = next(i for i, d in enumerate(_DAYS) if match["day"].casefold().startswith(d[:3]))
    which = (match.groupdict().get("which") or "").casefold()
    ahead = (target - now.weekday()) % 7
    if not which and _ATTRIBUTIVE.match(match.string, match.end()) and " " not in match[0].strip():
        return None
    if which in ("last", "past"):
        return _one_day(now - timedelta(days=(now.weekday() - target) % 7 or 7))
    if which == "next":
        # The day of next week, by the calendar.
        monday = now - timedelta(days=now.weekday()) + timedelta(days=7)
        return _one_day(monday + timedelta(days=target))
    return _one_day(now + timedelta(days=ahead))


def _month_index(name: str) -> int:
    return next(i for i, month in enumerate(_MONTHS) if month[:3] == name.casefold()[:3]) + 1


def _day_of_month(match: re.Match[str], now: datetime) -> tuple[datetime, datetime] | None:
    year = int(match["year"]) if match["year"] else now.year
    try:
        day = date(year, _month_index(match["month"]), int(match["date"]))
    except ValueError:
        return None
    moment = datetime(day.year, day.month, day.day, tzinfo=now.tzinfo)
    if not match["year"] and moment < start_of_day(now) - timedelta(days=60):
        moment = moment.replace(year=moment.year + 1) if (day.month, day.day) != (2, 29) else moment
    return _one_day(moment)


_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first"
    " twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh"
    " twenty-eighth twenty-ninth thirtieth thirty-first"
).split()
_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True))


def _spelled_day(match: re.Match[str], now: datetime) -> tuple[datetime, datetime] | None:
    """Read "the first of March"."""
    number = _ORDINALS.index(match["nth"].casefold()) + 1
    year = f", {match['year']}" if match["year"] else ""
    (span,) = find_times(f"on {number} {match['month']}{year}", now)[:1] or (None,)
    return (span.since, span.until) if span and span.since and span.until else None


def _iso_day(match: re.Match[str], now: datetime) -> tuple[datetime, datetime] | None:
    try:
        moment = datetime.strptime(match[0], "%Y-%m-%d").replace(tzinfo=now.tzinfo)
    except ValueError:
        return None
    return _one_day(moment)


def _month(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    month = _month_index(match["month"])
    groups = match.groupdict()
    which = (groups.get("which") or "").casefold()
    if groups.get("year"):
        year = int(match["year"])
    elif which == "last":
        year = now.year - (month >= now.month)
    elif which == "next":
        year = now.year + (month <= now.month)
    else:
        year = now.year
    first = datetime(year, month, 1, tzinfo=now.tzinfo)
    return first, end_of_month(first)


def _year(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    year = int(match["year"])
    zone = now.tzinfo
    return datetime(year, 1, 1, tzinfo=zone), datetime(year, 12, 31, 23, 59, 59, tzinfo=zone)


def _relative_unit(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    """Read "this/last/next week, month, year, summer"."""
    unit = match["unit"].casefold()
    step = {"last": -1, "past": -1, "next": 1, "coming": 1}.get(match["which"].casefold(), 0)
    if unit == "week":
        moment = now + timedelta(weeks=step)
        return start_of_day(moment - timedelta(days=moment.weekday())), end_of_week(moment)
    if unit == "weekend":
        sunday = end_of_week(now + timedelta(weeks=step))
        return start_of_day(sunday - timedelta(days=1)), sunday
    if unit in ("day", "night", "evening", "morning", "afternoon"):
        return _one_day(now + timedelta(days=step))
    if unit == "month":
        return start_of_month(now, step), end_of_month(now, step)
    if unit == "year":
        return start_of_month(now.replace(month=1), 12 * step), end_of_month(
            now.replace(month=12), 12 * step
        )
    return _season(unit, now, step)


_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


def _season(unit: str, now: datetime, step: int) -> tuple[datetime, datetime]:
    first = datetime(now.year, _SEASONS[unit], 1, tzinfo=now.tzinfo)
    if step < 0 and first > now:
        first = first.replace(year=first.year - 1)
    elif step > 0 and first <= now:
        first = first.replace(year=first.year + 1)
    return first, end_of_month(first, 2)


def _relative_unit_end(unit: str, now: datetime) -> datetime:
    ends = {"day": end_of_day, "week": end_of_week, "month": end_of_month}
    end = ends.get(unit.casefold())
    return end(now) if end else end_of_month(now.replace(month=12, day=1))


def _ordinal_day(match: re.Match[str], now: datetime) -> tuple[datetime, datetime] | None:
    """Read "on the 30th": the coming day of that number."""
    day = int(match["date"])
    for months in range(3):
        first = start_of_month(now, months)
        if 1 <= day <= end_of_month(first).day and first.replace(day=day) >= start_of_day(now):
            return _one_day(first.replace(day=day))
    return None


def _until(match: re.Match[str], now: datetime) -> tuple[datetime | None, datetime | None] | None:
    inner = [span for span in find_times(match["when"], now) if span.until]
    inner = inner or [s for s in find_times(f"at {match['when']}", now) if s.until]
    return (None, inner[0].until) if inner else None


def _since(match: re.Match[str], now: datetime) -> tuple[datetime | None, datetime | None] | None:
    inner = [span for span in find_times(match["when"], now) if span.since]
    inner = inner or [s for s in find_times(f"in {match['when']}", now) if s.since]
    if not inner:
        return None
    since = inner[0].since
    while since and since > now:  # "since May" said in March means last year's
        leap = (since.month, since.day) == (2, 29)
        since = since.replace(year=since.year - (4 if leap else 1))
    return since, None


def _range_of_years(match: re.Match[str], now: datetime) -> tuple[datetime, datetime] | None:
    first, last = int(match["first"]), int(match["last"])
    if first > last:
        return None
    zone = now.tzinfo
    return datetime(first, 1, 1, tzinfo=zone), datetime(last, 12, 31, 23, 59, 59, tzinfo=zone)


def _range_of_months(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    """Read "from April to June": of the year in which it is not over, without one."""
    first, last = _month_index(match["first"]), _month_index(match["last"])
    year = int(match["year"]) if match["year"] else now.year
    begin = datetime(year, first, 1, tzinfo=now.tzinfo)
    end = end_of_month(datetime(year + (last < first), last, 1, tzinfo=now.tzinfo))
    if match["year"] or end >= now:
        return begin, end
    return begin.replace(year=year + 1), end_of_month(end.replace(year=end.year + 1, day=1))


def _range_of_days(match: re.Match[str], now: datetime) -> tuple[datetime, datetime] | None:
    """Read "from 3 April to 9 April", "3-9 April"."""
    month = match["month"] or match["last"]
    ends = [
        find_times(f"on {day} {name}", now)[:1]
        for day, name in ((match["date"], month), (match["to"], match["last"]))
    ]
    if not all(ends):
        return None
    (begin,), (end,) = ends
    if begin.since is None or end.until is None or end.until < begin.since:
        return None
    return begin.since, end.until


def _week_after(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    """Read "a week on Saturday", "Saturday week": seven days after the coming one."""
    name = (match["day"] or match["weekday"]).casefold()[:3]
    number = next(i for i, day in enumerate(_DAYS) if day.startswith(name))
    ahead = (number - now.weekday()) % 7 or 7
    return _one_day(now + timedelta(days=ahead + (14 if match["two"] else 7)))


def _rule(role: str, pattern: str, resolve: Resolver) -> tuple[str, re.Pattern[str], Resolver]:
    return role, re.compile(pattern, re.I), resolve


def _always(match: re.Match[str], now: datetime) -> tuple[None, None]:
    return None, None


def _for_now(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    """Passing, without an end named: a week, so that the standing value returns by itself."""
    return start_of_day(now), end_of_day(now + timedelta(days=7))


def _this_trip(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    return start_of_day(now), end_of_day(now + timedelta(days=14))


def _today(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    return _one_day(now)


_WHEN = r"(?P<when>(?:the |end of |next |this |the end of )*[\w:]+(?:\s+(?:of\s+)?[\w,]+){0,3})"
_RULES = (
    _rule(
        "every",
        rf"\b(?:every|each)\s+(?:other |single |second )?(?:{_DAY}|{_UNIT}|morning|evening"
        rf"|afternoon|spring|summer|autumn|winter|{_MONTH})\b",
        _always,
    ),
    _rule(
        "every",
        r"(?:(?<=^)|(?<=[.!?;] ))(?:every|each)(?: single)? (?!one|thing|body|time|now|bit|word"
        r"|line|file|test|page"
        r"|one's)[a-z]+,?(?= (?:i|we)(?:'\w+)? (?!was|were|had|am|'m))",
        _always,
    ),
    _rule(
        "every",
        r"\b(?:on )?(?:most|some) (?:days|mornings|evenings|nights|afternoons|weekends)\b",
        _always,
    ),
    _rule(
        "every",
        r"\b(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:mornings|evenings|nights"
        r"|afternoons|lunchtimes)\b",
        _always,
    ),
    _rule(
        "every",
        rf"\b(?:on\s+)?(?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays"
        rf"|weekends|weekdays)\b(?:\s+and\s+(?:{_DAY}))?",
        _always,
    ),
    _rule(
        "every",
        r"\b(?:once|twice|(?:\d+|two|three|four|five|six) times) (?:a|per) (?:day|week|month"
        r"|year)\b|\b(?:daily|nightly)\b",
        _always,
    ),
    _rule("until", rf"\b(?:until|till|til|through)\s+{_WHEN}", _until),
    _rule(
        "for_now",
        r"\b(?:until|till|til) (?:the|my|our|his|her|i|i'm|we|we're|it|he|she|they|further|payday"
        r"|surgery|spring|summer|autumn|winter|lent|ramadan)\b[^.,;!?\n]{0,40}?"
        r"(?=[.,;!?\n]|$| (?:i|we|i'm|we're|so|and|but) )",
        _for_now,
    ),
    _rule("since", rf"\bsince\s+{_WHEN}", _since),
    _rule(
        "at",
        r"\b(?:from |between )?(?P<first>(?:19|20)\d{2}) ?(?:to|till|until|and|through|-|–|—) ?"
        r"(?P<last>(?:19|20)\d{2})\b",
        _range_of_years,
    ),
    _rule(
        "at",
        rf"\b(?:from|between) (?P<first>{_MONTH}) (?:to|till|until|and|through) "
        rf"(?P<last>{_MONTH})\b"
        r"(?:,? (?P<year>(?:19|20)\d{2}))?",
        _range_of_months,
    ),
    _rule(
        "for_now",
        r"\bfor now\b|\bfor the time being\b|\btemporarily\b|\bfor the moment\b|\bfor a while\b",
        _for_now,
    ),
    _rule(
        "for_now",
        r"\b(?:just |only )?(?:for|on|during) this (?:trip|holiday|vacation|visit|journey|stay"
        r"|project)\b|\b(?:on|during) (?:the|my) (?:trip|holiday|vacation)\b",
        _this_trip,
    ),
    _rule(
        "for_now",
        r"\bfor the duration(?: of (?:the|this|my|our) \w+)?\b",
        _this_trip,
    ),
    _rule(
        "for_now",
        r"\b(?:just |only )?(?:for )?this (?:time|once)\b|\bjust (?:for )?(?:this )?once\b",
        _today,
    ),
    _rule(
        "until",
        rf"\b(?:just |only )?for (?:the next |another )(?P<n>{_NUMBER}\s+)?(?P<u>{_UNIT})\b",
        lambda m, now: (start_of_day(now), end_of_day(_shift(now, _number(m["n"] or "1"), m["u"]))),
    ),
    _rule(
        "until",
        rf"\bfor (?:about |at least )?(?P<n>{_NUMBER}) more (?P<u>{_UNIT})\b",
        lambda m, now: (start_of_day(now), end_of_day(_shift(now, _number(m["n"]), m["u"]))),
    ),
    _rule(
        "until",
        r"\b(?:for )?the rest of (?:the|this) (?P<unit>day|week|month|year)\b",
        lambda m, now: (start_of_day(now), _relative_unit_end(m["unit"], now)),
    ),
    _rule(
        "at",
        r"\b(?:just |only )?(?:for )?(?:today|tonight)(?: only)?\b|\bthis (?:morning|afternoon"
        r"|evening)\b",
        _today,
    ),
    _rule(
        "at",
        r"\b(?:at|by|before|towards?) the end of (?:the|this) (?P<unit>week|month|year)\b",
        lambda m, now: (
            start_of_day(_relative_unit_end(m["unit"], now)),
            _relative_unit_end(m["unit"], now),
        ),
    ),
    _rule("for_now", r"\b(?:for|during|over) lent\b", lent),
    _rule(
        "for_now",
        r"\b(?:for|in) this (?:chat|conversation|session|thread)\b",
        _today,
    ),
    _rule(
        "at",
        rf"\b(?:a week|(?P<two>two weeks)) (?:on|this|from) (?P<day>{_DAY})\b"
        rf"|\b(?:on )?(?P<weekday>{_DAY}) week\b",
        _week_after,
    ),
    _rule(
        "at",
        rf"\b(?:the )?day after tomorrow{_CLOCK}",
        lambda m, now: _one_day(now + timedelta(days=2)),
    ),
    _rule(
        "at",
        rf"\btomorrow(?: (?:morning|afternoon|evening|night))?{_CLOCK}",
        lambda m, now: _one_day(now + timedelta(days=1)),
    ),
    _rule(
        "at",
        r"\b(?:on |by |at |over |before |for |this |next |around |after )+(?P<feast>easter(?:"
        r" (?:sunday|monday))?"
        r"|christmas(?: (?:eve|day))?|xmas|boxing day|new year(?:'s)?(?: (?:eve|day))?|nye"
        r"|halloween"
        r"|valentine'?s(?: day)?|thanksgiving)\b",
        feast,
    ),
    _rule(
        "at", r"\b(?:the )?day before yesterday\b", lambda m, now: _one_day(now - timedelta(days=2))
    ),
    _rule(
        "at",
        r"\byesterday(?: (?:morning|afternoon|evening|night))?\b|\blast night\b",
        lambda m, now: _one_day(now - timedelta(days=1)),
    ),
    _rule(
        "ago",
        rf"\b(?:about |around |over |almost )?(?P<n>{_NUMBER})\s+(?P<u>{_UNIT}) ago\b",
        lambda m, now: (
            start_of_day(_shift(now, -_number(m["n"]), m["u"])),
            end_of_day(_shift(now, -_number(m["n"]), m["u"])),
        ),
    ),
    _rule(
        "at",
        rf"\b(?:with)?in (?:about |around )?(?P<n>{_NUMBER})\s+(?P<u>{_UNIT})(?:'s? time)?\b",
        lambda m, now: _one_day(_shift(now, _number(m["n"]), m["u"])),
    ),
    _rule("at", r"\b\d{4}-\d{2}-\d{2}\b", _iso_day),
    _rule(
        "at",
        rf"\b(?:from |between )?(?:the )?(?P<date>\d{{1,2}})(?:st|nd|rd|th)?"
        rf"(?: (?:of )?(?P<month>{_MONTH}))?(?: (?:to|till|until|and) |-|–)"
        rf"(?:the )?(?P<to>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<last>{_MONTH})\b",
        _range_of_days,
    ),
    _rule(
        "at",
        rf"\b(?:on |by |before |from )?(?:the )?(?P<nth>{_ORDINAL}) of (?P<month>{_MONTH})\b"
        rf"(?:,? (?P<year>(?:19|20)\d{{2}}))?{_CLOCK}",
        _spelled_day,
    ),
    _rule(
        "at",
        rf"\b(?:on |by |before )?(?:the )?(?:{_DAY},? )?(?:the )?(?P<date>\d{{1,2}})(?:st|nd|rd"
        rf"|th)?(?: of)? (?P<month>{_MONTH})\b(?:,? (?P<year>\d{{4}}))?{_CLOCK}",
        _day_of_month,
    ),
    _rule(
        "at",
        rf"\b(?:on |by |before )?(?:{_DAY},? )?(?P<month>{_MONTH}) (?:the )?(?P<date>\d{{1,2}})"
        rf"(?:st|nd|rd|th)?\b(?:,? (?P<year>\d{{4}}))?(?!:)\b{_CLOCK}",
        _day_of_month,
    ),
    _rule(
        "at",
        r"\b(?:on |by |before )?the (?P<date>\d{1,2})(?:st|nd|rd|th)\b"
        r"(?=\s*(?:[.,;!?]|$|(?:at|for|with|in|and|to|i|we|i'm|we're|my|our|so|but)\b))",
        _ordinal_day,
    ),
    _rule(
        "at",
        rf"\b(?:in |during |over |for )?(?:the )?(?:first|second|third|last|final) (?:week"
        rf"|weekend|half|days?"
        rf"|fortnight|{_DAY}) (?:of|in) (?P<month>{_MONTH})\b(?:,? (?P<year>\d{{4}}))?",
        _month,
    ),
    _rule(
        "at",
        rf"\b(?:on |by |for )?(?P<day>{_DAY}) (?:fortnight|week)\b(?!ly)",
        lambda m, now: _one_day((_named_day(m, now) or (now, now))[0] + timedelta(days=7)),
    ),
    _rule(
        "at",
        r"\b(?:just |only )?(?:for |by |on |over |at |from )?(?:the )?(?:rest of )?(?P<which>this"
        r"|last|next|past|coming) (?P<unit>weekend|week|month|year|spring|summer|autumn|fall"
        r"|winter)(?: only)?\b",
        _relative_unit,
    ),
    _rule(
        "at",
        rf"\b(?:on |by |before |from )?(?:(?P<which>this|last|next|past|coming)"
        rf" )?(?P<day>{_DAY})(?: (?:morning|afternoon|evening|night))?\b{_CLOCK}",
        _named_day,
    ),
    _rule(
        "at",
        rf"\b(?:in |by |early |late |since |from |around |at the end of |mid-?)+(?:"
        rf"(?P<which>this|last|next) )?(?P<month>{_MONTH})\b(?:,? (?:of )?(?P<year>\d{{4}}))?",
        _month,
    ),
    _rule("at", rf"\b(?P<which>this|last|next) (?P<month>{_MONTH})\b", _month),
    _rule("at", rf"\b(?P<month>{_MONTH}) (?P<year>(?:19|20)\d{{2}})\b", _month),
    _rule(
        "at",
        rf"\b(?P<month>{'|'.join(m for m in _MONTHS if m != 'may' and m != 'march')})\b",
        _month,
    ),
    _rule("at", r"\b(?:back )?(?:in|around|from|during) (?P<year>(?:19|20)\d{2})\b", _year),
    _rule("at", r"\b(?P<year>(?:19|20)\d{2})$", _year),
    _rule(
        "at",
        r"\b(?:in|over|back in) the (?P<unit>spring|summer|autumn|fall|winter)\b",
        lambda m, now: _season(m["unit"].casefold(), now, 0),
    ),
    _rule(
        "duration",
        rf"\bfor (?:the (?:past|last) |about |around |over |almost |nearly )?(?P<n>\d{{1,3}}"
        rf"|{_NUMBER})\s+(?P<u>{_UNIT})\b(?: now)?",
        lambda m, now: (
            start_of_day(_shift(now, -_number(m["n"]), m["u"])),
            end_of_day(_shift(now, _number(m["n"]), m["u"])),
        ),
    ),
)
