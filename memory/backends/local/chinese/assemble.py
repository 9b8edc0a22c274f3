"""Makes candidates of what the rules found: mode, dates, wording, quote, confidence."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.backends.local.chinese.dates import Time, TimeKind, day_text
from memory.backends.local.chinese.found import Found
from memory.backends.local.chinese.people import OTHERS, Person
from memory.backends.local.chinese.rewrite import sentence
from memory.backends.local.chinese.script import to_traditional
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.frame import Piece, end_of_day, make_candidate
from memory.domain.types import Candidate, Mode

# What may hold for a while only, and then gives way to the standing value again.
_PASSING = frozenset(
    "home workplace likes dislikes spice_level diet avoids never habit reply_length reply_language"
    " reply_style preference form_of_address".split()
)
# States that began on the day that the clause names (上个月搬到上海).
BEGUN = frozenset(
    "home employer occupation workplace owns marital_status pet habit medication medical_condition"
    " diet event visited education project measure count".split()
)
_STATES = frozenset(
    "home employer occupation workplace pet medication likes habit education religion owns".split()
)
# What holds only from the coming day that the clause names (下个月我开始吃素).
_FROM_THEN = frozenset(
    "home employer occupation workplace diet avoids medication religion marital_status".split()
)
# What 我不住北京, 我不是医生 denies without a 了.
_PLAINLY_DENIED = frozenset(
    "home employer occupation allergy diet religion nationality hometown medical_condition".split()
)
_DONE_BEFORE = re.compile(
    r"(?:工作|上班|任职|就职|实习|干|当|住|养|待|呆|做|教|服务|信|服用|练|从事|生活|居住|打工)过|打过工|上过班|教过书|当过兵"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Where a statement stands: the piece, the clock, and what the clauses before it lay down."""

    piece: Piece
    now: datetime
    is_traditional: bool = False
    is_correction: bool = False
    passing: Time | None = None  # 今天, 这次出差 of an earlier clause of the sentence
    forced_mode: Mode | None = None


def candidate(found: Found, person: Person, s: Statement, setting: Setting) -> Candidate | None:
    """Return the candidate, None when the negation or the subject makes it no fact to keep."""
    owner = found.subject or person
    mode = _mode(found, s, setting)
    if mode is None or owner.subject == OTHERS:
        return None
    dates = _dates(found, mode, s, setting)
    confidence = max(0.1, found.confidence - s.hedge)
    value = _source_words(found.value, s, setting)
    text = sentence(found, owner, mode, _when(s, setting) if found.is_dated else "")
    if setting.is_traditional:
        text = to_traditional(text)
    return make_candidate(
        found.attribute,
        value,
        text=text,
        quote=setting.piece.quote(s.start, max(s.end, s.start + 1)),
        subject=owner.subject,
        mode=mode,
        language="zh",
        confidence=round(confidence, 2),
        **dates,
    )


def _mode(found: Found, s: Statement, setting: Setting) -> Mode | None:
    head = found.attribute.partition(":")[0]
    if setting.forced_mode is not None:
        return setting.forced_mode
    if s.negation and not found.reads_negation and found.mode is not Mode.DENIAL:
        if s.is_denial or head in _PLAINLY_DENIED:
            return Mode.DENIAL
        return None
    if setting.is_correction and found.mode in (None, Mode.STANDING):
        return Mode.CORRECTION
    if found.mode is not None:
        return found.mode
    if (s.has_time(TimeKind.PAST) or _over_before(s, setting.now)) and head not in (
        "birthday",
        "age",
        "visited",
        "event",
        "plan",
        "name",
    ):
        return Mode.PAST
    if head in _STATES and _DONE_BEFORE.search(s.core):
        return Mode.PAST
    if head in _PASSING and not found.keeps_now and passing_time(s, setting) is not None:
        return Mode.TEMPORARY
    return Mode.STANDING


_FROM_TO = re.compile(r"\d{4}年?(?:到|至|[-–~～—]+)\d{4}")
_BEFORE_IT = re.compile(r"之前|以前|前")


def _over_before(s: Statement, now: datetime) -> datetime | None:
    """Return since when something is over: it was so before, or until, a date of the past."""
    for time in s.times:
        if time.interval and time.interval[1] < now and _FROM_TO.match(time.text):
            return time.interval[1]
        if time.interval and time.interval[1] < now and _BEFORE_IT.match(s.text[time.end :]):
            return time.interval[0]
    return None


def passing_time(s: Statement, setting: Setting) -> Time | None:
    """Return the expression that makes a statement hold for a while only (今天, 这次, 出差期间)."""
    if re.search(r"以后|今后|一直|从小|平时|每|都是|向来", s.text):
        return None
    for time in s.times:
        if time.kind is TimeKind.PASSING:
            return time
        ahead = time.interval and time.interval[1] >= setting.now
        if ahead and _BEFORE_IT.match(s.text[time.end :]):
            return time
        if time.is_around_now and time.interval and time.days < 32:
            return time
    if re.match(r"先(?:用|说|讲(?!结论|重点)|回答|别|不)", s.core):
        return Time(TimeKind.PASSING, 0, 1, "先")
    return setting.passing


def _dates(found: Found, mode: Mode, s: Statement, setting: Setting) -> dict[str, datetime | None]:
    now = setting.now
    head = found.attribute.partition(":")[0]
    within = found.value if head == "owns" else ""  # 2009年的大众
    dated = [
        t.interval
        for t in s.times
        if t.kind is TimeKind.DATE and t.interval and t.text.rstrip("的") not in within
    ]
    if mode is Mode.TEMPORARY:
        begins = min((start for start, _end in dated if start > now), default=now)
        return {"valid_from": begins, "expires_at": _expiry(s, setting)}
    over = _over_before(s, now) if mode is Mode.PAST else None
    if over is not None:
        begun = [start for start, end in dated if end == over]
        return {"valid_from": begun[0] if begun else None, "valid_to": over}
    if mode is Mode.PAST:
        gone = [interval for interval in dated if interval[1] < now]
        return {
            "valid_from": gone[-1][0] if gone else None,
            "valid_to": gone[-1][1] if gone else now,
        }
    if mode in (Mode.DENIAL, Mode.FORGET):
        return {}
    if found.begins_then or (head in _FROM_THEN and not found.is_dated):
        coming = [start for start, _end in dated if start > now]
        if coming or found.begins_then:
            return {"valid_from": coming[0]} if coming else {}
    if found.is_dated:
        ahead = [interval[1] for interval in dated if interval[1] > now]
        if ahead and head != "event":
            return {"expires_at": ahead[-1]}
    if (
        head in BEGUN
        and dated
        and dated[0][0] <= now
        and not (head == "home" and dated[0][1] > now)
    ):
        return {"valid_from": dated[0][0]}
    return {}


def _expiry(s: Statement, setting: Setting) -> datetime:
    """Return when a temporary statement ends: the named day, else a guess by the kind of words."""
    time = passing_time(s, setting)
    ends = [t.interval[1] for t in s.times if t.interval and t.interval[1] > setting.now]
    if ends:
        return max(ends)
    if time and time.interval and time.interval[1] > setting.now:
        return time.interval[1]
    words = time.text if time else ""
    if re.search(r"期间|出差|旅|度假|住院|培训|隔离|备考|阵|段", words):
        return end_of_day(setting.now + timedelta(days=14))
    if re.search(r"暂|临时", words):
        return end_of_day(setting.now + timedelta(days=7))
    return end_of_day(setting.now)


def _when(s: Statement, setting: Setting) -> str:
    """Say on which day, month or stretch of days the clause places what it tells."""
    for time in s.times:
        if time.kind is TimeKind.DATE and time.interval:
            start, end = time.interval
            if end - start < timedelta(days=1):
                return day_text(start)
            if start.day == 1 and (end + timedelta(seconds=1)).day == 1:
                months = (end.year - start.year) * 12 + end.month - start.month
                if months == 0:
                    return f"{start.year}年{start.month}月"
                if months == 11 and start.month == 1:
                    return f"{start.year}年"
            year = f"{end.year}年" if end.year != start.year else ""
            return f"{day_text(start)}至{year}{end.month}月{end.day}日"
    return ""


def _source_words(value: str, s: Statement, setting: Setting) -> str:
    """Return the value in the characters of the message (traditional ones stay traditional)."""
    at = s.text.find(value)
    if not value or at < 0 or not setting.is_traditional:
        return value
    start = setting.piece.start + s.start + at
    return setting.piece.message[start : start + len(value)]
