"""What is planned for the days that a question names: "What am I doing on Friday?", 周六我干什么.

Pure.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, time, timedelta, tzinfo

from chat.llm.local.facts import Fact
from chat.llm.local.finding import Todo
from chat.llm.local.questions import Question
from memory.api import days_named
from memory.domain.types import USER

Interval = tuple[datetime, datetime]
_PLANNED = ("plan", "event", "commitment")
_SHORT = timedelta(days=7)  # what may last longer is planned for none of its days
_ASKS = {
    "en": re.compile(
        r"\b(?:what|anything|something|any)\b.*\b(?:do|doing|have|on|plans?|planned|happening|due"
        r"|scheduled?|coming up|going on)\b|\b(?:am i|are we) (?:free|busy)\b"
        r"|\b(?:my|our) (?:schedule|agenda|calendar|plans?)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:干|做|忙)(?:点|些)?(?:什么|啥|嘛)|有空|忙吗|忙不忙|安排|行程|日程"
        r"|(?:什么|啥|哪些|有没有|有)(?:计划|活动|事)"
    ),
}
_IS_PAST = re.compile(r"\b(?:did|was|were|had)\b|[做干忙]了")
_WRITTEN_DAY = re.compile(r"[（(](?P<day>[^（）()]+)[）)]\s*$")


def days_asked(question: Question, now: datetime) -> tuple[Interval, ...]:
    """Return the days whose plans a question asks for; () when it asks for something else."""
    asks = _ASKS[question.language].search(question.text)
    if not asks or question.subject != USER or _IS_PAST.search(question.text):
        return ()
    return tuple(interval for interval in days_named(question.text, now) if interval[1] >= now)


def planned(facts: Iterable[Fact], days: Sequence[Interval], zone: tzinfo) -> list[Fact]:
    """Return what is planned for some of the days, the earliest first."""
    found = [
        (min(interval), fact)
        for fact in facts
        if fact.attribute in _PLANNED and not fact.is_over
        if (interval := _day_of(fact, zone)) and _is_among(interval, days)
    ]
    return [fact for _start, fact in sorted(found, key=lambda entry: entry[0])]


def due(todos: Iterable[Todo], days: Sequence[Interval], now: datetime) -> list[Todo]:
    """Return the to-dos of some of the days."""
    return [todo for todo in todos if any(_is_among(d, days) for d in _days_of_task(todo, now))]


def _day_of(fact: Fact, zone: tzinfo) -> Interval | None:
    """Return when a fact takes place: as it was said, else the day on which it is over."""
    said_at = fact.said_at.astimezone(zone) if fact.said_at else None
    named = days_named(fact.quote, said_at) if said_at else ()
    if named:
        return named[0]
    if fact.expires_at is None:
        return None
    end = fact.expires_at.astimezone(zone)
    return datetime.combine(end.date(), time.min, tzinfo=end.tzinfo), end


def _days_of_task(todo: Todo, now: datetime) -> tuple[Interval, ...]:
    text = str(todo.get("text", ""))
    written = _WRITTEN_DAY.search(text)
    if written:
        return days_named(written["day"], now)
    said_at = todo.get("said_at")
    then = datetime.fromisoformat(said_at) if isinstance(said_at, str) and said_at else now
    return days_named(text, then.astimezone(now.tzinfo))


def _is_among(interval: Interval, days: Sequence[Interval]) -> bool:
    start, end = interval
    is_short = end - start <= _SHORT
    return any(
        (start >= first and end <= last) or (is_short and start <= last and end >= first)
        for first, last in days
    )
